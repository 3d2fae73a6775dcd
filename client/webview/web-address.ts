/**
 * The absolute form of an address that may be opened or shown: http or https, without a user name or password, which
 * make an address look like another site's. `undefined` = any other address.
 *
 * @param base the base of relative addresses; without it only absolute ones are accepted, and `//host/path` as https
 */
export function webAddress(value: string, base?: string): string | undefined {
  const address = base === undefined && value.startsWith('//') ? `https:${value}` : value;
  if (!URL.canParse(address, base)) return undefined;
  const { protocol, username, password, href } = new URL(address, base);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return username === '' && password === '' ? href : undefined;
}
