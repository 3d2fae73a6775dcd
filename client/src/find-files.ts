/** Finds files of the workspace, also where its file system has no search. */
import * as vscode from 'vscode';

/** Files that are looked for: `pathPattern` finds what `pattern` finds, where there is no search. */
export interface FileKind {
  readonly pattern: string;
  readonly pathPattern: RegExp;
}

export const queryFiles: FileKind = { pattern: '**/*.{wikiquery,jql}', pathPattern: /\.(?:wikiquery|jql)$/ };

/** Milliseconds without an answer after which a file system counts as one without a search: the editor waits for one without end. */
const maxSearchMs = 2000;
/** The maximum number of folders that are read, and of levels below the first. */
const maxFolders = 1000;
const deepest = 12;

/**
 * Finds files in a folder, or in all of the workspace.
 *
 * @param excluded a pattern of the editor's, which counts where the file system has a search; `undefined` = the settings
 * @param most the maximum number of files
 */
export async function findFiles(
  { pattern, pathPattern }: FileKind,
  excluded: string | undefined,
  most: number,
  folder?: vscode.Uri,
): Promise<readonly vscode.Uri[]> {
  const roots = folder ? [folder] : (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const search = vscode.workspace.findFiles(
    folder ? new vscode.RelativePattern(folder, pattern) : pattern,
    excluded,
    most,
  );
  if (roots.every(({ scheme }) => scheme === 'file' || scheme === 'vscode-remote')) return search;
  const answer = await Promise.race([search, after(maxSearchMs)]);
  return answer ?? (await walk(roots, pathPattern, most));
}

const after = (milliseconds: number): Promise<undefined> =>
  new Promise(resolve => setTimeout(() => resolve(undefined), milliseconds));

/** Reads the folders one after the other; what cannot be read has no files. */
async function walk(
  roots: readonly vscode.Uri[],
  pathPattern: RegExp,
  most: number,
): Promise<readonly vscode.Uri[]> {
  const files: vscode.Uri[] = [];
  const folders = roots.map(uri => ({ uri, level: 0 }));
  for (const [index, { uri, level }] of folders.entries()) {
    if (index >= maxFolders || files.length >= most) break;
    for (const [name, type] of await entriesOf(uri)) {
      const entry = vscode.Uri.joinPath(uri, name);
      if ((type & vscode.FileType.File) !== 0 && pathPattern.test(entry.path)) files.push(entry);
      else if (type === vscode.FileType.Directory && name !== 'node_modules' && level < deepest)
        folders.push({ uri: entry, level: level + 1 });
    }
  }
  return files.slice(0, most);
}

async function entriesOf(folder: vscode.Uri): Promise<readonly (readonly [string, vscode.FileType])[]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}
