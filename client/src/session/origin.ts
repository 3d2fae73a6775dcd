/** Where credentials may go. */

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The origin that a prompt names, `https://issues.example.org`; `undefined` = no address. */
export const originOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).origin : undefined;

/** Whether credentials may go to an address: by https, or by http within this machine. */
export function mayHaveCredentials(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}
