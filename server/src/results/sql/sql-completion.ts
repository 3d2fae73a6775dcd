/** Completes a statement. */
import words from '../../../catalogue/sql/words.json' with { type: 'json' };
import type { Span } from '#shared/base/text/span.ts';
import { type SqlFunction, functions } from './function-catalogue.ts';
import { columnText, tableText } from './sql-hover.ts';
import {
  isNamed,
  type KnownColumn,
  type Query,
  queryAt,
  readStatement,
  type Relation,
  tableFunctions,
  visibleSources,
} from './statement.ts';
import { rowNumber, type SqlTable } from './nameable-tables.ts';
import { isName, isSign, isWord, type SqlToken } from './tokens.ts';
import { say } from './sql-problem.ts';
import { isKeyword, nameInSql } from './keywords.ts';

export interface SqlProposal {
  readonly label: string;
  readonly kind: 'table' | 'column' | 'function' | 'keyword';
  /** The text that replaces the span. */
  readonly insert: string;
  /** The position of the cursor afterwards, from the beginning of `insert`; absent = at its end. */
  readonly cursor?: number;
  readonly detail?: string;
  /** Markdown. */
  readonly text?: string;
}

export interface SqlCompletion extends Span {
  readonly proposals: readonly SqlProposal[];
}

/** The word that is being typed, and the words before it. */
interface Cursor {
  readonly span: Span;
  readonly typed: string;
  readonly before: readonly SqlToken[];
  readonly query: Query | undefined;
}

/** The proposals at an offset; none inside a text or a comment. */
export function completeSql(sql: string, offset: number, tables: readonly SqlTable[]): SqlCompletion {
  const cursor = cursorAt(sql, offset, tables);
  if (cursor === undefined) return { start: offset, end: offset, proposals: [] };
  const { span, typed } = cursor;
  const lowerTyped = typed.toLowerCase();
  const proposals = proposalsAt(cursor, tables).filter(({ label }) =>
    label.toLowerCase().includes(lowerTyped),
  );
  const seen = new Set<string>();
  return {
    ...span,
    proposals: proposals.filter(({ kind, label, insert }) => {
      const key = `${kind} ${label} ${insert}`;
      return !seen.has(key) && seen.add(key);
    }),
  };
}

function cursorAt(sql: string, offset: number, tables: readonly SqlTable[]): Cursor | undefined {
  const statement = readStatement(sql, tables);
  const { tokens } = statement;
  const holder = tokens.find(
    ({ start, end, kind }) => start < offset && (offset <= end || kind === 'unclosed'),
  );
  if (holder?.kind === 'text' && offset < holder.end) return undefined;
  if (holder?.kind === 'number') return undefined;
  const query = queryAt(statement, offset);
  const beforeOf = (start: number): readonly SqlToken[] => tokens.filter(({ end }) => end <= start);
  if (holder?.kind === 'unclosed') {
    if (holder.text !== '"') return undefined;
    const typed = sql.slice(holder.end, offset);
    return { span: { start: holder.start, end: offset }, typed, before: beforeOf(holder.start), query };
  }
  if (isInComment(sql, offset, tokens)) return undefined;
  if (!isName(holder))
    return { span: { start: offset, end: offset }, typed: '', before: beforeOf(offset), query };
  const { start, end } = holder;
  const lead = holder.kind === 'quoted' ? start + 1 : start;
  return { span: { start, end }, typed: sql.slice(lead, offset), before: beforeOf(start), query };
}

function isInComment(sql: string, offset: number, tokens: readonly SqlToken[]): boolean {
  const gap = sql.slice(tokens.findLast(({ end }) => end <= offset)?.end ?? 0, offset);
  const comment = gap.lastIndexOf('--');
  if (comment >= 0 && !gap.slice(comment).includes('\n')) return true;
  return gap.lastIndexOf('/*') > gap.lastIndexOf('*/');
}

const clauseWords = Object.keys(words.after);
const sourceWords = ['from', 'join'];
/** Words after which a value is expected. */
const operandWords = [
  'select',
  'distinct',
  'all',
  'where',
  'and',
  'or',
  'not',
  'on',
  'by',
  'having',
  'when',
  'then',
  'else',
  'case',
  'in',
  'like',
  'between',
  'glob',
  'is',
  'limit',
  'offset',
  'using',
  'values',
];

function proposalsAt(cursor: Cursor, tables: readonly SqlTable[]): SqlProposal[] {
  const { before, query } = cursor;
  const last = before.at(-1);
  if (last === undefined) return words.start.map(keyword);
  if (isSign(last, '.')) {
    const owner = before.at(-2)?.text ?? '';
    const sources = [...visibleSources(query)];
    // The select list is written before the tables are named.
    if (sources.length === 0)
      return tables.filter(({ name }) => name.toLowerCase() === owner.toLowerCase()).flatMap(columnsOfTable);
    const named = sources.filter(each => isNamed(each, owner));
    return named.flatMap(({ columns }) => columns ?? []).map(column => columnProposal(column));
  }
  const clause = clauseAt(before);
  if (clause === 'from' && (isWord(last, ...sourceWords) || isSign(last, ',')))
    return [...tableProposals(tables, query), ...tableFunctionProposals(), keyword('SELECT')].filter(
      ({ kind }) => kind !== 'keyword' || isSign(last, '('),
    );
  if (isWord(last, 'as')) return [];
  if (isSign(last, '(') && isQueryStart(before))
    return [...words.start.map(keyword), ...operands(cursor, tables)];
  if (isWord(last, ...operandWords) || isOperator(last)) return operands(cursor, tables);
  return operators(clause, before);
}

