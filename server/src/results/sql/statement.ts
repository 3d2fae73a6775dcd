/**
 * Reads a statement: its queries, the tables in each, and their columns. Never throws, and keeps its bounds for every
 * text.
 */
import type { Span } from '#shared/base/text/span.ts';
import type { ColumnType } from '#shared/protocol/run.ts';
import { rowNumber, type SqlTable } from './nameable-tables.ts';
import { closingOf, isName, isSign, isWord, type SqlToken, tokensOf } from './tokens.ts';
import { maxStatementLength } from './safe-sql.ts';
import { isKeyword } from './keywords.ts';

/** A column that a query can name. */
export interface KnownColumn {
  readonly name: string;
  /** The column of a stored table that it is; absent = it is computed. */
  readonly from?: { readonly table: SqlTable; readonly title: string; readonly type: ColumnType };
}

/** A table, a common table expression, a subquery or a function in a query, by its name there. */
export interface Relation {
  readonly name: string;
  /** The token that names the table; `undefined` = a subquery. */
  readonly token: SqlToken | undefined;
  readonly table: SqlTable | undefined;
  /** `undefined` = unknown: nothing is reported about them. */
  readonly columns: readonly KnownColumn[] | undefined;
  /** Nothing has this name. */
  readonly isUnknown?: true;
}

/** One SELECT, and what it may name. */
export interface Query extends Span {
  readonly sources: readonly Relation[];
  /** Common table expressions, including those of enclosing queries. */
  readonly shared: readonly Relation[];
  readonly outer: Query | undefined;
  /** The columns of its result. */
  readonly columns: readonly KnownColumn[] | undefined;
}

/** Columns of the functions that a query can read from. */
const treeColumns = ['key', 'value', 'type', 'atom', 'id', 'parent', 'fullkey', 'path'];
export const tableFunctions: ReadonlySet<string> = new Set(['json_each', 'json_tree']);

const joinWords = ['join', 'left', 'right', 'full', 'inner', 'outer', 'cross', 'natural'];
const afterSources = ['where', 'group', 'having', 'window', 'order', 'limit'];
const setWords = ['union', 'except', 'intersect'];

export interface Statement {
  readonly tokens: readonly SqlToken[];
  /** Each query after the one that contains it; empty = they are nested too deeply. */
  readonly queries: readonly Query[];
  /** The columns of its result; `undefined` = unknown. */
  readonly columns: readonly KnownColumn[] | undefined;
}

/** SQLite's maximum tables of one query. */
const maxSources = 64;
/** SQLite's maximum columns of a result. */
const maxColumns = 2000;

/** Maximum columns of all tables that a statement reads from, each counted as often as it reads from its table. */
const maxReadColumns = 50_000;

/** Maximum depth of nested queries and parentheses. */
const deepest = 100;

/** Reads a statement; a text that is too long for one is not read. */
export function readStatement(sql: string, tables: readonly SqlTable[]): Statement {
  if (sql.length > maxStatementLength) return { tokens: [], queries: [], columns: undefined };
  const tokens = [...tokensOf(sql)];
  return { tokens, ...new Reader(tokens, sql.length, tables).read() };
}

/** The innermost query at an offset. */
export const queryAt = ({ queries }: Statement, offset: number): Query | undefined =>
  queries
    .filter(({ start, end }) => start <= offset && offset <= end)
    .reduce<Query | undefined>(
      (inner, query) => (inner && query.end - query.start > inner.end - inner.start ? inner : query),
      undefined,
    );

class Reader {
  readonly tokens: readonly SqlToken[];
  readonly queries: Query[] = [];
  readonly #length: number;
  readonly #tables: ReadonlyMap<string, SqlTable>;
  /** The ends of parentheses, by where they begin. */
  readonly #closing: ReadonlyMap<number, number>;
  /** Number of columns that may still be read. */
  #columnsLeft = maxReadColumns;
  #depth = 0;
  #isTooDeep = false;

  constructor(tokens: readonly SqlToken[], length: number, tables: readonly SqlTable[]) {
    this.tokens = tokens;
    this.#length = length;
    this.#tables = new Map(tables.map(table => [table.name.toLowerCase(), table]));
    this.#closing = closingOf(tokens);
  }

