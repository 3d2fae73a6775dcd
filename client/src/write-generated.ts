import * as vscode from 'vscode';
import { text } from './texts.ts';

/**
 * Writes a generated file where it differs. The user did not choose its name, so whoever shares a repository must not be
 * able to lead it elsewhere by a link.
 *
 * @throws where it is a link, or cannot be written
 */
export async function writeGenerated(file: vscode.Uri, content: string): Promise<void> {
  const { fs } = vscode.workspace;
  const type = await fs.stat(file).then(
    found => found.type,
    () => vscode.FileType.Unknown,
  );
  if ((type & vscode.FileType.SymbolicLink) !== 0)
    throw new Error(text('generated.link', { file: vscode.workspace.asRelativePath(file) }));
  const bytes = new TextEncoder().encode(content);
  const isStored =
    type === vscode.FileType.File &&
    (await fs.readFile(file).then(
      stored => Buffer.compare(stored, bytes) === 0,
      () => false,
    ));
  if (!isStored) await fs.writeFile(file, bytes);
}
