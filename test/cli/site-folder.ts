import type { SandboxSites } from '../support/sandbox-sites.ts';
import { type Folder, folderWith } from './program.ts';

/**
 * A folder with the embedded sites in its settings: `wiki`, which is the default, `work`, the tracker, `my site/1`, the wiki
 * by a name that no file can have, and `gone`, where nobody listens.
 */
export function siteFolder({ wiki, tracker }: SandboxSites, files: Readonly<Record<string, string>>): Folder {
  const sites = {
    wiki: { kind: 'wiki', url: wiki.url },
    work: { kind: 'tracker', url: tracker.url },
    'my site/1': { kind: 'wiki', url: wiki.url },
    gone: { kind: 'wiki', url: 'http://127.0.0.1:1/w/api.php' },
  };
  const settings = { 'wikijql.sites': sites, 'wikijql.defaultSite': 'wiki' };
  return folderWith({ '.vscode/settings.json': JSON.stringify(settings), ...files });
}