  read(): Omit<Statement, 'tokens'> {
    const columns = this.#readQuery(0, this.tokens.length, undefined, []);
    return this.#isTooDeep ? { queries: [], columns: undefined } : { queries: this.queries, columns };
  }

  /** Reads the content of a parenthesis; `undefined` if it is nested too deeply. */
  #readNested<Result>(read: () => Result): Result | undefined {
    if (this.#depth === deepest) this.#isTooDeep = true;
    if (this.#isTooDeep) return undefined;
    this.#depth++;
    const result = read();
    this.#depth--;
    return result;
  }

  /** The columns, if that many may still be read. */
  #within(columns: readonly KnownColumn[] | undefined): readonly KnownColumn[] | undefined {
    if (columns === undefined || columns.length > this.#columnsLeft) return undefined;
    this.#columnsLeft -= columns.length;
    return columns;
  }

  #close(open: number): number {
    return this.#closing.get(open) ?? this.tokens.length;
  }

  /** Reads the query between two tokens; returns the columns of its result. */
  #readQuery(
    from: number,
    to: number,
    outer: Query | undefined,
    outerShared: readonly Relation[],
  ): readonly KnownColumn[] | undefined {
    const shared = [...outerShared];
    const begin = isWord(this.tokens[from], 'with') ? this.#readShared(from + 1, to, outer, shared) : from;
    let first: readonly KnownColumn[] | undefined;
    for (const [index, [start, end]] of this.#split(begin, to, token =>
      isWord(token, ...setWords),
    ).entries()) {
      const skipped = isWord(this.tokens[start], 'all') ? start + 1 : start;
      const query = this.#readSelect(index === 0 ? from : skipped, skipped, end, outer, shared);
      if (index === 0) first = query.columns;
    }
    return first;
  }

  /** Reads common table expressions; returns the place at which the query itself begins. */
  #readShared(from: number, to: number, outer: Query | undefined, shared: Relation[]): number {
    let at = isWord(this.tokens[from], 'recursive') ? from + 1 : from;
    while (at < to) {
      const name = this.tokens[at];
      if (!isName(name) || isWord(name, 'select', 'values')) return at;
      at++;
      let names: readonly string[] | undefined;
      if (isSign(this.tokens[at], '(')) {
        const end = Math.min(this.#close(at), to);
        names = this.tokens
          .slice(at + 1, end)
          .filter(isName)
          .map(({ text }) => text);
        at = end + 1;
      }
      while (isWord(this.tokens[at], 'as', 'not', 'materialized')) at++;
      if (!isSign(this.tokens[at], '(')) return at;
      const end = Math.min(this.#close(at), to);
      const expression = { name: name.text, token: name, table: undefined };
      const itself: Relation = { ...expression, columns: names?.map(text => ({ name: text })) };
      const begin = at + 1;
      const columns = this.#readNested(() => this.#readQuery(begin, end, outer, [...shared, itself]));
      const namedColumns = names?.map((text, index) => ({ ...columns?.[index], name: text }));
      shared.push({ ...expression, columns: namedColumns ?? columns });
      at = end + 1;
      if (!isSign(this.tokens[at], ',')) return at;
      at++;
    }
    return at;
  }

  #readSelect(
    first: number,
    from: number,
    to: number,
    outer: Query | undefined,
    shared: readonly Relation[],
  ): Query {
    const sources: Relation[] = [];
    const columns: { list: readonly KnownColumn[] | undefined } = { list: undefined };
    const query: Query = {
      start: this.tokens[first]?.start ?? this.#length,
      end: this.tokens[to]?.start ?? this.#length,
      sources,
      shared,
      outer,
      get columns() {
        return columns.list;
      },
    };
    this.queries.push(query);
    const fromWord = this.#find(from, to, token => isWord(token, 'from'));
    const inner = new Set<number>();
    if (fromWord < to) {
      const end = this.#find(fromWord + 1, to, token => isWord(token, ...afterSources));
      this.#readSources(fromWord + 1, end, query, sources, inner);
    }
    this.#readInner(from, to, query, inner);
    columns.list = this.#resultOf(from, Math.min(fromWord, to), sources);
    return query;
  }

  /** Reads the tables of a FROM, also within parentheses. */
  #readSources(from: number, to: number, query: Query, sources: Relation[], inner: Set<number>): void {
    let at = from;
    while (at < to) {
      while (at < to && (isWord(this.tokens[at], ...joinWords) || isSign(this.tokens[at], ','))) at++;
      at = this.#readSource(at, to, query, sources, inner);
      at = this.#find(at, to, token => isSign(token, ',') || isWord(token, ...joinWords));
    }
  }

  #readSource(at: number, to: number, query: Query, sources: Relation[], inner: Set<number>): number {
    const token = this.tokens[at];
    if (at >= to || token === undefined) return to;
    if (isSign(token, '(')) {
      const end = Math.min(this.#close(at), to);
      if (!isWord(this.tokens[at + 1], 'select', 'with', 'values')) {
        this.#readNested(() => this.#readSources(at + 1, end, query, sources, inner));
        return end + 1;
      }
      inner.add(at);
      const columns = this.#readNested(() => this.#readQuery(at + 1, end, query.outer, query.shared));
      const alias = this.#aliasAt(end + 1, to);
      sources.push({ name: alias?.text ?? '', token: undefined, table: undefined, columns });
      return end + 1;
    }
    if (!isName(token) || (token.kind === 'word' && isKeyword(token.text))) return at + 1;
    let name = token;
    let next = at + 1;
    const second = this.tokens[at + 2];
    if (isSign(this.tokens[next], '.') && isName(second) && next + 1 < to) {
      name = second;
      next += 2;
    }
    if (isSign(this.tokens[next], '(')) {
      const end = Math.min(this.#close(next), to);
      const alias = this.#aliasAt(end + 1, to);
      const columns = tableFunctions.has(name.text.toLowerCase())
        ? treeColumns.map(column => ({ name: column }))
        : undefined;
      sources.push({ name: alias?.text ?? name.text, token: name, table: undefined, columns });
      return end + 1;
    }
    const alias = this.#aliasAt(next, to);
    const relation =
      sources.length < maxSources
        ? this.#relationOf(name, query.shared)
        : { token: name, table: undefined, columns: undefined };
    sources.push({ ...relation, name: alias?.text ?? name.text });
    return next;
  }

  #relationOf(token: SqlToken, shared: readonly Relation[]): Omit<Relation, 'name'> {
    const name = token.text.toLowerCase();
    const expression = shared.findLast(candidate => candidate.name.toLowerCase() === name);
    if (expression) return { ...expression, token, columns: this.#within(expression.columns) };
    const table = this.#tables.get(name);
    if (table === undefined) return { token, table, columns: undefined, isUnknown: true };
    if (table.isPlanned && table.columns.length === 0) return { token, table, columns: undefined };
    return { token, table, columns: this.#within(columnsOfTable(table)) };
  }

  #aliasAt(at: number, to: number): SqlToken | undefined {
    const hasAs = isWord(this.tokens[at], 'as');
    const token = this.tokens[hasAs ? at + 1 : at];
    if (at >= to || !isName(token)) return undefined;
    return token.kind === 'quoted' || !isKeyword(token.text) ? token : undefined;
  }

  /** Reads the queries in parentheses. */
  #readInner(from: number, to: number, query: Query, done: ReadonlySet<number>): void {
    for (let at = from; at < to; at++) {
      if (!isSign(this.tokens[at], '(')) continue;
      if (done.has(at)) at = this.#close(at);
      else if (isWord(this.tokens[at + 1], 'select', 'with', 'values')) {
        const end = Math.min(this.#close(at), to);
        const begin = at + 1;
        this.#readNested(() => this.#readQuery(begin, end, query, query.shared));
        at = end;
      }
    }
  }

  #resultOf(from: number, to: number, sources: readonly Relation[]): readonly KnownColumn[] | undefined {
    if (!isWord(this.tokens[from], 'select') || sources.length > maxSources) return undefined;
    const begin = isWord(this.tokens[from + 1], 'distinct', 'all') ? from + 2 : from + 1;
    const resultColumns: KnownColumn[] = [];
    for (const [start, end] of this.#split(begin, to, token => isSign(token, ','))) {
      const columns = this.#columnsOf(start, end, sources);
      if (columns === undefined || resultColumns.length + columns.length > maxColumns) return undefined;
      resultColumns.push(...columns);
    }
    return resultColumns;
  }

  /** The columns of one part of the result; `undefined` = unknown. */
  #columnsOf(from: number, to: number, sources: readonly Relation[]): readonly KnownColumn[] | undefined {
    const [first, second, last] = [this.tokens[from], this.tokens[from + 1], this.tokens[to - 1]];
    if (to <= from || last === undefined) return [];
    if (isSign(last, '*') && (to - from === 1 || isSign(second, '.'))) {
      const matchingSources =
        to - from === 1 ? sources : sources.filter(source => isNamed(source, first?.text ?? ''));
      const lists = matchingSources.map(({ columns }) => columns);
      if (!lists.every(list => list !== undefined)) return undefined;
      const count = lists.reduce((sum, list) => sum + list.length, 0);
      return count <= maxColumns ? this.#within(lists.flat()) : undefined;
    }
    if (!isName(last)) return [{ name: '' }];
    if (to - from === 1) return [columnOf(last.text, sources) ?? { name: last.text }];
    if (to - from === 3 && isSign(second, '.')) {
      const owners = sources.filter(source => isNamed(source, first?.text ?? ''));
      return [columnOf(last.text, owners) ?? { name: last.text }];
    }
    const isDirect = to - from === 2 || isWord(this.tokens[to - 2], 'as');
    const end = isWord(this.tokens[to - 2], 'as') ? to - 2 : to - 1;
    const isPlain = end - from === 1 || (end - from === 3 && isSign(second, '.'));
    const [origin] = isDirect && isPlain ? (this.#columnsOf(from, end, sources) ?? []) : [];
    return [{ ...origin, name: last.text }];
  }

  /** The first token between two that satisfies a rule, outside of parentheses; `to` = none. */
  #find(from: number, to: number, rule: (token: SqlToken) => boolean): number {
    for (let at = from; at < to; at++) {
      const token = this.tokens[at]!;
      if (rule(token)) return at;
      if (isSign(token, '(')) at = this.#close(at);
    }
    return to;
  }

  #split(from: number, to: number, rule: (token: SqlToken) => boolean): (readonly [number, number])[] {
    const parts: (readonly [number, number])[] = [];
    for (let start = from; ;) {
      const end = this.#find(start, to, rule);
      parts.push([start, end]);
      if (end >= to) return parts;
      start = end + 1;
    }
  }
}

