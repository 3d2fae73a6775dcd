import type { Site } from '#shared/protocol/sites.ts';

export const site: Site = { name: 'work', kind: 'tracker', url: 'https://tracker.example' };

/** The password names the version, so that what arrives at the tracker tells which version was sent. */
export const versionOf = (password: string): string => password.replace('canary', 'version');
export const passwordOf = (version: string): string => version.replace('version', 'canary');
export const isToken = (secret: string): boolean => secret.includes('token');

export const passwordIn = (authorization: string): string =>
  Buffer.from(authorization.slice('Basic '.length), 'base64').toString().slice('alice:'.length);
