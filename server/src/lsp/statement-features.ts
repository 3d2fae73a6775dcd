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
  type Position,
} from 'vscode-languageserver';
import type { QueryReference } from '../protocol/run.ts';
import type { SqlProposal } from '../sql/sql-completion.ts';
import { problemAt, type SqlProblem } from '../sql/sql-problem.ts';
import { sqlService, type SqlService } from '../sql/sql-service.ts';
import type { CompletionAbilities } from './convert.ts';
import { type SqlHost, tablesNow, titleOf } from './sql-runs.ts';
import type { Statement } from './statements.ts';

const kinds: Record<SqlProposal['kind'], CompletionItemKind> = {
  table: CompletionItemKind.Struct,
  column: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  keyword: CompletionItemKind.Keyword,
};

const source = 'SQL';
const markdown = (value: string) => ({ kind: 'markdown' as const, value });

/** The language of statements about the results of the session, and those of the statement's own file. */
async function serviceFor(workspace: SqlHost, statement: Statement): Promise<SqlService> {
  const all = await tablesNow(workspace, statement);
  return sqlService(all.map(({ shown }) => shown));
}

/** `undefined` = no statement is there. */
export async function completeStatement(
  workspace: SqlHost,
  uri: string,
  position: Position,
  { snippets }: CompletionAbilities,
): Promise<CompletionList | undefined> {
  const place = workspace.statements.at(uri, position);
  if (place === undefined) return undefined;
  const { start, end, proposals } = (await serviceFor(workspace, place)).complete(place.sql, place.offset);
  const range = workspace.statements.rangeOf(place, { start, end });
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

/** `undefined` = no statement is there; `null` = nothing is known of the word. */
export async function hoverStatement(
  workspace: SqlHost,
  uri: string,
  position: Position,
): Promise<Hover | null | undefined> {
  const place = workspace.statements.at(uri, position);
  if (place === undefined) return undefined;
  const found = (await serviceFor(workspace, place)).hover(place.sql, place.offset);
  if (found === undefined) return null;
  return { contents: markdown(found.text), range: workspace.statements.rangeOf(place, found) };
}

/** Statements that are too complex to check; the rest of their file is not checked, or its checks would go on for ever. */
const mostComplex = 3;

/** What is wrong with the statements of a file. */
export async function statementDiagnostics(
  workspace: SqlHost,
  uri: string,
  wanted: () => boolean,
): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  let complex = 0;
  for (const statement of workspace.statements.all(uri)) {
    if (!wanted()) break;
    const add = ({ start, end, code, message, isNotice }: SqlProblem): void =>
      void found.push({
        range: workspace.statements.rangeOf(statement, { start, end }),
        severity: isNotice ? DiagnosticSeverity.Information : DiagnosticSeverity.Error,
        code,
        source,
        message,
      });
    if (complex === mostComplex) {
      const whole = { start: 0, end: statement.sql.length };
      add({ ...problemAt(whole, 'not-checked', { count: String(complex) }), isNotice: true });
      break;
    }
    const all = await tablesNow(workspace, statement);
    const problems = await workspace.runtime.checkSql(
      statement.sql,
      all.map(({ shown }) => shown),
    );
    if (problems.some(({ code }) => code === 'too-complex')) complex++;
    problems.forEach(add);
    await workspace.runtime.yieldTurn();
  }
  return found;
}

/** The command over each statement of a file. */
export const statementLenses = ({ statements, runtime }: SqlHost, uri: string): CodeLens[] =>
  statements
    .all(uri)
    .filter(({ sql }) => sql.trim() !== '')
    .map(statement => {
      const range = statements.rangeOf(statement, { start: 0, end: 0 });
      const title = runtime.wording('lens.wikijql.run');
      return { range, command: { title, command: 'wikijql.run', arguments: [uri, range.start] } };
    });

/** The statements of a file that can be run. */
export const statementReferences = ({ statements }: SqlHost, uri: string): QueryReference[] =>
  statements
    .all(uri)
    .filter(({ sql }) => sql.trim() !== '')
    .map(statement => referenceOf(statement, statements));

/** What a command says of a statement before it runs. */
export const referenceOf = (
  statement: Statement,
  { rangeOf }: Pick<SqlHost['statements'], 'rangeOf'>,
): QueryReference => ({
  title: titleOf(statement.sql, statement.name),
  range: rangeOf(statement, { start: 0, end: statement.sql.length }),
});
