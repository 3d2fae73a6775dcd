/** `wikijql lock --check`: compares sites with their locks, and finds the queries that no longer work. */
import path from 'node:path';
import type { SiteLock } from '#shared/base/site-lock.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import type { ServerSettings } from '../../sites/settings/read-settings.ts';
import { type Difference, driftOf } from '../../sites/locks/lock-drift.ts';
import { nearestLockFolder } from '../inputs/lock-folders.ts';
import type { Lock } from '../../sites/locks/lock-schema.ts';
import { lockOf, siteLock } from '../../sites/locks/lock-text.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Arguments } from '../inputs/arguments.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import { counted, say } from '../cli-texts.ts';
import type { Finding } from '../finding.ts';
import type { Program } from '../program.ts';
import { contextOf } from '../inputs/settings-file.ts';
import { languageIdOf, readable } from '../inputs/query-paths.ts';
import { readQueryFile } from '../inputs/read-query-file.ts';
import { type LockedSite, onlyLock } from '../inputs/site-locks.ts';

interface Comparison {
  readonly settings: ServerSettings;
  /** The folder of locks. */
  readonly folder: string;
  readonly sites: readonly LockedSite[];
  readonly described: (site: Site) => Promise<Lock>;
}

/** How a site differs from its lock, and what that breaks. */
interface Drift {
  readonly file: string;
  readonly site: string;
  readonly since: string;
  readonly differences: readonly Difference[];
  readonly queries: readonly Finding[];
}

/** Compares sites with their locks, and lists the queries that no longer work. */
export async function compareLocks(
  program: Program,
  args: Arguments<'lock'>,
  { settings, folder, sites, described }: Comparison,
): Promise<Exit> {
  const { terminal } = program;
  const drifts: Drift[] = [];
  let isWhole = true;
  const reportMissed = (message: string): void => {
    isWhole = false;
    terminal.error(`${message}\n`);
  };
  for (const { site, file, lock } of sites) {
    if (lock === undefined) continue;
    try {
      const now = await described(site);
      if (terminal.signal.aborted) return exits.interrupted;
      const differences = driftOf(
        lockOf({ ...site, url: lock.url }, lock.description, Date.parse(lock.time)),
        now,
      );
      const newLock = siteLock(lock.file, now);
      if ('fault' in newLock)
        throw new Failure('lock.undescribed', { name: site.name, place: String(newLock.values['place']) });
      const change = { lock, newLock };
      const queries =
        differences.length === 0
          ? []
          : await brokenQueries(program, args, { settings, folder, reportMissed }, change);
      drifts.push({ file, site: site.name, since: lock.time, differences, queries });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      reportMissed(error.message);
    }
  }
  if (args.value('output') === 'json') await terminal.out(jsonOf(drifts));
  else await terminal.writeMessage(drifts.map(textOf).join(''));
  if (!isWhole) return exits.failure;
  return drifts.some(({ differences }) => differences.length > 0) ? exits.findings : exits.fine;
}

interface Scope {
  readonly settings: ServerSettings;
  readonly folder: string;
  readonly reportMissed: (message: string) => void;
}

/** The problems that queries have with the site as it is now, and do not have with its lock. */
async function brokenQueries(
  { terminal, checker, now }: Program,
  args: Arguments<'lock'>,
  { settings, folder, reportMissed }: Scope,
  { lock, newLock }: { readonly lock: SiteLock; readonly newLock: SiteLock },
): Promise<Finding[]> {
  const context = contextOf(settings, now(), args.value('site'));
  const paths =
    args.paths.length > 0 ? args.paths : [path.relative(terminal.folder, path.dirname(folder)) || '.'];
  const broken: Finding[] = [];
  for await (const file of readable(paths, terminal.folder, async ({ message }) => reportMissed(message))) {
    if (nearestLockFolder(path.dirname(path.resolve(terminal.folder, file))) !== folder) continue;
    try {
      const text = await readQueryFile(file, terminal.folder);
      const check = async (by: SiteLock): Promise<readonly Finding[]> => {
        const locked: QueryContext = { ...context, locks: onlyLock(by) };
        const { findings } = await checker.check(file, languageIdOf(file)!, text, {
          context: locked,
          offersFixes: false,
        });
        return findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
      };
      const before = new Set((await check(lock)).map(keyOf));
      broken.push(...(await check(newLock)).filter(finding => !before.has(keyOf(finding))));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      reportMissed(error.message);
    }
  }
  return broken;
}

const keyOf = ({ line, column, code, message }: Finding): string =>
  JSON.stringify([line, column, code, message]);

function textOf({ file, site, since, differences, queries }: Drift): string {
  if (differences.length === 0) return `${say('drift.none', { file, site })}\n`;
  const lines = differences.map(({ change, kind, name, from = '', to = '' }) =>
    visibleLine(say(`drift.${change}`, { kind: say(`drift.kind.${kind}`), name, from, to })),
  );
  const broken = queries.map(
    ({ file: place, line, column, query, severity, message, code }) =>
      `  ${place}:${line}:${column}: ${query}: ${severity}: ${message} (${code})`,
  );
  return [
    say('drift.head', { file, site, time: since, changes: counted('change', differences.length) }),
    ...lines.map(line => `  ${line}`),
    ...(broken.length === 0
      ? [say('drift.harmless')]
      : [say('drift.breaks', { findings: counted('problem', broken.length) }), ...broken]),
    '',
  ].join('\n');
}

const jsonOf = (drifts: readonly Drift[]): string =>
  `${JSON.stringify({
    locks: drifts.map(({ queries, ...drift }) => ({
      ...drift,
      queries: queries.map(({ file, query, line, column, severity, code, message }) => ({
        file,
        query,
        line,
        column,
        severity,
        code,
        message,
      })),
    })),
  })}\n`;
