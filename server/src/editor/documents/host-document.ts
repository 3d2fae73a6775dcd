/** An open file of another language, such as Python, with queries in its text. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type CompletionList,
  type Diagnostic,
  type Hover,
  type Position,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { asQueryFile, type EmbeddedQuery, hasPlaceholders } from '../../embedded/embedded-query.ts';
import { EmbeddedDocument, type EmbeddedProblem } from '../../embedded/embedded-document.ts';
import { loadHost } from '../../embedded/hosts/hosts.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import type { Edit, Problem } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { RunnableLanguage } from '../../runs/languages/served-language.ts';
import type { EmbeddedQueryResult } from '#shared/protocol/documents/query-conversion.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import type { MarkdownSource } from '../../embedded/markdown/markdown-source.ts';
import { sayByKey } from '../../embedded/markdown/report-table.ts';
import { isWantedKind } from '../features/code-actions.ts';
import { Converter } from '../features/convert.ts';
import type { QueryPlace } from './query-views.ts';
import type { DocumentHost } from './document-host.ts';
import type { ActionRequest, CompletionRequest, DocumentKind, RunTarget } from './document-kind.ts';

/** Diagnostics of one file that are shown. */
const maxDiagnostics = 1000;

/** Problems of a range whose fixes are offered. */
const maxFixedProblems = 100;

/** The command of the client that opens a query as a file. */
const openCommand = 'wikijql.openAsQueryFile';

/** One version of the file as it is read. */
interface Reading {
  readonly version: number;
  readonly embedded: EmbeddedDocument;
  readonly convert: Converter;
}

export class HostDocument implements DocumentKind {
  readonly #host: DocumentHost;
  readonly #document: QueryDocument;
  readonly #markdown: (() => MarkdownSource) | undefined;
  #latest: Reading | undefined;

  /** @param markdown returns the parsed text of this version; only for Markdown */
  constructor(host: DocumentHost, document: QueryDocument, markdown?: () => MarkdownSource) {
    this.#host = host;
    this.#document = document;
    this.#markdown = markdown;
  }

