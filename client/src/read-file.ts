/** Reads files that the user did not open: whatever a name leads to takes little time and memory. */
import * as vscode from 'vscode';

/**
 * The bytes of a regular file, to which a link may lead; `undefined` = it is a folder, a pipe or a device, or longer.
 *
 * @param most maximum bytes
 */
export async function readFile(file: vscode.Uri, most: number): Promise<Uint8Array | undefined> {
  const { fs } = vscode.workspace;
  const { type, size } = await fs.stat(file);
  // The type of a link has that of its target as a second bit.
  if ((type & vscode.FileType.File) === 0 || size > most) return undefined;
  return fs.readFile(file);
}
