/** Credentials of sites for the command line: from the environment, or from standard input where the user says so. */
import { variablePrefix } from '#shared/base/site-address.ts';
import { credentialsKey } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Arguments } from './arguments.ts';
import { Failure } from '../failure.ts';
import { inputName, isStandardInput } from './read-query-file.ts';
import type { Terminal } from '../terminal.ts';
import { say } from '../cli-texts.ts';

/** Values by the names that `EnvironmentVault` knows. */
export type Credentials = Readonly<Record<string, string | undefined>>;

/** The size, in bytes, above which standard input is not read. */
const longest = 64 * 1024;
const assignment = /^(WIKIJQL_\w+_(?:URL|USER|PASSWORD|TOKEN|PASSPHRASE))=(.*)$/;

/**
 * Reads the credentials of the environment; with `--credentials-stdin` also those of standard input, which win.
 *
 * @throws Failure where standard input has something else, without repeating it
 */
export async function credentialsOf(terminal: Terminal, args: Arguments): Promise<Credentials> {
  if (!args.has('credentials-stdin')) return terminal.environment;
  if (args.paths.some(isStandardInput))
    throw new Failure('credentials.twice', { name: args.value('stdin-name') ?? inputName });
  const bytes = await terminal.input(longest);
  if (bytes === undefined) throw new Failure('credentials.too-long', { largest: longest / 1024 });
  return { ...terminal.environment, ...valuesOf(bytes.toString('utf8')) };
}

/** Why the credentials under the name of a site are not for its address, as a sentence; `undefined` = they are, or none are set. */
export function unusedCredentials(credentials: Credentials, site: Site): string | undefined {
  const { name, kind, url } = site;
  const prefix = variablePrefix(name);
  if (['PASSWORD', 'TOKEN'].every(variable => credentials[prefix + variable] === undefined)) return undefined;
  const variable = `${prefix}URL`;
  const address = credentials[variable];
  const values = { name, url, variable };
  if (address === undefined) return say('credentials.no-address', values);
  const areFor = credentialsKey({ kind, url: address }) === credentialsKey(site);
  return areFor ? undefined : say('credentials.other-address', values);
}

function valuesOf(text: string): Credentials {
  const values = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name, value] = assignment.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new Failure('credentials.bad-line', { line: index + 1 });
    values.set(name, value);
  }
  if (values.size === 0) throw new Failure('credentials.none', {});
  return Object.fromEntries(values);
}
