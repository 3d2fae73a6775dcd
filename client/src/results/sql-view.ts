/** The SQL view: a results panel of its own, whose runs are statements about stored rows. */
import * as vscode from 'vscode';

const scheme = 'wikijql-sql';
const key = 'wikijql.sql';

/** The address of the SQL view in place of a file's. */
const sqlUri = vscode.Uri.from({ scheme, path: '/SQL' });

export const isSqlUri = (uri: vscode.Uri): boolean => uri.scheme === scheme;

/** The statement that was kept; empty = none. */
export const lastStatement = (memento: vscode.Memento): string => memento.get<string>(key, '');
export const keepStatement = (memento: vscode.Memento, statement: string): Thenable<void> =>
  memento.update(key, statement);

/** The panels that can show the SQL view. */
interface SqlPanels {
  open(uri: vscode.Uri): Promise<{
    showSql(statement?: string): void;
    runSql(sql: string): Promise<unknown>;
  }>;
}

/**
 * Opens the SQL view.
 *
 * @param statement replaces the current statement
 * @param runs whether the statement is executed
 */
export async function openSqlView(panels: SqlPanels, statement?: string, runs = false): Promise<void> {
  const panel = await panels.open(sqlUri);
  panel.showSql(statement);
  if (runs && statement !== undefined) await panel.runSql(statement);
}
