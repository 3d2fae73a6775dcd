import domains from '../../catalogue/wiki/wikimedia-domains.json' with { type: 'json' };

/** Whether an address is that of one of Wikimedia's wikis, its test wikis included. */
export function isWikimedia(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/\.$/, '');
  return host !== undefined && domains.some(domain => host === domain || host.endsWith(`.${domain}`));
}
