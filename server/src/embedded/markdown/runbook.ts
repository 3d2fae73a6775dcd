/** A Markdown file whose fences are queries. */
import type { Span } from '#shared/base/text/span.ts';
import { QueryBlock } from '../../query-file/block.ts';
import { type FileSyntax, type PlacedBlock, QueryDocument } from '../../query-file/query-document.ts';
import { nameOf } from '../../query-file/query-names.ts';
import { Scope } from '../../query-file/scope.ts';
import { CollectedHeader, definedLines, maxHeaders } from './definitions.ts';
import { type Fence, type FenceLanguage, readFences } from './fences.ts';
import { MarkdownSource } from './markdown-source.ts';
import { beginsFence, fencedSyntax, fenceText, queryFileText, sqlDirectives } from './query-file-text.ts';

/** The languages whose fences are query files. */
export type QueryLanguage = Exclude<FenceLanguage, 'sql'>;

export const queryLanguages: readonly QueryLanguage[] = ['wikiquery', 'jql'];

interface InFence {
  readonly fence: Fence;
  /** Where its block begins in the file: the spans of the block are relative to it. */
  readonly start: number;
  readonly scope: Scope;
  /** Its `@name`, in the file; absent = it has none. */
  readonly name?: { readonly text: string; readonly span: Span };
}

/** A query of a fence that is a query file. */
export interface FencedQuery extends InFence {
  readonly language: QueryLanguage;
  readonly document: QueryDocument;
  readonly placed: PlacedBlock;
  /** The definitions above it; absent = no definitions. */
  readonly header?: CollectedHeader;
}

/** A statement of SQL over the results of the queries above it; its scope has the directives of its comments `-- @key value`. */
export interface FencedStatement extends InFence {
  readonly language: 'sql';
  readonly sql: string;
}

export type RunbookQuery = FencedQuery | FencedStatement;

/** The syntax of a query language. */
export type Syntaxes = (language: QueryLanguage) => FileSyntax;

/** One reading of a file. */
export class Runbook {
  readonly text: string;
  readonly fences: readonly Fence[];
  /** The markers of results that are not below a fence. */
  readonly strayMarkers: readonly Span[];
  /** In the order of the file. */
  readonly queries: readonly RunbookQuery[];
  /** The first fence with too many definitions above it; `undefined` = no fence. */
  readonly overfull: Fence | undefined;
  readonly #documents: ReadonlyMap<QueryLanguage, QueryDocument>;
  readonly #headers = new Map<QueryBlock, CollectedHeader>();

  /** @param source a text, or one whose blocks other readers share */
  constructor(uri: string, source: string | MarkdownSource, syntaxOf: Syntaxes) {
    const markdown = typeof source === 'string' ? new MarkdownSource(source) : source;
    const { text } = markdown;
    this.text = text;
    ({ fences: this.fences, strayMarkers: this.strayMarkers } = readFences(markdown));
    this.#documents = new Map(
      queryLanguages.map(language => {
        const fences = this.fences.filter(fence => fence.language === language);
        const syntax = fencedSyntax(syntaxOf(language));
        const queries = queryFileText(text, fences);
        const headerOf = (block: QueryBlock) => this.headerOf(block)?.block;
        return [language, new QueryDocument(uri, language, 1, queries, syntax, { headerOf })];
      }),
    );
    const above = new Above();
    this.queries = this.#read(above);
    this.overfull = above.overfull;
  }

  /** The fences of a language as a query file of the same length as this file. */
  document(language: QueryLanguage): QueryDocument {
    return this.#documents.get(language)!;
  }

  /** Returns the definitions above a block of one of the documents; `undefined` = no definitions. */
  headerOf(block: QueryBlock): CollectedHeader | undefined {
    return this.#headers.get(block);
  }

  #read(above: Above): readonly RunbookQuery[] {
    const blocks = new Map(
      queryLanguages.map(language => [language, blocksByFence(this.document(language)).values()]),
    );
    return this.fences.flatMap((fence): readonly RunbookQuery[] => {
      if (fence.language === 'sql') return statementOf(this.text, fence);
      const started = blocks.get(fence.language)?.next().value ?? [];
      return this.#queriesOf(fence, fence.language, started, above);
    });
  }

  #queriesOf(
    fence: Fence,
    language: QueryLanguage,
    blocks: readonly StartedBlock[],
    above: Above,
  ): readonly FencedQuery[] {
    const document = this.document(language);
    const [first] = blocks;
    const outer = above.header(fence, language);
    const inner = first && above.header(fence, language, definedLines(first, true));
    const queries = blocks.flatMap((started): readonly FencedQuery[] => {
      const { block, start, index } = started;
      const header = started === first ? outer : inner;
      if (header) this.#headers.set(block, header);
      if (block.body === undefined) return [];
      const scope = new Scope(block, header?.block);
      const placed = document.placed(index);
      const common = { fence, start, scope, ...nameMember(block, start) };
      return [{ ...common, language, document, placed, ...(header && { header }) }];
    });
    for (const started of blocks) {
      if (queries.length === 0) above.add(definedLines(started, true), language);
      else above.add(definedLines(started, false));
    }
    return queries;
  }
}

