/** The folders with query files: those of the workspace, of the user, and of a team. */
import * as vscode from 'vscode';
import { platform } from '#platform';
import { type FileKind, findFiles } from '../find-files.ts';
import { languageSettings, section } from '../settings.ts';
import { fileNameOf, text } from '../texts.ts';
import { userValue } from '../user-value.ts';
import { isMarkdown, isQueryFile, type QueryNode } from './query-node.ts';
import type { RunbookList } from './runbook-list.ts';

/** The maximum number of files of a folder that are shown. */
const maxFiles = 10_000;

/** The files that can have queries; of Markdown files, only runbooks do. */
export const filesWithQueries: FileKind = {
  pattern: '**/*.{wikiquery,jql,md,markdown}',
  pathPattern: /\.(?:wikiquery|jql|md|markdown)$/,
};

type Folder = QueryNode & { readonly kind: 'folder' };

/** All folders, those of the workspace first. An untrusted workspace has only its own. */
export const queryFolders = (): readonly Folder[] => [
  ...(vscode.workspace.workspaceFolders ?? []).map(({ name, uri }): Folder => ({
    kind: 'folder',
    label: name,
    uri,
    icon: 'root-folder',
  })),
  ...otherFolders(),
];

/** The folders of the user and the team. */
export function otherFolders(): readonly Folder[] {
  const configuration = vscode.workspace.getConfiguration(section);
  const userFolders = userValue<readonly string[]>(configuration, 'queries.folders', []);
  const team = configuration
    .get<readonly string[]>('queries.folders', [])
    .filter(folder => !userFolders.includes(folder));
  return [
    ...userFolders.flatMap(folder => folderOf(folder, 'account')),
    ...team.flatMap(folder => folderOf(folder, 'organization')),
  ];
}

/** The folder that a setting names; `[]` = it is empty, or there are no such folders. */
function folderOf(folder: string, icon: string): readonly Folder[] {
  const uri = folder === '' ? undefined : platform.userFolder(folder);
  return uri === undefined ? [] : [{ kind: 'folder', label: fileNameOf(uri), icon, uri }];
}

/** The settings that exclude files from lists; the editor's search follows “files.exclude” itself. */
export const excludeSettings = ['files.exclude', 'search.exclude'];

/** The files of a folder that “search.exclude” excludes, as one pattern. */
function excluded(folder: vscode.Uri): string {
  const rules = vscode.workspace
    .getConfiguration('search', folder)
    .get<Readonly<Record<string, unknown>>>('exclude', {});
  const patterns = Object.entries(rules).flatMap(([pattern, isOn]) => (isOn === true ? [pattern] : []));
  return `{${[...new Set([...patterns, '**/node_modules/**'])].join(',')}}`;
}

/**
 * The files of a folder with queries, sorted by their paths, without those that “files.exclude” and “search.exclude”
 * exclude.
 */
export async function queryFilesIn({ uri }: Folder, runbooks: RunbookList): Promise<readonly QueryNode[]> {
  const uris = await findFiles(filesWithQueries, excluded(uri), maxFiles, uri);
  const hasFences = languageSettings().embeddedQueries !== 'never';
  const markdown = hasFences ? await runbooks.among(uris.filter(isMarkdown)) : [];
  const files = [...uris.filter(isQueryFile), ...markdown]
    .map((file): QueryNode & { readonly kind: 'file' } => ({
      kind: 'file',
      uri: file,
      label: file.path.slice(uri.path.length).replace(/^\//, ''),
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  if (files.length === 0) return [{ kind: 'message', label: text('queries.none') }];
  return uris.length < maxFiles
    ? files
    : [...files, { kind: 'message', label: text('queries.tooMany', { count: maxFiles }) }];
}
