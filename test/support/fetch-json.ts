/** Fetches JSON. The type is what the caller knows of the answer: nothing checks it. */
export const fetchJson = async <T>(url: string, init?: RequestInit): Promise<T> => {
  const response = await fetch(url, init);
  return JSON.parse(await response.text());
};
