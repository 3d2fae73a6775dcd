/** The network of one command, and the sessions that it begins. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { variablePrefix } from '#shared/base/site-address.ts';
import { userAgentOf } from '#shared/base/contact.ts';
import type { ServerSettings } from '../../sites/settings/read-settings.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Backend } from '../../network/backend.ts';
import { userStateFolder } from '../../files/private-folder.ts';
import { readBounded } from '../../files/read-bounded.ts';
import type { Arguments } from './arguments.ts';
import { credentialsOf, unusedCredentials } from './credentials.ts';
import { unreadable } from './read-query-file.ts';
import type { Program } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { say } from '../cli-texts.ts';

/** The network of one command. */
export interface Network {
  readonly backend: Backend;
  /** Ends it, and the sessions that it began at the sites that were asked. */
  readonly end: (sites: Iterable<Site>) => Promise<void>;
}

/** Milliseconds that signing out may take. */
const maxSignOutMs = 10_000;

/**
 * Starts the network with the settings; until it is ended, signals do not end the process at once. A session that a password begins is kept in the system's keychain, for the next
 * command. Where that is not possible it is ended with this one, as it would be of no use to the next: that one signs in by
 * itself, where it could not while the session is known.
 */
export async function startNetwork(
  program: Program,
  settings: ServerSettings,
  args: Arguments,
): Promise<Network> {
  const release = program.terminal.deferSignals();
  const { backend: start, version, terminal } = program;
  const certificateAuthorities = authorities(settings, terminal.folder);
  const credentials = await credentialsOf(terminal, args);
  let isKept: boolean | undefined;
  const backend = await start(credentials, {
    usesKeychain: terminal.environment['WIKIJQL_KEYCHAIN'] !== 'off',
    began: kept => {
      isKept = kept && isKept !== false;
    },
  });
  backend.configure({
    userAgent: userAgentOf(version, contactOf(terminal, settings)),
    proxy: settings.http.proxy,
    certificateAuthorities,
    clientCertificates: Object.fromEntries(
      Object.entries(settings.http.clientCertificates).map(([address, { file, key }]) => [
        address,
        {
          file: path.resolve(terminal.folder, file),
          ...(key !== undefined && { key: path.resolve(terminal.folder, key) }),
        },
      ]),
    ),
    storage: userStateFolder(terminal.environment),
    session: { process: process.pid, session: randomUUID() },
    maximumResults: settings.advanced.resultsMegabytes,
  });
  const tell = (askedSites: readonly Site[]): void => {
    const unused = askedSites.map(site => unusedCredentials(credentials, site));
    for (const text of new Set(unused)) if (text !== undefined) terminal.error(`${text}\n`);
    if (isKept !== undefined) terminal.error(`${say(isKept ? 'session.kept' : 'session.ends')}\n`);
  };
  return {
    backend,
    async end(sites) {
      try {
        const askedSites = [...sites];
        if (!args.has('quiet')) tell(askedSites);
        if (isKept !== false) return;
        for (const site of askedSites) {
          if (credentials[`${variablePrefix(site.name)}TOKEN`] !== undefined) continue;
          const { state } = await backend.sessionState(site);
          if (state === 'signedIn') await backend.signOut(site, AbortSignal.timeout(maxSignOutMs));
        }
      } finally {
        await backend.dispose();
        release();
      }
    },
  };
}

/** The environment's contact, else that of the settings. */
export const contactOf = ({ environment }: Terminal, { contact }: ServerSettings): string =>
  environment['WIKIJQL_CONTACT'] || contact;

/** Maximum bytes of a file of certificate authorities. */
const maxAuthoritiesBytes = 16 * 1024 * 1024;

const authorities = (settings: ServerSettings, folder: string): string[] =>
  settings.http.certificateAuthorities.map(file => {
    try {
      return readBounded(path.resolve(folder, file), maxAuthoritiesBytes).toString('utf8');
    } catch (error) {
      throw unreadable(file, error, maxAuthoritiesBytes);
    }
  });
