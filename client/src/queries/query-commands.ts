/** The commands of the Queries view. Each takes a line of it, or nothing: then the user picks a query. */
import * as vscode from 'vscode';
import { text } from '../texts.ts';
import type { QueriesView } from './queries-view.ts';
import { queryFolders } from './query-folders.ts';
import { isQueryNode, labelOf, type QueryNode } from './query-node.ts';

type Command = (...parameters: readonly unknown[]) => Promise<unknown>;
type Query = QueryNode & { readonly kind: 'query' };

export function queryCommands(view: QueriesView): Readonly<Record<string, Command>> {
  const chosen = async (value: unknown): Promise<Query | undefined> =>
    isQueryNode(value) ? value : pickQuery(view);
  return {
    'wikijql.queries.refresh': async () => view.refresh(),
    'wikijql.queries.open': async value => {
      const found = await chosen(value);
      if (!found) return;
      const { line, character } = found.query.range.start;
      const start = new vscode.Position(line, character);
      await vscode.window.showTextDocument(found.uri, { selection: new vscode.Range(start, start) });
    },
    'wikijql.queries.run': async value => {
      const found = await chosen(value);
      if (!found) return;
      await vscode.workspace.openTextDocument(found.uri);
      await vscode.commands.executeCommand('wikijql.run', found.uri.toString(), found.query.range.start);
    },
  };
}

/** The file, then one of its queries, if it has several; `undefined` = cancelled, or it has none. */
async function pickQuery(view: QueriesView): Promise<Query | undefined> {
  const lists = await Promise.all(
    queryFolders().map(async folder =>
      (await view.filesIn(folder)).flatMap(node =>
        node.kind === 'file' ? [{ label: node.label, description: folder.label, uri: node.uri }] : [],
      ),
    ),
  );
  const file = await vscode.window.showQuickPick(lists.flat(), { title: text('queries.pickFile') });
  if (!file) return undefined;
  const queries = await view.queriesOf(file.uri);
  if (queries.length < 2) return queries[0];
  const items = queries.map(node => ({ label: labelOf(node.query, node.number), node }));
  return (await vscode.window.showQuickPick(items, { title: text('queries.pick') }))?.node;
}
