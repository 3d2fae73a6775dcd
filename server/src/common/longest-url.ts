/** Maximum length of the URL of a GET: servers and proxies truncate longer ones. */
export const longestUrl = 7500;
