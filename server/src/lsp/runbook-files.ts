import type { Position } from 'vscode-languageserver-types';
import { plainSyntax, type QueryDocument } from '../queryfile/query-document.ts';
import { fenceAt, queryAt } from '../runbooks/fence-at.ts';
import { type Fence, hasQueryFence } from '../runbooks/fences.ts';
import { isRunnable } from '../runbooks/file-lines.ts';
import { type FencedQuery, queryLanguages, Runbook } from '../runbooks/runbook.ts';
import type { Language } from '../languages/served-language.ts';

/** What the files need of the workspace. */
export interface RunbookDependencies<Served extends Language> {
  readonly documents: { get(uri: string): QueryDocument | undefined };
  readonly languages: ReadonlyMap<string, Served>;
  /** False: files of other languages are left alone. */
  readonly isOn: () => boolean;
}

/** The fences of a language as a query file, which has the same positions as the Markdown file. */
export interface FencedFile<Served> {
  readonly document: QueryDocument;
  readonly language: Served;
}

const hasSeveralLines = (text: string, { content }: Fence): boolean =>
  content.some(({ start, end }) => {
    const lines = text.slice(start, end).split(/[\r\n]+/);
    return lines.filter(line => line.trim() !== '').length > 1;
  });

/** The open Markdown files with fences of queries. */
export class RunbookFiles<Served extends Language> {
  readonly #workspace: RunbookDependencies<Served>;
  readonly #read = new WeakMap<QueryDocument, { readonly version: number; readonly runbook: Runbook }>();

  constructor(workspace: RunbookDependencies<Served>) {
    this.#workspace = workspace;
  }

  /** The file between the lines of a fence at a position; `undefined` = no fence is there. */
  at(uri: string, position: Position): FencedFile<Served> | undefined {
    const runbook = this.#runbook(uri);
    const found = runbook && fenceAt(runbook, this.#offset(uri, position));
    if (runbook === undefined || !found?.isContent || found.fence.language === 'sql') return undefined;
    // Where queries are only explained, each line may be one: the embedded queries know.
    if (!isRunnable(runbook) && hasSeveralLines(runbook.text, found.fence)) return undefined;
    const document = runbook.document(found.fence.language);
    const language = this.#workspace.languages.get(document.languageId);
    return language && { document, language };
  }

  /** What is read of an open file; `undefined` = it has no fence of queries. */
  of(uri: string): Runbook | undefined {
    return this.#runbook(uri);
  }

  /** The query of the fence at a position; `undefined` = none, or the file only explains queries. */
  query(uri: string, position: Position): FencedQuery | undefined {
    const runbook = this.#runbook(uri);
    return runbook && isRunnable(runbook) ? queryAt(runbook, this.#offset(uri, position)) : undefined;
  }

  /** `[]` also for a file that only explains queries. */
  files(uri: string): readonly FencedFile<Served>[] {
    const runbook = this.#runbook(uri);
    if (runbook === undefined || !isRunnable(runbook)) return [];
    return queryLanguages.flatMap(id => {
      const language = this.#workspace.languages.get(id);
      const isUsed = runbook.fences.some(fence => fence.language === id);
      return language && isUsed ? [{ document: runbook.document(id), language }] : [];
    });
  }

  /** `undefined` = not open, not Markdown, switched off, or without such a fence. Each version is read once. */
  #runbook(uri: string): Runbook | undefined {
    const document = this.#workspace.documents.get(uri);
    if (document?.languageId !== 'markdown' || !this.#workspace.isOn()) return undefined;
    const known = this.#read.get(document);
    if (known?.version === document.version) return known.runbook;
    const text = document.getText();
    if (!hasQueryFence(text)) return undefined;
    const { languages } = this.#workspace;
    const runbook = new Runbook(uri, text, language => languages.get(language)?.syntax ?? plainSyntax);
    this.#read.set(document, { version: document.version, runbook });
    return runbook;
  }

  #offset(uri: string, position: Position): number {
    const document = this.#workspace.documents.get(uri);
    return document === undefined ? 0 : document.offsetIn(document.placed(0), position);
  }
}
