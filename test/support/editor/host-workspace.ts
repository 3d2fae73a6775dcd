import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandboxWiki, type SandboxWiki } from '../../sandbox/wiki.ts';

export interface HostWorkspace {
  readonly folder: string;
  readonly wiki: SandboxWiki;
  readonly remove: () => Promise<void>;
}

/** A folder for the tests inside the extension host; its settings name the sandbox's wiki, which runs, as the site. */
export const makeHostWorkspace = async (): Promise<HostWorkspace> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sample-workspace-'));
  const wiki = await startSandboxWiki();
  const settings = {
    'wikijql.sites': { sandbox: { kind: 'wiki', url: wiki.url } },
    'wikijql.defaultSite': 'sandbox',
    'wikijql.language': { siteCatalogues: false },
  };
  await mkdir(path.join(folder, '.vscode'));
  await writeFile(path.join(folder, '.vscode/settings.json'), JSON.stringify(settings));
  const remove = async (): Promise<void> => {
    await wiki.stop();
    await rm(folder, { recursive: true });
  };
  return { folder, wiki, remove };
};
