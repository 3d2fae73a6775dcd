import domains from '../../catalogue/wiki/wikimedia-domains.json' with { type: 'json' };

/** The profile for Wikimedia's wikis: the newest MediaWiki, with the extensions that they have. */
export const wikimediaProfile = 'wikimedia';

/** Whether an address is that of one of Wikimedia's wikis, its test wikis included. */
export function isWikimedia(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/\.$/, '');
  return host !== undefined && domains.some(domain => host === domain || host.endsWith(`.${domain}`));
}
