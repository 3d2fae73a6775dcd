/** Installs and fills the sample wiki, once for each version of the sample and of MediaWiki. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildOnce } from '../build-once.ts';
import { inCache } from '../paths.ts';
import { flags, run } from '../processes.ts';
import accounts from './accounts.json' with { type: 'json' };

/** The folder of Debian's package. It is used in place: all changing files are in the data folder. */
export const source = '/usr/share/mediawiki';

const here = import.meta.dirname;
const extensions = [
  'AbuseFilter',
  'Gadgets',
  'TextExtracts',
  'OATHAuth',
  'Nuke',
  'ReplaceText',
  'Interwiki',
  'SpamBlacklist',
  'TitleBlacklist',
  'Scribunto',
  'PageImages',
].join(',');

/** The environment variables that LocalSettings.php reads. */
export const environment = (data: string, server: string): NodeJS.ProcessEnv => ({
  ...process.env,
  MW_CONFIG_FILE: path.join(here, 'LocalSettings.php'),
  SAMPLE_WIKI_SOURCE: source,
  SAMPLE_WIKI_DATA: data,
  SAMPLE_WIKI_SERVER: server,
  SAMPLE_WIKI_EXTENSIONS: extensions,
});

const sampleFiles = [
  'install.ts',
  'LocalSettings.php',
  'accounts.json',
  'sample.json',
  'fill.php',
  'png.php',
];

const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const name of sampleFiles) hash.update(await readFile(path.join(here, name)));
  hash.update(await readFile(path.join(source, 'includes/Defines.php')));
  return hash.digest('hex').slice(0, 16);
};

const script = (name: string): string => path.join(source, 'maintenance', name);

/** The command line of MediaWiki's own installer. */
const installer = (data: string, settings: string, server: string): string[] => {
  const options = flags({
    confpath: settings,
    dbtype: 'sqlite',
    dbpath: data,
    dbname: 'wiki',
    server,
    scriptpath: '',
    pass: accounts.administrator.password,
    extensions,
  });
  return [script('install.php'), ...options, 'Sample Wiki', accounts.administrator.name];
};

const install = async (data: string): Promise<void> => {
  const server = 'http://127.0.0.1';
  const settings = path.join(data, 'installed');
  for (const folder of ['cache', 'images', 'installed']) await mkdir(path.join(data, folder));
  const env = environment(data, server);
  // The installer writes settings of its own, and refuses to run if they exist already.
  const MW_CONFIG_FILE = path.join(settings, 'LocalSettings.php');
  await run('php', installer(data, settings, server), { env: { ...env, MW_CONFIG_FILE } });
  await run('php', [path.join(here, 'fill.php')], { env });
  await run('php', [script('runJobs.php'), '--quiet'], { env });
  await run('php', [script('updateSpecialPages.php'), '--quiet'], { env });
};

const removeOlder = async (current: string): Promise<void> => {
  const names = await readdir(inCache('mediawiki'));
  const older = names.filter(name => !name.startsWith(current));
  await Promise.all(older.map(name => rm(inCache('mediawiki', name), { recursive: true, force: true })));
};

/** Whether MediaWiki is on this machine. */
export const isInstalled = (): boolean => existsSync(path.join(source, 'api.php'));

/** The folder with the filled wiki's database and files, which must be copied, not changed. */
export const filledWiki = async (): Promise<string> => {
  const name = await fingerprint();
  const folder = inCache('mediawiki', name);
  await buildOnce(folder, async data => {
    await install(data);
    await removeOlder(name);
  });
  return folder;
};
