/** A number from 0 to 255, as the wiki reads it. */
export const ipv4Octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|0?\\d?\\d)';
const ipv4 = new RegExp(`^${ipv4Octet}(?:\\.${ipv4Octet}){3}$`);

/** True for an IPv4 or IPv6 address. */
export const isIpAddress = (text: string): boolean => ipv4.test(text) || isIpv6(text);

/** True for a range of addresses in CIDR form: `192.0.2.0/24`, `2001:db8::/32`. */
export function isIpRange(text: string): boolean {
  const [address, length, more] = text.split('/');
  if (address === undefined || length === undefined || more !== undefined) return false;
  if (!/^(?:0|[1-9]\d{0,2})$/.test(length)) return false;
  return (ipv4.test(address) && Number(length) <= 32) || (isIpv6(address) && Number(length) <= 128);
}

function isIpv6(text: string): boolean {
  if (!/^[0-9A-Fa-f:]+$/.test(text) || text.includes(':::')) return false;
  const halves = text.split('::');
  const words = text.split(':').filter(word => word !== '');
  if (halves.length > 2 || words.some(word => word.length > 4)) return false;
  if (halves.length === 1) return words.length === 8 && !/^:|:$/.test(text);
  const [before, after] = halves;
  return words.length <= 7 && !before!.startsWith(':') && !after!.endsWith(':');
}
