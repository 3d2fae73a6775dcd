/** Running a query of a file from the command line. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { variablePrefix } from '../common/credential-variables.ts';
import { userAgentOf } from '../http/user-agent.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryContext, QueryView } from '../language/service.ts';
import { applyColumns } from '../lsp/apply-columns.ts';
import { siteNamed } from '../lsp/query-site.ts';
import { sitesParts } from '../lsp/multi-site-run.ts';
import type { ServerSettings } from '../lsp/settings.ts';
import type { TableHeader } from '../protocol/run.ts';
import type { Site } from '../protocol/sites.ts';
import { limitOption } from '../queryfile/limit-option.ts';
import { siteNameOf, sitesOption } from '../queryfile/site-option.ts';
import type { Remote, RunReport, RunRequest } from '../remote/remote.ts';
import { userStateFolder } from '../session/state-folder.ts';
import type { Arguments } from './arguments.ts';
import type { ChosenQuery } from './chosen-query.ts';
import { credentialsOf, unusedCredentials } from './credentials.ts';
import { Failure, reasonOf } from './failure.ts';
import type { Program } from './program.ts';
import type { Terminal } from './terminal.ts';
import { say } from './wording.ts';
import { mustKnow } from './settings-file.ts';

/** A table of the result and how many rows of it there are. */
export interface ResultTable {
  readonly header: TableHeader;
  readonly rows: number;
}

/** What a query is to be run with. */
export interface PreparedRun extends Omit<RunRequest, 'run' | 'site'> {
  readonly site: Site;
  /** The query or the command line says how many rows are wanted. */
  readonly isLimited: boolean;
}

/** The network of one command. */
export interface Network {
  readonly remote: Remote;
  /** Ends it, and the sessions that it began at the sites that were asked. */
  readonly end: (sites: Iterable<Site>) => Promise<void>;
}

/** Milliseconds that signing out may take. */
const longestSignOut = 10_000;

/**
 * Starts the network with the settings. A session that a password begins is kept in the system's keychain, for the next
 * command. Where that is not possible it is ended with this one, as it would be of no use to the next: that one signs in by
 * itself, where it could not while the session is known.
 */
export async function startNetwork(
  program: Program,
  settings: ServerSettings,
  given: Arguments,
): Promise<Network> {
  const { remote: start, version, terminal } = program;
  const certificateAuthorities = await authorities(settings, terminal.folder);
  const credentials = await credentialsOf(terminal, given);
  let isKept: boolean | undefined;
  const remote = await start(credentials, {
    usesKeychain: terminal.environment['WIKIJQL_KEYCHAIN'] !== 'off',
    began: kept => {
      isKept = kept && isKept !== false;
    },
  });
  remote.configure({
    userAgent: userAgentOf(version, contactOf(terminal, settings)),
    proxy: settings.http.proxy,
    certificateAuthorities,
    storage: userStateFolder(terminal.environment),
    session: { process: process.pid, session: randomUUID() },
    maximumResults: settings.results.maximumSize,
  });
  const tell = (asked: readonly Site[]): void => {
    const unused = asked.map(site => unusedCredentials(credentials, site));
    for (const text of new Set(unused)) if (text !== undefined) terminal.error(`${text}\n`);
    if (isKept !== undefined) terminal.error(`${say(isKept ? 'session.kept' : 'session.ends')}\n`);
  };
  return {
    remote,
    async end(sites) {
      try {
        const asked = [...sites];
        if (!given.has('quiet')) tell(asked);
        if (isKept !== false) return;
        for (const site of asked) {
          if (credentials[`${variablePrefix(site.name)}TOKEN`] !== undefined) continue;
          const { state } = await remote.sessionState(site);
          if (state === 'signedIn') await remote.signOut(site, AbortSignal.timeout(longestSignOut));
        }
      } finally {
        await remote.dispose();
      }
    },
  };
}

/** The environment's contact, else that of the settings. */
export const contactOf = ({ environment }: Terminal, { contact }: ServerSettings): string =>
  environment['WIKIJQL_CONTACT'] || contact;

/**
 * @param prepared what is sent; default: what the query says
 * @throws Failure where the query cannot be sent
 */
export function prepareRun(
  query: ChosenQuery,
  settings: ServerSettings,
  context: QueryContext,
  given: Arguments,
  prepared?: RunRequest['request'],
): PreparedRun {
  const { view, language } = query;
  const sites = runSites(query, settings, context, given);
  const site = sites[0]!;
  const request = prepared ?? language.runner.prepare(view, context);
  if ('code' in request) throw Failure.worded(sentence(query, request));
  const limit = limitOf(given) ?? limitOption(view.scope);
  const ownLimits = limit === undefined ? language.runner.ownLimits?.(view, context) : undefined;
  return {
    site,
    request,
    limit: limit ?? settings.limit,
    isLimited: limit !== undefined,
    ...(ownLimits && { ownLimits }),
    ...(sites.length > 1 && { parts: sitesParts(sites, request) }),
  };
}

/** The sites of a query; the one that the command line names instead of its own. @throws Failure where one is unknown */
export function runSites(
  { view, language }: ChosenQuery,
  settings: ServerSettings,
  context: QueryContext,
  given: Arguments,
): readonly Site[] {
  const own = given.has('site') ? undefined : sitesOption(view.scope);
  return (own ?? [given.value('site') ?? siteNameOf(view, context)]).map(name => {
    if (name === '') throw new Failure('site.none');
    mustKnow(name, settings);
    const site = siteNamed(settings, name)!;
    if (site.kind === language.runner.kind) return site;
    throw new Failure(`site.other-kind.${language.runner.kind}`, { name });
  });
}

/** `undefined` = the option is not given. @throws Failure where it is not a number of rows */
function limitOf(given: Arguments): number | undefined {
  const value = given.value('limit');
  if (value === undefined) return undefined;
  if (value === 'all') return Infinity;
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new Failure('arguments.bad-limit', { value });
  return Number(value);
}

const authorities = (settings: ServerSettings, folder: string): Promise<string[]> =>
  Promise.all(
    settings.http.certificateAuthorities.map(async file => {
      try {
        return await readFile(path.resolve(folder, file), 'utf8');
      } catch (error) {
        throw new Failure('file.unreadable', { file, reason: reasonOf(error) });
      }
    }),
  );

/** Runs a query; its rows are in the store. */
export async function fetched(
  remote: Remote,
  run: string,
  { isLimited: _isLimited, ...wanted }: PreparedRun,
  view: QueryView,
  signal: AbortSignal,
): Promise<{ readonly report: RunReport; readonly tables: readonly ResultTable[] }> {
  const tables = new Map<string, ResultTable>();
  const sink = {
    table: ({ table: header, rows }: { readonly table: TableHeader; readonly rows: number }) =>
      void tables.set(header.id, { header: applyColumns(header, view), rows }),
    progress: () => undefined,
  };
  const report = await remote.run({ run, ...wanted }, sink, signal);
  return { report, tables: [...tables.values()] };
}

/** A problem with its place in the file. */
export function sentence({ file, document, placed, language }: ChosenQuery, problem: Problem): string {
  const { start } = document.rangeIn(placed, problem.span);
  const message = language.wording(problem.message ?? problem.code, problem.arguments);
  return `${file}:${start.line + 1}:${start.character + 1}: ${problem.severity}: ${message} (${problem.code})`;
}