  async problems(isWanted: () => boolean): Promise<Diagnostic[] | undefined> {
    const reading = await this.#read();
    if (reading === undefined) return undefined;
    const diagnostics = this.#fileProblems(reading).map(problem => this.#fileDiagnostic(reading, problem));
    for (const [index, query] of reading.embedded.queries.entries()) {
      if (!isWanted() || !this.#isCurrent(reading)) return undefined;
      const problems = this.#problemsOf(reading, index);
      diagnostics.push(...problems.map(problem => this.#diagnostic(reading, query, problem)));
      if (diagnostics.length >= maxDiagnostics) break;
      await this.#host.runtime.yieldTurn();
    }
    return diagnostics.slice(0, maxDiagnostics);
  }

  /** The fixes of the problems in a range. */
  async actions({ range, only, token }: ActionRequest): Promise<readonly CodeAction[]> {
    const reading = await this.#read();
    if (reading === undefined || !isWantedKind(CodeActionKind.QuickFix, only)) return [];
    const span = { start: this.#offset(range.start), end: this.#offset(range.end) };
    const actions: CodeAction[] = [];
    let problems = 0;
    for (const [index, query] of reading.embedded.queries.entries()) {
      if (token.isCancellationRequested) break;
      if (!overlap(query.text.span, span)) continue;
      for (const problem of this.#problemsOf(reading, index)) {
        if (!overlap(problem.span, span)) continue;
        if (++problems > maxFixedProblems) return actions;
        // The file is read again for each fix.
        await this.#host.runtime.yieldTurn();
        if (token.isCancellationRequested || !this.#isCurrent(reading)) return actions;
        actions.push(...this.#fixes(reading, query, problem));
      }
    }
    return [...actions, ...this.#removals(reading, span)];
  }

  /** A query whose parts the program computes cannot run as it is. */
  async lenses(): Promise<readonly CodeLens[]> {
    const { embedded, convert } = (await this.#read()) ?? {};
    return (embedded?.queries ?? []).flatMap(query => {
      // A fence that is a query file has the lenses of query files.
      if (query.header !== undefined || convert === undefined) return [];
      const { start } = query.text.span;
      const range = convert.range({ start, end: start });
      const { wording } = this.#languageOf(query);
      const commands = hasPlaceholders(query) ? [openCommand] : ['wikijql.run', openCommand];
      return commands.map(command => ({
        range,
        command: {
          title: wording(`lens.${command}`),
          command,
          arguments: [this.#document.uri, range.start],
        },
      }));
    });
  }

  async hover(position: Position): Promise<Hover | null> {
    const reading = await this.#read();
    const place = reading?.embedded.at(this.#offset(position));
    if (reading === undefined || place === undefined) return null;
    const { embedded, convert } = reading;
    const explanation = embedded.explain(place, this.#languageOf(place.query), this.#context);
    if (explanation === undefined) return null;
    return {
      contents: { kind: 'markdown', value: explanation.markdown },
      range: convert.range(explanation.span),
    };
  }

  async complete(
    position: Position,
    { abilities, isDot }: CompletionRequest,
  ): Promise<CompletionList | null> {
    const reading = isDot ? undefined : await this.#read();
    const place = reading?.embedded.at(this.#offset(position));
    if (reading === undefined || place === undefined) return null;
    const { embedded, convert } = reading;
    const completions = embedded.complete(place, this.#languageOf(place.query), this.#context);
    return {
      isIncomplete: completions.some(({ changes }) => changes),
      items: completions.map(item => convert.completion(item, place.query.language, abilities)),
    };
  }

  async asQueryFile(position: Position): Promise<EmbeddedQueryResult | undefined> {
    const query = await this.#around(position);
    return query && { languageId: query.language, text: asQueryFile(query) };
  }

  /** The query around a position, if the program computes no part of it. */
  async target(position: Position): Promise<RunTarget | undefined> {
    const query = await this.#around(position);
    if (query === undefined || hasPlaceholders(query)) return undefined;
    return { kind: 'query', place: this.#placeOf(query) };
  }

  /** The place of a query in a query file of its own. */
  #placeOf(query: EmbeddedQuery): QueryPlace {
    const language = this.#languageOf(query);
    const { uri } = this.#document;
    const document = new QueryDocument(uri, query.language, 1, asQueryFile(query), language.syntax);
    const index = document.blocks.findLastIndex(({ body }) => body !== undefined);
    const placed = document.placed(Math.max(0, index));
    return { ...this.#host.views.of(document, placed), language, offset: 0 };
  }

  async #around(position: Position): Promise<EmbeddedQuery | undefined> {
    const reading = await this.#read();
    return reading?.embedded.around(this.#offset(position));
  }

  /** Reads each version once; `undefined` = the settings switch these files off. */
  async #read(): Promise<Reading | undefined> {
    if (this.#host.settings.language.embeddedQueries === 'never') return undefined;
    const { version, languageId } = this.#document;
    if (this.#latest?.version === version) return this.#latest;
    const host = await loadHost(languageId);
    if (host === undefined) return undefined;
    this.#latest = {
      version: this.#document.version,
      embedded: new EmbeddedDocument(this.#document.getText(), host, this.#markdown?.()),
      convert: new Converter(this.#document, this.#document.placed(0)),
    };
    return this.#latest;
  }

  #isCurrent({ version }: Reading): boolean {
    return this.#document.version === version;
  }

  get #context(): QueryContext {
    return this.#host.contextOf(this.#document.uri);
  }

  #languageOf({ language }: EmbeddedQuery): RunnableLanguage {
    return this.#host.runtime.languages.get(language)!;
  }

  #problemsOf({ embedded }: Reading, index: number): readonly EmbeddedProblem[] {
    return embedded.problems(index, this.#languageOf(embedded.queries[index]!), this.#context);
  }

  #fixes(reading: Reading, query: EmbeddedQuery, problem: EmbeddedProblem): readonly CodeAction[] {
    const language = this.#languageOf(query);
    const diagnostics = [this.#diagnostic(reading, query, problem)];
    const fixes = reading.embedded.fixes(problem, language, this.#context).map(fix => ({
      title: language.wording(fix.title, fix.arguments),
      kind: CodeActionKind.QuickFix,
      diagnostics,
      edit: this.#editing(reading, fix.edits),
      ...(fix.preferred && { isPreferred: true }),
    }));
    const ignoring = reading.embedded.ignored(problem, language);
    if (ignoring === undefined) return fixes;
    const title = this.#host.runtime.wording('ignore.here', { code: problem.problem.code });
    const edit = this.#editing(reading, ignoring);
    return [...fixes, { title, kind: CodeActionKind.QuickFix, diagnostics, edit }];
  }

  /** The removals of what ignores nothing in a range. */
  #removals(reading: Reading, span: Span): readonly CodeAction[] {
    const { wording } = this.#fileLanguage(reading);
    return this.#fileProblems(reading).flatMap((problem): CodeAction[] => {
      const isWanted = problem.code === 'unused-ignore' && overlap(problem.span, span);
      const edit = isWanted ? reading.embedded.withoutIgnore(problem) : undefined;
      if (edit === undefined) return [];
      return [
        {
          title: wording('fix.remove', { name: String(problem.arguments['value']) }),
          kind: CodeActionKind.QuickFix,
          diagnostics: [this.#fileDiagnostic(reading, problem)],
          edit: this.#editing(reading, [edit]),
        },
      ];
    });
  }

  #editing({ convert }: Reading, edits: readonly Edit[]): WorkspaceEdit {
    return { changes: { [this.#document.uri]: edits.map(edit => convert.edit(edit)) } };
  }

  #fileProblems({ embedded }: Reading): readonly Problem[] {
    if (embedded.isEmpty) return [];
    return embedded.fileProblems(query => this.#languageOf(query), this.#context);
  }

  #fileLanguage({ embedded }: Reading): RunnableLanguage {
    return this.#host.runtime.languages.get(embedded.queries[0]?.language ?? 'jql')!;
  }

  #fileDiagnostic(reading: Reading, problem: Problem): Diagnostic {
    return reading.convert.diagnostic(problem, sayByKey, this.#fileLanguage(reading).source);
  }

  #diagnostic({ convert }: Reading, query: EmbeddedQuery, { problem, span }: EmbeddedProblem): Diagnostic {
    const { wording, source } = this.#languageOf(query);
    const { related, ...others } = problem;
    const elsewhere = related && {
      ...related,
      span: query.text.sourceOf(related.span.start, related.span.end),
    };
    return convert.diagnostic({ ...others, span, ...(elsewhere && { related: elsewhere }) }, wording, source);
  }

  #offset(position: Position): number {
    return this.#document.offsetIn(this.#document.placed(0), position);
  }
}

const overlap = (a: Span, b: Span): boolean => a.start <= b.end && b.start <= a.end;
