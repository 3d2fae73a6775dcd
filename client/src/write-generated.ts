import * as vscode from 'vscode';
import { readFile } from './read-file.ts';
import { text } from './texts.ts';

/**
 * Writes a generated file if its content differs. The user did not choose its name, so a shared repository must not
 * be able to redirect it by a link.
 *
 * @throws if the file is a link, or cannot be written
 */
export async function writeGenerated(file: vscode.Uri, content: string): Promise<void> {
  const { fs } = vscode.workspace;
  const type = await fs.stat(file).then(
    stat => stat.type,
    () => vscode.FileType.Unknown,
  );
  if ((type & vscode.FileType.SymbolicLink) !== 0)
    throw new Error(text('generated.link', { file: vscode.workspace.asRelativePath(file) }));
  const bytes = new TextEncoder().encode(content);
  const isStored =
    type === vscode.FileType.File &&
    (await readFile(file, bytes.length).then(
      stored => stored?.length === bytes.length && stored.every((byte, index) => byte === bytes[index]),
      () => false,
    ));
  if (!isStored) await fs.writeFile(file, bytes);
}