export const isNamed = ({ name }: Pick<Relation, 'name'>, text: string): boolean =>
  name.toLowerCase() === text.toLowerCase();

/** The column of that name in one of the tables. */
export function columnOf(name: string, sources: readonly Relation[]): KnownColumn | undefined {
  const lower = name.toLowerCase();
  for (const { columns } of sources) {
    const column = columns && indexOf(columns).get(lower);
    if (column) return column;
  }
  return undefined;
}

const columnsByTable = new WeakMap<SqlTable, readonly KnownColumn[]>();

/** The columns of a table: the row number, then the stored ones. */
function columnsOfTable(table: SqlTable): readonly KnownColumn[] {
  const cached = columnsByTable.get(table);
  if (cached) return cached;
  const columns: readonly KnownColumn[] = [
    { name: rowNumber, from: { table, title: rowNumber, type: 'id' } },
    ...table.columns.map(({ name, title, type }) => ({ name, from: { table, title, type } })),
  ];
  columnsByTable.set(table, columns);
  return columns;
}

type Columns = NonNullable<Relation['columns']>;
const indexes = new WeakMap<Columns, ReadonlyMap<string, KnownColumn>>();

/** The first column of each name, in lower case. */
function indexOf(columns: Columns): ReadonlyMap<string, KnownColumn> {
  const cached = indexes.get(columns);
  if (cached) return cached;
  const index = new Map(columns.toReversed().map(column => [column.name.toLowerCase(), column]));
  indexes.set(columns, index);
  return index;
}

/** The tables whose columns a query can name: its own, then those of enclosing queries. */
export function* visibleSources(query: Query | undefined): Generator<Relation> {
  for (let each = query; each; each = each.outer) yield* each.sources;
}
