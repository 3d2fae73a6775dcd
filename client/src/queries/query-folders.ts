/** Where query files are: the folders of the workspace, the user's own, and those of a team. */
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { section } from '../settings.ts';
import { text } from '../texts.ts';
import { isQueryFile, type QueryNode } from './query-node.ts';

/** Files of one folder that are shown. */
export const mostFiles = 10_000;

const pattern = '**/*.{wikiquery,jql}';

type Folder = QueryNode & { readonly kind: 'folder' };

/** The folders of the workspace first. An untrusted one names none beside its own. */
export function queryFolders(): readonly Folder[] {
  const configuration = vscode.workspace.getConfiguration(section);
  const own = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }): Folder => ({
    kind: 'folder',
    label: name,
    uri,
    icon: 'root-folder',
  }));
  const user = configuration.get<string>('queries.userFolder', '');
  const team = configuration.get<readonly string[]>('queries.teamFolders', []);
  return [
    ...own,
    ...(user === '' ? [] : [namedFolder(user, text('queries.userFolder'), 'account')]),
    ...team
      .filter(folder => folder !== '')
      .map(folder => namedFolder(folder, path.basename(folder), 'organization')),
  ];
}

const namedFolder = (folder: string, label: string, icon: string): Folder => ({
  kind: 'folder',
  label,
  icon,
  uri: vscode.Uri.file(path.resolve(homedir(), folder.replace(/^~[/\\]?/, ''))),
});

/** The query files of a folder by their paths, without what “files.exclude” leaves out, and without packages. */
export async function queryFilesIn({ uri }: Folder): Promise<readonly QueryNode[]> {
  const found = await vscode.workspace.findFiles(
    new vscode.RelativePattern(uri, pattern),
    undefined,
    mostFiles,
  );
  const files = found
    .filter(file => isQueryFile(file) && !/\/node_modules\//.test(file.path))
    .map((file): QueryNode & { readonly kind: 'file' } => ({
      kind: 'file',
      uri: file,
      label: file.path.slice(uri.path.length).replace(/^\//, ''),
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  if (files.length === 0) return [{ kind: 'message', label: text('queries.none') }];
  return found.length < mostFiles
    ? files
    : [...files, { kind: 'message', label: text('queries.tooMany', { count: mostFiles }) }];
}