/** The name of the clause in the query at the end of some words, in lower case. */
function clauseAt(before: readonly SqlToken[]): string {
  let depth = 0;
  for (const token of before.toReversed()) {
    if (isSign(token, ')')) depth++;
    else if (isSign(token, '(')) depth = Math.max(0, depth - 1);
    else if (depth === 0 && isWord(token, ...clauseWords)) return token.text.toLowerCase();
    else if (depth === 0 && isWord(token, 'join')) return 'from';
  }
  return 'with';
}

/** Whether a query may begin in the parenthesis at the end of some words: it is not that of a function call. */
function isQueryStart(before: readonly SqlToken[]): boolean {
  const owner = before.at(-2);
  return !(owner?.kind === 'word' && !isKeyword(owner.text));
}

const isOperator = (token: SqlToken): boolean => token.kind === 'sign' && /^[(,=<>+\-*/%|]$/.test(token.text);

/** Proposals for the beginning of a value. */
function operands({ query, before }: Cursor, tables: readonly SqlTable[]): SqlProposal[] {
  const sources = [...visibleSources(query)];
  const isFirst = isWord(before.at(-1), 'select', 'distinct');
  const columns = sources.length === 0 ? tables.flatMap(columnsOfTable) : columnsOf(sources);
  const aliases = sources.flatMap(({ name, table }): SqlProposal[] =>
    name === ''
      ? []
      : [
          {
            label: name,
            kind: 'table',
            insert: `${nameInSql(name)}.`,
            ...(table && { text: tableText(table) }),
          },
        ],
  );
  return [
    ...(isFirst ? [keyword('*')] : []),
    ...columns,
    ...aliases,
    ...Array.from(functions.values(), functionProposal),
    ...words.operand.map(keyword),
  ];
}

/** Proposals after a value or a table. */
function operators(clause: string, before: readonly SqlToken[]): SqlProposal[] {
  const inCase =
    before.findLastIndex(token => isWord(token, 'case')) >
    before.findLastIndex(token => isWord(token, 'end'));
  const next = new Map(Object.entries<readonly string[]>(words.after)).get(clause) ?? [];
  const isTable = clause === 'from' && !isWord(before.at(-3), 'on', 'and', 'or');
  return [
    ...(inCase ? words.case : []),
    ...(isTable ? [] : words.operator),
    ...next,
    ...(isTable ? words.operator.slice(0, 2) : []),
  ].map(keyword);
}

const keyword = (word: string): SqlProposal => ({ label: word, kind: 'keyword', insert: word });

const functionProposal = ({ name, signature, summary }: SqlFunction): SqlProposal => ({
  label: name,
  kind: 'function',
  insert: `${name}()`,
  cursor: signature.startsWith(`${name}()`) ? name.length + 2 : name.length + 1,
  detail: signature,
  text: summary,
});

const tableFunctionProposals = (): SqlProposal[] =>
  [...tableFunctions].flatMap(name => {
    const entry = functions.get(name);
    return entry ? [functionProposal(entry)] : [];
  });

function tableProposals(tables: readonly SqlTable[], query: Query | undefined): SqlProposal[] {
  const shared = (query?.shared ?? []).map(({ name }): SqlProposal => ({
    label: name,
    kind: 'table',
    insert: nameInSql(name),
    detail: say('reads'),
  }));
  const stored = tables.map((table): SqlProposal => ({
    label: table.name,
    kind: 'table',
    insert: nameInSql(table.name),
    detail: say(detailOf(table), { title: table.title, file: table.file, rows: table.rows }),
    text: tableText(table),
  }));
  return [...shared, ...stored];
}

function detailOf({ file, isPlanned }: SqlTable): 'table.planned' | 'table.detail' | 'table.fileDetail' {
  if (isPlanned) return 'table.planned';
  return file === '' ? 'table.detail' : 'table.fileDetail';
}

/** The type of a column, after its title where that is not its name. */
function columnDetail(name: string, { title, type }: NonNullable<KnownColumn['from']>): string {
  if (name === rowNumber) return say('type.id');
  const typeInWords = say(`type.${type}`);
  return title === name ? typeInWords : say('column.detail', { title, type: typeInWords });
}

function columnProposal(column: KnownColumn, qualifier = ''): SqlProposal {
  const { name, from } = column;
  return {
    label: qualifier + name,
    kind: 'column',
    insert: qualifier + nameInSql(name),
    ...(from && { detail: columnDetail(name, from) }),
    text: columnText(column),
  };
}

/** The columns of tables, qualified where another table has a column of the same name. */
function columnsOf(sources: readonly Relation[]): SqlProposal[] {
  const owners = new Map<string, number>();
  for (const { columns } of sources)
    for (const name of new Set(columns?.map(column => column.name.toLowerCase())))
      owners.set(name, (owners.get(name) ?? 0) + 1);
  return sources.flatMap(({ name, columns }) =>
    (columns ?? []).map(column => {
      const isShared = (owners.get(column.name.toLowerCase()) ?? 0) > 1;
      return columnProposal(column, isShared && name !== '' ? `${nameInSql(name)}.` : '');
    }),
  );
}

/** The columns of a table that the statement does not name yet. */
const columnsOfTable = (table: SqlTable): SqlProposal[] =>
  table.columns.map(({ name, title, type }) => columnProposal({ name, from: { table, title, type } }));
