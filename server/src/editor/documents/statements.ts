/** Statements of SQL in the fences of Markdown files and in the cells of notebooks. */
import type { Range } from 'vscode-languageserver-types';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { columnTypeSchema } from '#shared/protocol/run.ts';
import { QueryBlock } from '../../query-file/block.ts';
import type { QueryDocument } from '../../query-file/query-document.ts';
import { nameOf } from '../../query-file/query-names.ts';
import { Scope } from '../../query-file/scope.ts';
import { fenceAt } from '../../embedded/markdown/fence-at.ts';
import type { FencedStatement, Runbook } from '../../embedded/markdown/runbook.ts';
import { sqlDirectives } from '../../embedded/markdown/query-file-text.ts';
import { readStatement } from '../../results/sql/statement.ts';
import { columnNames, type SqlColumn, type SqlTable } from '../../results/sql/nameable-tables.ts';
import type { Language } from '../../runs/languages/served-language.ts';
import type { OwnTables, PlannedTable } from '../session-tables.ts';

/** The language of a cell with a statement. */
export const sqlId = 'sql';

/** A statement and where it is. */
export interface Statement {
  readonly document: QueryDocument;
  readonly sql: string;
  /** Where it begins in the document. */
  readonly start: number;
  /** Where its fence begins in the document; absent = it has none. */
  readonly fenceStart?: number;
  /** Has the directives of its comments `-- @key value`. */
  readonly scope: Scope;
  /** By its `@name`; empty = none. */
  readonly name: string;
}

/** A statement and a place in it. */
export interface StatementPlace extends Statement {
  readonly offset: number;
}

interface StatementDependencies {
  readonly documents: { get(uri: string): QueryDocument | undefined };
  readonly languages: ReadonlyMap<string, Language>;
  readonly runbookOf: (uri: string) => Runbook | undefined;
  readonly cellsBeside: (uri: string) => readonly string[];
  readonly contextOf: (uri: string) => QueryContext;
}

/** The tables that statements of SQL read in their own file. */
export class Statements {
  readonly #workspace: StatementDependencies;
  /** By the document of the file, or of the first cell. */
  #planned = new WeakMap<QueryDocument, { readonly read: readonly unknown[]; readonly planned: Planned }>();

  constructor(workspace: StatementDependencies) {
    this.#workspace = workspace;
  }

  /** Returns the tables that the other queries of its file are for a statement. */
  tablesFor({ document, name }: Statement): OwnTables {
    const { uri } = document;
    const asking = name === '' ? {} : { asking: { uri, name } };
    if (document.languageId === sqlId) {
      const uris = this.#workspace.cellsBeside(uri);
      const cells = uris.flatMap(cell => this.#workspace.documents.get(cell) ?? []);
      const cellVersions = cells.flatMap(cell => [cell, cell.version]);
      const planned = this.#plannedIn(cells[0] ?? document, cellVersions, () =>
        cells.flatMap(cell => this.#queriesOfCell(cell)),
      );
      return { uris: new Set(uris), planned: planned.without(uri, name), ...asking };
    }
    const runbook = this.#workspace.runbookOf(uri);
    const planned = this.#plannedIn(document, [runbook], () =>
      (runbook?.queries ?? []).map(query => this.#queryOf(uri, query)),
    );
    return { uris: new Set([uri]), planned: planned.without(uri, name), ...asking };
  }

  /** Forgets the expected columns: catalogues or settings have changed. */
  forget(): void {
    this.#planned = new WeakMap();
  }

  /**
   * Returns the tables of the named queries of a file, made once for each version.
   *
   * @param read tells versions apart
   */
  #plannedIn(
    document: QueryDocument,
    read: readonly unknown[],
    queries: () => readonly NamedQuery[],
  ): Planned {
    const cached = this.#planned.get(document);
    const isSame = cached?.read.length === read.length && cached.read.every((part, at) => part === read[at]);
    if (cached && isSame) return cached.planned;
    const planned = new Planned(queries());
    this.#planned.set(document, { read, planned });
    return planned;
  }

  /** A table that a statement reads and whose query has not run yet; `undefined` = none. */
  notRun(sql: string, tables: readonly SqlTable[]): string | undefined {
    const sources = readStatement(sql, tables).queries.flatMap(query => query.sources);
    return sources.find(({ table }) => table?.isPlanned)?.table?.name;
  }

  #queryOf(uri: string, query: Runbook['queries'][number]): NamedQuery {
    const common = { uri, name: query.name?.text ?? '', title: query.scope.block.title?.text ?? '' };
    if (query.language === sqlId) return { ...common, sql: query.sql };
    return { ...common, columns: () => this.#columnsOf(query.language, uri, query.scope) };
  }

  #queriesOfCell(cell: QueryDocument): readonly NamedQuery[] {
    const { uri, languageId } = cell;
    if (languageId === sqlId) {
      const { name, sql } = cellStatement(cell);
      return [{ uri, name, title: '', sql }];
    }
    return cell.blocks.map(block => ({
      uri,
      name: nameOf(block)?.value.text ?? '',
      title: block.title?.text ?? '',
      columns: () => this.#columnsOf(languageId, uri, new Scope(block, cell.headerOf(block))),
    }));
  }

  #columnsOf(languageId: string, uri: string, scope: Scope): readonly SqlColumn[] {
    const language = this.#workspace.languages.get(languageId);
    if (language === undefined) return [];
    const { columns } = language.service.resultColumns(
      { block: scope.block, scope },
      this.#workspace.contextOf(uri),
    );
    const here = columns.filter(({ lacks }) => lacks === undefined);
    // The alias of a wiki's column is its key; the name of a tracker's column is its key.
    const keys = here.map(({ name, aliases: [key] }) => (languageId === 'wikiquery' ? (key ?? name) : name));
    const names = columnNames(keys);
    return here.map(({ name, type }, index) => ({
      name: names[index]!,
      title: name,
      type: columnTypeSchema.options.find(option => option === type) ?? 'text',
    }));
  }
}

