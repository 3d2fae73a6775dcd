/** `wikijql lock`: stores the catalogues of sites. */
import path from 'node:path';
import { CatalogueError } from '#shared/base/text/json-reader.ts';
import { siteNamed } from '../../sites/settings/site-lookup.ts';
import type { ServerSettings } from '../../sites/settings/read-settings.ts';
import type { Lock } from '../../sites/locks/lock-schema.ts';
import { nearestLockFolder, readLockFolder } from '../inputs/lock-folders.ts';
import { lockFolder, lockNameOf, lockOf, lockText, readLock } from '../../sites/locks/lock-text.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Backend } from '../../network/backend.ts';
import type { Arguments } from '../inputs/arguments.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import { say } from '../cli-texts.ts';
import { compareLocks } from './lock-check.ts';
import { type LockedSite, unusableLockText } from '../inputs/site-locks.ts';
import type { Program } from '../program.ts';
import { startNetwork } from '../inputs/start-network.ts';
import { findSettings, mustKnow, withSiteAt } from '../inputs/settings-file.ts';
import { readStored, refuseLink, writeWhole } from '../inputs/write-files.ts';

/** Stores the catalogues of sites, or compares the sites with the stored ones. */
export async function lock(program: Program, args: Arguments<'lock'>): Promise<Exit> {
  const { terminal } = program;
  if (args.paths.length > 0 && !args.has('check')) throw new Failure('arguments.lock-paths');
  const { settings: written, file: settingsFile } = await findSettings(args, terminal);
  const settings = withSiteAt(written, args, args.value('site'));
  const folder = folderOfLocks(terminal.folder, args.has('settings') ? undefined : settingsFile);
  const { sites, isWhole } = sitesToLock(program, args, settings, folder);
  const { backend, end } = await startNetwork(program, settings, args);
  try {
    const described = (site: Site): Promise<Lock> => survey(program, backend, site);
    const exit = args.has('check')
      ? await compareLocks(program, args, { settings, folder, sites, described })
      : await writeLocks(program, args, sites, described);
    if (terminal.signal.aborted) return exits.interrupted;
    return isWhole ? exit : exits.failure;
  } finally {
    await end(sites.map(({ site }) => site));
  }
}

/** The nearest folder of locks; without one, it is made beside the settings, or in the current folder. */
function folderOfLocks(folder: string, settingsFile: string | undefined): string {
  const folderBeside = settingsFile === undefined ? folder : path.dirname(path.dirname(settingsFile));
  return nearestLockFolder(folder) ?? path.join(folderBeside, lockFolder);
}

/** The site that the command line names, else all that have a lock. `isWhole`: each of them can be asked. */
function sitesToLock(
  { terminal }: Program,
  args: Arguments<'lock'>,
  settings: ServerSettings,
  folder: string,
): { readonly sites: readonly LockedSite[]; readonly isWhole: boolean } {
  const { locks, unusable } = readLockFolder(folder);
  const fileOf = (name: string): string =>
    path.relative(terminal.folder, path.join(folder, lockNameOf(name)));
  const siteOf = (name: string): LockedSite => {
    const storedLock = locks.get(name);
    const site = siteNamed(settings, name);
    // Whoever shares a repository writes the addresses of its locks: only those of the settings are asked.
    if (site === undefined) mustKnow(name, settings);
    return {
      site: site!,
      file: fileOf(name),
      lock: storedLock,
    };
  };
  const refused = (name: string): string | undefined => {
    const unusableLock = unusable.get(name);
    return unusableLock && unusableLockText(unusableLock, path.relative(terminal.folder, unusableLock.file));
  };
  const siteName = args.value('site');
  if (siteName !== undefined) {
    const text = refused(siteName);
    if (args.has('check') && text !== undefined) throw Failure.worded(text);
    const site = siteOf(siteName);
    if (args.has('check') && site.lock === undefined)
      throw new Failure('lock.missing', { name: siteName, file: site.file });
    return { sites: [site], isWhole: true };
  }
  const refusals = [...unusable.keys()].map(name => refused(name)!);
  for (const text of refusals) terminal.error(`${text}\n`);
  if (locks.size === 0 && refusals.length === 0) throw new Failure('lock.none');
  const [known, unknown] = [true, false].map(isKnown =>
    [...locks.keys()].filter(name => (siteNamed(settings, name) !== undefined) === isKnown),
  );
  for (const name of unknown!) terminal.error(`${say('lock.unknown-site', { name, file: fileOf(name) })}\n`);
  return { sites: known!.map(siteOf), isWhole: refusals.length + unknown!.length === 0 };
}

async function survey({ terminal, now }: Program, backend: Backend, site: Site): Promise<Lock> {
  const result = await backend.survey(site, terminal.signal);
  if ('notice' in result) throw Failure.worded(result.notice.message);
  try {
    return lockOf(site, result.description, now());
  } catch (error) {
    if (error instanceof CatalogueError)
      throw new Failure('lock.undescribed', { name: site.name, place: error.path });
    throw error;
  }
}

async function writeLocks(
  { terminal }: Program,
  args: Arguments<'lock'>,
  sites: readonly LockedSite[],
  described: (site: Site) => Promise<Lock>,
): Promise<Exit> {
  let exit: Exit = exits.fine;
  for (const { site, file } of sites) {
    try {
      const lockResult = await described(site);
      if (terminal.signal.aborted) return exits.interrupted;
      const isNew = !(await isStored(path.resolve(terminal.folder, file), lockResult));
      if (isNew) {
        await refuseLink(path.dirname(file), terminal.folder);
        await writeWhole(file, terminal.folder, lockText(lockResult));
      }
      if (!args.has('quiet'))
        await terminal.writeMessage(
          `${say(isNew ? 'lock.written' : 'lock.same', summaryOf(file, lockResult))}\n`,
        );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      terminal.error(`${error.message}\n`);
      exit = exits.failure;
    }
  }
  return exit;
}

/** Whether a file has a lock that differs in nothing but its time. */
async function isStored(file: string, made: Lock): Promise<boolean> {
  const text = await readStored(file);
  const stored = text === undefined ? undefined : readLock(text);
  if (stored === undefined || 'fault' in stored) return false;
  return text === lockText({ ...made, time: stored.time });
}

const summaryOf = (file: string, made: Lock) => ({
  file,
  software: made.software === '' ? made.site : made.software,
  contents:
    made.kind === 'wiki'
      ? say('lock.contents.wiki', { modules: made.modules.length, namespaces: made.namespaces.length })
      : say('lock.contents.tracker', {
          fields: made.fields.length,
          functions: made.functions.length,
          projects: made.projects?.length ?? '?',
          statuses: made.statuses?.length ?? '?',
          versions: made.versions?.length ?? '?',
        }),
});
