/** Counts the words of the workspace's queries: completion offers them in the other queries. */
import { type QueryWord, WordCounts } from '../../query-file/language/query-words.ts';
import type { QueryContext, QueryView } from '../../query-file/language/language-service.ts';
import type { QueryBlock } from '../../query-file/block.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { defaultSiteOf, siteNameOf } from '../../query-file/options/site-option.ts';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import type { Language, RunnableLanguage } from '../../runs/languages/served-language.ts';
import type { StoredFile } from '../platform.ts';

/** Bounds of the memory and of the time of one request. */
export const wordBounds = {
  /** Queries that are counted. */
  queries: 2_000,
  /** Queries that one request reads for the first time; the next request reads more. */
  readings: 100,
  /** A longer query, in UTF-16 code units, is not counted. */
  length: 10_000,
  /** Files that are not open and are counted. */
  files: 1_000,
};

/** The words of a query, which are added to the counts. */
interface Reading {
  readonly words: readonly QueryWord[];
  /** The site that the query names; absent = the file's or the default one. */
  readonly site?: string;
}

interface ClosedFile {
  readonly languageId: string;
  /** The readings of its queries, each with the site that the file names for them. */
  readonly readings: readonly Reading[];
}

/**
 * The words of the queries of the workspace: of open files, of files that were open, and of stored files. A query is read
 * once: an edit makes a new block of the query that it changes, and the readings of the others stay.
 */
export class WorkspaceWords {
  readonly #readings = new WeakMap<QueryBlock, Reading>();
  readonly #closed = new Map<string, ClosedFile>();

  /** Keeps the words of a file that is closed. */
  close(document: QueryDocument): void {
    const readings = document.blocks.flatMap(block => {
      const reading = this.#readings.get(block);
      return reading ? { ...reading, ...siteIn(reading, document) } : [];
    });
    const key = fileKey(document.uri);
    this.#closed.delete(key);
    if (readings.length > 0) this.#closed.set(key, { languageId: document.languageId, readings });
    if (this.#closed.size > wordBounds.files) this.#closed.delete(this.#closed.keys().next().value!);
  }

  /** Forgets the words of a file that is opened, and read from there, or that is deleted. */
  forget(uri: string): void {
    this.#closed.delete(fileKey(uri));
  }

  /** Counts the words of a file that is not open. */
  store({ uri, languageId, text }: StoredFile, language: Language): void {
    const document = new QueryDocument(uri, languageId, 0, text, language.syntax);
    const budget = { readings: wordBounds.readings };
    for (const block of document.blocks) this.#reading(block, document, language, budget);
    this.close(document);
  }

  /** Returns the words of all other queries to the site of a query. */
  ofOtherQueries(
    view: QueryView,
    { languageId }: QueryDocument,
    language: RunnableLanguage,
    documents: Iterable<QueryDocument>,
    context: QueryContext,
  ): WordCounts {
    const counts = new WordCounts();
    const { kind } = language.runner;
    const site = siteNameOf(view, context, kind);
    const usual = defaultSiteOf(context, kind);
    const budget = { queries: wordBounds.queries, readings: wordBounds.readings };
    const count = (reading: Reading): void => {
      budget.queries--;
      if ((reading.site ?? usual) === site) for (const word of reading.words) counts.add(word);
    };
    for (const document of documents) {
      if (document.languageId !== languageId) continue;
      for (const block of document.blocks) {
        if (budget.queries <= 0) return counts;
        if (block === view.block) continue;
        const reading = this.#reading(block, document, language, budget);
        if (reading) count({ ...reading, ...siteIn(reading, document) });
      }
    }
    for (const file of this.#closed.values()) {
      if (file.languageId !== languageId) continue;
      for (const reading of file.readings) if (budget.queries > 0) count(reading);
    }
    return counts;
  }

  #reading(
    block: QueryBlock,
    { header }: QueryDocument,
    { service, syntax }: Language,
    left: { readings: number },
  ): Reading | undefined {
    const cached = this.#readings.get(block);
    if (cached !== undefined || service.words === undefined) return cached;
    if (block.body === undefined || block.text.length > wordBounds.length || !block.isReadable)
      return undefined;
    if (left.readings-- <= 0) return undefined;
    const site = block.directives.findLast(({ key }) => key.text === 'site')?.value.text;
    const words = service.words(uncachedView(block, header, syntax));
    const reading = { words, ...(site !== undefined && { site }) };
    this.#readings.set(block, reading);
    return reading;
  }
}

/** Returns the site that a query names, else the one that its file names; without `site` = neither names one. */
function siteIn({ site }: Reading, { header }: QueryDocument): { readonly site?: string } {
  const siteName = site ?? header?.directives.findLast(({ key }) => key.text === 'site')?.value.text;
  return siteName === undefined ? {} : { site: siteName };
}

/** Returns a key for the address of a file: clients write the same address with other escapes and in another case. */
export function fileKey(uri: string): string {
  try {
    return decodeURIComponent(uri).toLowerCase();
  } catch {
    return uri;
  }
}