/** A query that may have a name, with the columns to be expected. */
interface NamedQuery {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly sql?: string;
  readonly columns?: () => readonly SqlColumn[];
}

/** Bounds for the tables of one file: its queries, the characters of its statements, and the columns. */
const maxPlannedQueries = 1000;
const maxCharacters = 200_000;
const maxColumns = 100_000;

/** The named queries of a file as tables; the columns of a statement are those of the queries above it. */
class Planned {
  readonly #tables: PlannedTable[] = [];
  readonly #above: SqlTable[] = [];
  #characters = 0;
  #columns = 0;

  constructor(queries: readonly NamedQuery[]) {
    for (const query of queries) {
      const { uri, name, title } = query;
      if (name === '') continue;
      const table = { name, title: title === '' ? name : title, columns: this.#columnsOf(query) };
      this.#tables.push({ uri, ...table });
      this.#above.push({ ...table, kind: 'result', file: '', site: '', rows: 0, time: 0, isPlanned: true });
    }
  }

  without(uri: string, name: string): readonly PlannedTable[] {
    return this.#tables.filter(table => table.uri !== uri || table.name !== name);
  }

  /** Returns the expected columns of a query; `[]` after the bounds are exceeded. */
  #columnsOf({ sql = '', columns }: NamedQuery): readonly SqlColumn[] {
    this.#characters += sql.length;
    const isWithin =
      this.#tables.length < maxPlannedQueries &&
      this.#characters <= maxCharacters &&
      this.#columns <= maxColumns;
    const expected = isWithin ? (columns?.() ?? this.#columnsOfStatement(sql)) : [];
    this.#columns += expected.length;
    return expected;
  }

  #columnsOfStatement(sql: string): readonly SqlColumn[] {
    const columns = readStatement(sql, this.#above).columns ?? [];
    return columns
      .filter(({ name }) => name !== '')
      .map(({ name, from }) => ({ name, title: from?.title ?? name, type: from?.type ?? 'text' }));
  }
}

/** The statement of a notebook's cell, also an empty one. */
export function cellStatement(document: QueryDocument): Statement {
  const sql = document.getText();
  const block = new QueryBlock(sqlDirectives(sql));
  return { document, sql, start: 0, scope: new Scope(block), name: nameOf(block)?.value.text ?? '' };
}

/** The statements of a Markdown file, in its order; `[]` also where its SQL is not about results. */
export const runbookStatements = (runbook: Runbook, document: QueryDocument): readonly Statement[] =>
  isAboutResults(runbook) ? fencedStatements(runbook).map(fenced => inFile(document, fenced)) : [];

/** The statement that an offset of a Markdown file is in, also one that is not written yet; `undefined` = none. */
export function statementAt(
  runbook: Runbook,
  document: QueryDocument,
  offset: number,
): StatementPlace | undefined {
  const place = fenceAt(runbook, offset);
  if (!place?.isContent || place.fence.language !== 'sql' || !isAboutResults(runbook)) return undefined;
  const fenced = fencedStatements(runbook).find(({ fence }) => fence === place.fence);
  if (fenced === undefined || offset < fenced.start)
    return { ...emptyStatement(document, offset), offset: 0 };
  const statement = inFile(document, fenced);
  const inside = offset - fenced.start;
  // The line that is being written is not yet a part of it.
  return { ...statement, sql: statement.sql.padEnd(inside, '\n'), offset: inside };
}

/** The statement that a command at an offset of a Markdown file means; `undefined` = no fence of SQL is there. */
export function statementOfFence(
  runbook: Runbook,
  document: QueryDocument,
  offset: number,
): Statement | undefined {
  const place = fenceAt(runbook, offset);
  const fenced = fencedStatements(runbook).find(({ fence }) => fence === place?.fence);
  return fenced && inFile(document, fenced);
}

/** The range in its document of a span of a statement. */
export const rangeInStatement = ({ document, start }: Statement, span: Span): Range =>
  document.rangeIn(document.placed(0), { start: start + span.start, end: start + span.end });

const fencedStatements = ({ queries }: Runbook): readonly FencedStatement[] =>
  queries.filter(query => query.language === sqlId);

/** SQL is about results only beside queries or with a directive: many texts explain SQL of other databases. */
const isAboutResults = (runbook: Runbook): boolean =>
  runbook.fences.some(({ language }) => language !== sqlId) ||
  fencedStatements(runbook).some(({ scope }) => scope.block.directives.length > 0);

const inFile = (document: QueryDocument, { sql, start, scope, name, fence }: FencedStatement): Statement => ({
  document,
  sql,
  start,
  fenceStart: fence.opening.start,
  scope,
  name: name?.text ?? '',
});

const emptyStatement = (document: QueryDocument, start: number): Statement => ({
  document,
  sql: '',
  start,
  scope: new Scope(new QueryBlock('')),
  name: '',
});
