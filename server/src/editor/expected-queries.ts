/** The queries with expectations of the workspace: of open files as they are typed, of others as they are stored. */
import { uncachedView } from '../query-file/checking/uncached-view.ts';
import { queryTitle } from '#shared/base/queries/query-title.ts';
import type { ExpectedFile, ExpectedQuery } from '#shared/protocol/documents/expectations.ts';
import { expectOptions } from '../query-file/options/expect-option.ts';
import { QueryDocument } from '../query-file/query-document.ts';
import type { RunnableLanguage } from '../runs/languages/served-language.ts';
import { fileKey } from './documents/workspace-words.ts';
import type { StoredFile } from './platform.ts';

/** The dependencies of `ExpectedQueries`. */
export interface ExpectedQueriesOptions {
  readonly languages: ReadonlyMap<string, RunnableLanguage>;
  /** A file that is open; `undefined` = it is not. */
  readonly openFile: (uri: string) => QueryDocument | undefined;
  /** A file as it is stored; `undefined` = it is gone. */
  readonly read: (uri: string) => Promise<StoredFile | undefined>;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Learns of each file whose queries have changed. */
  readonly changed: (file: ExpectedFile) => void;
}

/** Milliseconds from the last keystroke until the file is read. */
const typingPause = 250;

/** Files that are followed. */
const maxFiles = 1000;

export class ExpectedQueries {
  readonly #options: ExpectedQueriesOptions;
  readonly #files = new Map<string, ExpectedFile>();

  constructor(options: ExpectedQueriesOptions) {
    this.#options = options;
  }

  get files(): readonly ExpectedFile[] {
    return [...this.#files.values()];
  }

  /** Reads a file that is not open. */
  store({ uri, languageId, text }: StoredFile): void {
    if (this.#options.openFile(uri) !== undefined) return;
    const language = this.#options.languages.get(languageId);
    const isWanted = language !== undefined && text.includes('@expect');
    if (isWanted)
      this.#set(uri, queriesOf(new QueryDocument(uri, languageId, 0, text, language.syntax), language));
    else this.#set(uri, []);
  }

  /** A file is gone from where it was stored. */
  remove(uri: string): void {
    if (this.#options.openFile(uri) === undefined) this.#set(uri, []);
  }

  /** Reads an open file, once no newer version of it comes. */
  async follow(document: QueryDocument): Promise<void> {
    const { uri, version } = document;
    if (!this.#files.has(fileKey(uri)) && !hasAny(document)) return;
    await this.#options.pause(typingPause);
    if (this.#options.openFile(uri) !== document || document.version !== version) return;
    const language = this.#options.languages.get(document.languageId);
    if (language) this.#set(uri, queriesOf(document, language));
  }

  /** Reads a closed file again as it is stored. */
  async close(uri: string): Promise<void> {
    if (!this.#files.has(fileKey(uri))) return;
    const stored = await this.#options.read(uri);
    if (stored) this.store({ ...stored, uri });
    else this.remove(uri);
  }

  #set(uri: string, queries: readonly ExpectedQuery[]): void {
    const key = fileKey(uri);
    const followed = this.#files.get(key);
    if (JSON.stringify(followed?.queries ?? []) === JSON.stringify(queries)) return;
    if (queries.length === 0) this.#files.delete(key);
    else if (followed === undefined && this.#files.size >= maxFiles) return;
    else this.#files.set(key, { uri, queries });
    this.#options.changed({ uri, queries });
  }
}

const hasAny = ({ blocks }: QueryDocument): boolean => blocks.some(({ text }) => text.includes('@expect'));

function queriesOf(document: QueryDocument, { syntax, runner }: RunnableLanguage): readonly ExpectedQuery[] {
  const { blocks, header } = document;
  if (!hasAny(document)) return [];
  const isForAll = header?.text.includes('@expect') === true;
  return blocks.flatMap((block, index): ExpectedQuery[] => {
    if (!block.isReadable || (!isForAll && !block.text.includes('@expect'))) return [];
    const isQuery =
      block.body !== undefined || (runner.allowsEmptyQuery && (block.separated || blocks.length === 1));
    if (!isQuery) return [];
    const view = uncachedView(block, header, syntax);
    const expectations = expectOptions(view.scope).map(({ text }) => text);
    if (expectations.length === 0) return [];
    const range = document.rangeIn(document.placed(index), { start: 0, end: block.text.length });
    const edition = fingerprint(block.text, header === block ? '' : (header?.text ?? ''));
    return [{ title: queryTitle(view.block)?.text ?? '', range, expectations, edition }];
  });
}

/** A short hash of texts (FNV-1a and their length); different texts almost surely have different hashes. */
function fingerprint(...texts: readonly string[]): string {
  let hash = 0x811c9dc5;
  let length = 0;
  for (const text of texts) {
    length += text.length + 1;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return `${(hash >>> 0).toString(36)}-${length.toString(36)}`;
}
