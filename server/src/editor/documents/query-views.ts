/** Queries of open files as language services read them. */
import type { Position, Range } from 'vscode-languageserver-types';
import type { QueryContext, QueryView } from '../../query-file/language/language-service.ts';
import type { Language, RunnableLanguage } from '../../runs/languages/served-language.ts';
import type { QueryBlock } from '../../query-file/block.ts';
import type { PlacedBlock, QueryDocument } from '../../query-file/query-document.ts';
import { Scope } from '../../query-file/scope.ts';

/** An open file in one of the server's languages, and its context. */
export interface OpenFile {
  readonly document: QueryDocument;
  readonly language: Language;
  readonly context: QueryContext;
}

/** The query at a place of a file, ready for a language service. */
export interface PlacedView {
  readonly document: QueryDocument;
  readonly placed: PlacedBlock;
  readonly view: QueryView;
}

/** An open query file, or the fences of one language as such a file, with the language that runs its queries. */
export interface QueryFile extends OpenFile {
  readonly language: RunnableLanguage;
}

/** A place in a query, and the language to ask about it. */
export interface QueryPlace extends PlacedView {
  readonly language: RunnableLanguage;
  readonly offset: number;
}

/** A place in a query that is not too long to be read; `undefined` = no such place. */
export const readable = (place: QueryPlace | undefined): QueryPlace | undefined =>
  place && place.placed.block.isReadable ? place : undefined;

const cachedViews = 16;

/** Makes the views of blocks and keeps the latest ones, so that all features at one place share one reading. */
export class Views {
  readonly #latest = new Map<QueryBlock, QueryView>();

  at(document: QueryDocument, position: Position): PlacedView & { readonly offset: number } {
    const placed = document.blockAt(position.line);
    return { ...this.of(document, placed), offset: document.offsetIn(placed, position) };
  }

  of(document: QueryDocument, placed: PlacedBlock): PlacedView {
    return { document, placed, view: this.#view(placed.block, document.headerOf(placed.block)) };
  }

  #view(block: QueryBlock, outer: QueryBlock | undefined): QueryView {
    const cached = this.#latest.get(block);
    this.#latest.delete(block);
    const view =
      cached?.scope.header === outer && cached ? cached : { block, scope: new Scope(block, outer) };
    this.#latest.set(block, view);
    if (this.#latest.size > cachedViews) this.#latest.delete(this.#latest.keys().next().value!);
    return view;
  }
}

/** The blocks that are short enough to be read; with a range those that it touches. */
export function* readableBlocks(document: QueryDocument, range?: Range): Generator<PlacedBlock> {
  const first = range ? document.blockAt(range.start.line).index : 0;
  const last = range ? document.blockAt(range.end.line).index : document.blocks.length - 1;
  for (let index = first; index <= last; index++) {
    const placed = document.placed(index);
    if (placed.block.isReadable) yield placed;
  }
}
