/** The commands of the Queries view. Each gets a node of the view, or nothing: then the user picks a query. */
import * as vscode from 'vscode';
import type { CommandHandlers } from '../command-handlers.ts';
import { groupForFile } from '../results/panel-place.ts';
import { text } from '../texts.ts';
import type { QueriesView } from './queries-view.ts';
import { queryFolders } from './query-folders.ts';
import { isQueryNode, labelOf, type QueryNode } from './query-node.ts';

type Query = QueryNode & { readonly kind: 'query' };

export function queryCommands(view: QueriesView): CommandHandlers {
  const chosen = async (value: unknown): Promise<Query | undefined> =>
    isQueryNode(value) ? value : pickQuery(view);
  return {
    'wikijql.queries.refresh': async () => view.refresh(),
    'wikijql.queries.open': async value => {
      const node = await chosen(value);
      if (!node) return;
      const { line, character } = node.query.range.start;
      const start = new vscode.Position(line, character);
      const selection = new vscode.Range(start, start);
      await vscode.window.showTextDocument(node.uri, { selection, viewColumn: groupForFile() });
    },
    'wikijql.queries.run': async value => {
      const node = await chosen(value);
      if (!node) return;
      await vscode.workspace.openTextDocument(node.uri);
      await vscode.commands.executeCommand('wikijql.run', node.uri.toString(), node.query.range.start);
    },
  };
}

/** Asks for a file and, if it has several queries, for one of them; `undefined` = cancelled, or no queries. */
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
