/**
 * The whole address that a text names; `undefined` = none that is opened or shown: only http and https are.
 *
 * @param base what a relative address is relative to; absent = there are only whole ones, `//host/path` being of https
 */
export function webAddress(value: string, base?: string): string | undefined {
  const whole = base === undefined && value.startsWith('//') ? `https:${value}` : value;
  if (!URL.canParse(whole, base)) return undefined;
  const { protocol, href } = new URL(whole, base);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
