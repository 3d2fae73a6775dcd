/** Fetches JSON. The type is not checked. */
export const fetchJson = async <T>(url: string, init?: RequestInit): Promise<T> => {
  const response = await fetch(url, init);
  return JSON.parse(await response.text());
};