interface StartedBlock {
  readonly block: QueryBlock;
  readonly index: number;
  readonly start: number;
}

/** Returns the blocks of each fence; the text above the first fence belongs to no fence. */
function blocksByFence(document: QueryDocument): StartedBlock[][] {
  const fences: StartedBlock[][] = [];
  let start = 0;
  for (const [index, block] of document.blocks.entries()) {
    if (beginsFence(block.text)) fences.push([]);
    fences.at(-1)?.push({ block, index, start });
    start += block.text.length;
  }
  return fences;
}

type DefinedLines = ReturnType<typeof definedLines>;

/** The definitions above a fence: variables for both languages, directives for one. */
class Above {
  overfull: Fence | undefined;
  #room = maxHeaders;
  readonly #lines: { readonly line: DefinedLines[number]; readonly language?: QueryLanguage }[] = [];
  readonly #headers = new Map<QueryLanguage, CollectedHeader>();
  readonly #last = new Map<QueryLanguage, CollectedHeader>();

  /**
   * Adds definitions for the fences below.
   *
   * @param language the language of the directives among them; absent = there are only variables
   */
  add(lines: DefinedLines, language?: QueryLanguage): void {
    if (lines.length === 0) return;
    if (this.overfull !== undefined) return;
    this.#headers.clear();
    for (const line of lines) {
      const isVariable = line.text.startsWith('@');
      this.#lines.push({ line, ...(language && !isVariable && { language }) });
    }
  }

  /**
   * Returns the header of a fence; `undefined` = there are no definitions.
   *
   * @param others definitions of the fence itself
   */
  header(fence: Fence, language: QueryLanguage, others: DefinedLines = []): CollectedHeader | undefined {
    if (this.overfull !== undefined) return this.#last.get(language);
    const cached = others.length === 0 ? this.#headers.get(language) : undefined;
    if (cached) return cached;
    const shared = this.#lines.filter(line => line.language === undefined || line.language === language);
    const lines = [...shared.map(({ line }) => line), ...others];
    if (lines.length === 0) return undefined;
    this.#room -= lines.reduce((sum, { text }) => sum + text.length + 1, 0);
    if (this.#room < 0) {
      this.overfull = fence;
      return this.#last.get(language);
    }
    const header = new CollectedHeader(lines);
    this.#last.set(language, header);
    if (others.length === 0) this.#headers.set(language, header);
    return header;
  }
}

function statementOf(text: string, fence: Fence): readonly FencedStatement[] {
  const { text: sql, start } = fenceText(text, fence);
  if (sql.trim() === '') return [];
  const block = new QueryBlock(sqlDirectives(sql));
  return [{ language: 'sql', fence, start, scope: new Scope(block), sql, ...nameMember(block, start) }];
}

function nameMember(block: QueryBlock, start: number): Pick<InFence, 'name'> {
  const value = nameOf(block)?.value;
  if (value === undefined || value.text === '') return {};
  const span = { start: start + value.span.start, end: start + value.span.end };
  return { name: { text: value.text, span } };
}

/** A line that only query files have: it begins a query, or is a directive or a definition. */
const fileLine = /(?:^|[\r\n])[ \t]{0,20}(?:###|#[ \t]{0,20}@|@[A-Za-z_])/;

/**
 * Whether a file is meant to be run, and does not only explain queries: one of its fences has a line that only query files
 * have, or has a result below it. SQL alone says nothing: documentation has it about other databases.
 */
export const isRunnable = ({ fences, text }: Pick<Runbook, 'fences' | 'text'>): boolean =>
  fences.some(
    ({ result, content }) =>
      result !== undefined || content.some(({ start, end }) => fileLine.test(text.slice(start, end))),
  );
