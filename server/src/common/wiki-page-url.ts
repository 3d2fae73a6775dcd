/** Where a wiki's page opens in a browser, with `$1` for its title. */
export function wikiPageUrl(api: string): string {
  const url = new URL('index.php', api);
  return `${url.href}?title=$1`;
}
