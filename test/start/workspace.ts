import { cp, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from '../support/paths.ts';
import { removeAtExit } from '../support/processes.ts';

export interface Workspace {
  readonly folder: string;
  /** The path of the first sample, which is opened. */
  readonly first: string;
}

/** Copies the samples to a temporary folder, with settings that name the two sandboxes as sites. */
export const makeWorkspace = async (wikiUrl: string, trackerUrl: string): Promise<Workspace> => {
  const parent = await mkdtemp(path.join(tmpdir(), 'wikijql-'));
  removeAtExit(parent);
  const folder = path.join(parent, 'samples');
  await cp(inRoot('test/sandbox/samples'), folder, { recursive: true });
  const settings = {
    'wikijql.sites': {
      sandbox: { kind: 'wiki', url: wikiUrl },
      tracker: { kind: 'tracker', url: trackerUrl },
    },
    'wikijql.defaultSite': 'sandbox',
  };
  await mkdir(path.join(folder, '.vscode'), { recursive: true });
  await writeFile(path.join(folder, '.vscode/settings.json'), `${JSON.stringify(settings, undefined, 2)}\n`);
  const names = await readdir(folder);
  const [first] = names.filter(name => name.endsWith('.wikiquery')).toSorted();
  if (first === undefined) throw new Error('There is no sample in test/sandbox/samples');
  return { folder, first: path.join(folder, first) };
};
