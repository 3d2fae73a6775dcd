/** Where a query that ran is by now. */
import * as vscode from 'vscode';
import type { Position } from '../../../server/src/protocol/notice.ts';
import type { Requests } from '../requests.ts';

/** The query of that title in the file, if it is the only one; else where it was. */
export async function locateQuery(
  requests: Pick<Requests, 'queries'>,
  uri: vscode.Uri,
  { title, position }: { readonly title: string; readonly position: Position },
): Promise<Position> {
  await vscode.workspace.openTextDocument(uri);
  const queries = await requests.queries({ uri: uri.toString() });
  const [same, ...others] = queries.filter(query => query.title !== '' && query.title === title);
  return same && others.length === 0 ? same.range.start : position;
}
