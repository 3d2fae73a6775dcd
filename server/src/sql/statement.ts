/**
 * What a statement reads from: its queries, the tables in each, and the columns of those. It never throws, and its bounds hold
 * for every text.
 */
import type { Span } from '../language/span.ts';
import type { ColumnType } from '../protocol/run.ts';
import { rowNumber, type SqlTable } from './tables.ts';
import { closingOf, isName, isSign, isWord, type SqlToken, tokensOf } from './tokens.ts';
import { longestStatement } from './safe-sql.ts';
import { isKeyword } from './words.ts';

/** A column that a query can name. */
export interface KnownColumn {
  readonly name: string;
  /** The column of a stored table that it is; absent = it is computed. */
  readonly from?: { readonly table: SqlTable; readonly title: string; readonly type: ColumnType };
}

/** A table, a common table expression, a subquery or a function in a query, by the name that it has there. */
export interface Relation {
  readonly name: string;
  /** Where the table is named; `undefined` = it is a subquery. */
  readonly token: SqlToken | undefined;
  readonly table: SqlTable | undefined;
  /** `undefined` = not known: nothing is said about them. */
  readonly columns: readonly KnownColumn[] | undefined;
  /** It names nothing that exists. */
  readonly isUnknown?: true;
}

/** One SELECT, with what it may name. */
export interface Query extends Span {
  readonly sources: readonly Relation[];
  /** Common table expressions, also those of the queries around it. */
  readonly shared: readonly Relation[];
  readonly outer: Query | undefined;
  /** Its result. */
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
  /** Each after the one that holds it; none where they are too deep in one another. */
  readonly queries: readonly Query[];
  /** Of its result; `undefined` = not known. */
  readonly columns: readonly KnownColumn[] | undefined;
}

/** SQLite's own bounds: the tables of one query, and the columns of a result. */
const mostSources = 64;
const mostColumns = 2000;

/** The columns of all tables that a statement reads from, each counted as often as it reads from its table. */
const mostRead = 50_000;

/** Queries and parentheses in one another. */
const deepest = 100;

