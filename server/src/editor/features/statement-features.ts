/** LSP's features for statements of SQL in fences and cells. */
import {
  type CodeLens,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  InsertTextFormat,
} from 'vscode-languageserver';
import type { QueryReference } from '#shared/protocol/run.ts';
import { problemAt, type SqlProblem } from '../../results/sql/sql-problem.ts';
import type { SqlTable } from '../../results/sql/nameable-tables.ts';
import { completeSql, type SqlProposal } from '../../results/sql/sql-completion.ts';
import { hoverSql } from '../../results/sql/sql-hover.ts';
import type { CompletionAbilities } from './convert.ts';
import { type SqlHost, tablesNow, titleOf } from '../sql-runs.ts';
import { rangeInStatement, type Statement, type StatementPlace } from '../documents/statements.ts';

const kinds: Record<SqlProposal['kind'], CompletionItemKind> = {
  table: CompletionItemKind.Struct,
  column: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  keyword: CompletionItemKind.Keyword,
};

const source = 'SQL';
const markdown = (value: string) => ({ kind: 'markdown' as const, value });

/** The tables that a statement can name: the results of the session and of the statement's own file. */
async function tablesFor(workspace: SqlHost, statement: Statement): Promise<readonly SqlTable[]> {
  const tables = await tablesNow(workspace, statement);
  return tables.map(({ shown }) => shown);
}

/** Completes tables, columns, functions and keywords at a place of a statement. */
export async function completeStatement(
  workspace: SqlHost,
  place: StatementPlace,
  { snippets }: CompletionAbilities,
): Promise<CompletionList> {
  const tables = await tablesFor(workspace, place);
  const { start, end, proposals } = completeSql(place.sql, place.offset, tables);
  const range = rangeInStatement(place, { start, end });
  const isQuoted = place.sql[start] === '"';
  const items = proposals.map((proposal, index): CompletionItem => {
    const { label, kind, insert, cursor, detail, text } = proposal;
    const isSnippet = snippets && cursor !== undefined;
    return {
      label,
      kind: kinds[kind],
      textEdit: { range, newText: isSnippet ? snippetOf(insert, cursor) : insert },
      ...(isSnippet && { insertTextFormat: InsertTextFormat.Snippet }),
      ...(isQuoted && { filterText: insert }),
      sortText: String(index).padStart(4, '0'),
      ...(detail !== undefined && { detail }),
      ...(text !== undefined && { documentation: markdown(text) }),
    };
  });
  return { isIncomplete: false, items };
}

const snippetOf = (insert: string, cursor: number): string =>
  `${escaped(insert.slice(0, cursor))}$0${escaped(insert.slice(cursor))}`;

const escaped = (text: string): string => text.replaceAll(/[\\$}]/g, String.raw`\$&`);

/** Explains the word at a place of a statement; `null` = there is nothing to explain. */
export async function explainStatement(workspace: SqlHost, place: StatementPlace): Promise<Hover | null> {
  const explanation = hoverSql(place.sql, place.offset, await tablesFor(workspace, place));
  if (explanation === undefined) return null;
  return { contents: markdown(explanation.text), range: rangeInStatement(place, explanation) };
}

/** After this number of statements that are too complex to check, the rest of the file is not checked: it would take minutes. */
const maxComplexStatements = 3;

/** The diagnostics of the statements of a file. */
export async function statementProblems(
  workspace: SqlHost,
  statements: readonly Statement[],
  wanted: () => boolean,
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  let complex = 0;
  for (const statement of statements) {
    if (!wanted()) break;
    const add = ({ start, end, code, message, isNotice }: SqlProblem): void =>
      void diagnostics.push({
        range: rangeInStatement(statement, { start, end }),
        severity: isNotice ? DiagnosticSeverity.Information : DiagnosticSeverity.Error,
        code,
        source,
        message,
      });
    if (complex === maxComplexStatements) {
      const whole = { start: 0, end: statement.sql.length };
      add({ ...problemAt(whole, 'not-checked', { count: String(complex) }), isNotice: true });
      break;
    }
    const tables = await tablesNow(workspace, statement);
    const problems = await workspace.runtime.checkSql(
      statement.sql,
      tables.map(({ shown }) => shown),
    );
    if (problems.some(({ code }) => code === 'too-complex')) complex++;
    problems.forEach(add);
    await workspace.runtime.yieldTurn();
  }
  return diagnostics;
}

/** The command over each statement of a file. */
export const statementLenses = (
  { runtime }: Pick<SqlHost, 'runtime'>,
  statements: readonly Statement[],
): CodeLens[] =>
  statements.filter(isWritten).map(statement => {
    const { start, fenceStart = start } = statement;
    const above = fenceStart - start;
    const title = runtime.wording('lens.wikijql.run');
    const place = rangeInStatement(statement, { start: 0, end: 0 }).start;
    return {
      range: rangeInStatement(statement, { start: above, end: above }),
      command: { title, command: 'wikijql.run', arguments: [statement.document.uri, place] },
    };
  });

/** The statements of a file that can be run. */
export const statementReferences = (statements: readonly Statement[]): QueryReference[] =>
  statements.filter(isWritten).map(referenceOf);

const isWritten = ({ sql }: Statement): boolean => sql.trim() !== '';

/** A statement in the list of a file's queries. */
export const referenceOf = (statement: Statement): QueryReference => ({
  title: titleOf(statement.sql, statement.name),
  range: rangeInStatement(statement, { start: 0, end: statement.sql.length }),
});