/** Of a text that is too long for a statement nothing is read. */
export function readStatement(sql: string, tables: readonly SqlTable[]): Statement {
  if (sql.length > longestStatement) return { tokens: [], queries: [], columns: undefined };
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
  /** How many columns may still be read. */
  #left = mostRead;
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

  /** Reads what is in a parenthesis; `undefined` also where that is too deep. */
  #deeper<Found>(read: () => Found): Found | undefined {
    if (this.#depth === deepest) this.#isTooDeep = true;
    if (this.#isTooDeep) return undefined;
    this.#depth++;
    const found = read();
    this.#depth--;
    return found;
  }

  /** Columns as far as more of them may be read. */
  #within(columns: readonly KnownColumn[] | undefined): readonly KnownColumn[] | undefined {
    if (columns === undefined || columns.length > this.#left) return undefined;
    this.#left -= columns.length;
    return columns;
  }

  #close(open: number): number {
    return this.#closing.get(open) ?? this.tokens.length;
  }

  /** Reads what is between two tokens; returns the columns of its result. */
  #readQuery(
    from: number,
    to: number,
    outer: Query | undefined,
    known: readonly Relation[],
  ): readonly KnownColumn[] | undefined {
    const shared = [...known];
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

  /** Reads common table expressions; returns where the query itself begins. */
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
      const own = { name: name.text, token: name, table: undefined };
      const itself: Relation = { ...own, columns: names?.map(text => ({ name: text })) };
      const begin = at + 1;
      const columns = this.#deeper(() => this.#readQuery(begin, end, outer, [...shared, itself]));
      const named = names?.map((text, index) => ({ ...columns?.[index], name: text }));
      shared.push({ ...own, columns: named ?? columns });
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
        this.#deeper(() => this.#readSources(at + 1, end, query, sources, inner));
        return end + 1;
      }
      inner.add(at);
      const columns = this.#deeper(() => this.#readQuery(at + 1, end, query.outer, query.shared));
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
      sources.length < mostSources
        ? this.#relationOf(name, query.shared)
        : { token: name, table: undefined, columns: undefined };
    sources.push({ ...relation, name: alias?.text ?? name.text });
    return next;
  }

  #relationOf(token: SqlToken, shared: readonly Relation[]): Omit<Relation, 'name'> {
    const name = token.text.toLowerCase();
    const expression = shared.findLast(each => each.name.toLowerCase() === name);
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
        this.#deeper(() => this.#readQuery(begin, end, query, query.shared));
        at = end;
      }
    }
  }

  #resultOf(from: number, to: number, sources: readonly Relation[]): readonly KnownColumn[] | undefined {
    if (!isWord(this.tokens[from], 'select') || sources.length > mostSources) return undefined;
    const begin = isWord(this.tokens[from + 1], 'distinct', 'all') ? from + 2 : from + 1;
    const found: KnownColumn[] = [];
    for (const [start, end] of this.#split(begin, to, token => isSign(token, ','))) {
      const columns = this.#columnsOf(start, end, sources);
      if (columns === undefined || found.length + columns.length > mostColumns) return undefined;
      found.push(...columns);
    }
    return found;
  }

  /** The columns of one part of the result; `undefined` = not known. */
  #columnsOf(from: number, to: number, sources: readonly Relation[]): readonly KnownColumn[] | undefined {
    const [first, second, last] = [this.tokens[from], this.tokens[from + 1], this.tokens[to - 1]];
    if (to <= from || last === undefined) return [];
    if (isSign(last, '*') && (to - from === 1 || isSign(second, '.'))) {
      const wanted = to - from === 1 ? sources : sources.filter(each => isNamed(each, first?.text ?? ''));
      const lists = wanted.map(({ columns }) => columns);
      if (!lists.every(list => list !== undefined)) return undefined;
      const count = lists.reduce((sum, list) => sum + list.length, 0);
      return count <= mostColumns ? this.#within(lists.flat()) : undefined;
    }
    if (!isName(last)) return [{ name: '' }];
    if (to - from === 1) return [columnOf(last.text, sources) ?? { name: last.text }];
    if (to - from === 3 && isSign(second, '.')) {
      const own = sources.filter(each => isNamed(each, first?.text ?? ''));
      return [columnOf(last.text, own) ?? { name: last.text }];
    }
    const isDirect = to - from === 2 || isWord(this.tokens[to - 2], 'as');
    const end = isWord(this.tokens[to - 2], 'as') ? to - 2 : to - 1;
    const isPlain = end - from === 1 || (end - from === 3 && isSign(second, '.'));
    const [origin] = isDirect && isPlain ? (this.#columnsOf(from, end, sources) ?? []) : [];
    return [{ ...origin, name: last.text }];
  }

  /** The first token between two that a rule takes, not in parentheses; `to` = none. */
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
    const found = columns && indexOf(columns).get(lower);
    if (found) return found;
  }
  return undefined;
}

const ofTables = new WeakMap<SqlTable, readonly KnownColumn[]>();

/** The number of the row, then the columns that it stores. */
function columnsOfTable(table: SqlTable): readonly KnownColumn[] {
  const known = ofTables.get(table);
  if (known) return known;
  const columns: readonly KnownColumn[] = [
    { name: rowNumber, from: { table, title: rowNumber, type: 'id' } },
    ...table.columns.map(({ name, title, type }) => ({ name, from: { table, title, type } })),
  ];
  ofTables.set(table, columns);
  return columns;
}

type Columns = NonNullable<Relation['columns']>;
const indexes = new WeakMap<Columns, ReadonlyMap<string, KnownColumn>>();

/** The first column of each name, in lower case. */
function indexOf(columns: Columns): ReadonlyMap<string, KnownColumn> {
  const known = indexes.get(columns);
  if (known) return known;
  const index = new Map(columns.toReversed().map(column => [column.name.toLowerCase(), column]));
  indexes.set(columns, index);
  return index;
}

/** The tables that a query can name columns of: its own, then those of the queries around it. */
export function* visibleSources(query: Query | undefined): Generator<Relation> {
  for (let each = query; each; each = each.outer) yield* each.sources;
}
