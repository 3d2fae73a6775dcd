/** A file of another language with the queries in it. */
import type { CheckedLanguage } from '../query-file/checking/check-document.ts';
import { referenceFixes } from '../query-file/checking/source-columns.ts';
import { applyEdits } from '#shared/base/text/edits.ts';
import type { Edit, Fix, Problem } from '#shared/base/text/problem.ts';
import type { Completion, Explanation, QueryContext } from '../query-file/language/language-service.ts';
import { type Span, touches } from '#shared/base/text/span.ts';
import { withoutRules, withSeverities } from '../query-file/checking/rule-severities.ts';
import { embeddedProblems, fixableViewOf, viewOf } from './embedded-problems.ts';
import type { EmbeddedQuery, PlacedOffset } from './embedded-query.ts';
import { hostCompletion, offsetInText } from './host-completion.ts';
import { noComments } from './hosts/host-comments.ts';
import type { HostLanguage, MarkdownReading } from './hosts/host-language.ts';
import { hasMarker } from '#shared/base/queries/embedded-hosts.ts';
import { MarkdownSource } from './markdown/markdown-source.ts';
import { IgnoreComments, ignoreEdit, mentionsIgnore } from './ignore-comments.ts';
import { ignoreEdits } from '../query-file/options/ignore-option.ts';
import { hostEdits, keepsRest } from './write-back.ts';

/** A problem of an embedded query: `problem` has spans of its text, `span` is the place in the host. */
export interface EmbeddedProblem {
  readonly index: number;
  readonly problem: Problem;
  readonly span: Span;
}

/** A source of a host language and the queries in it. */
export class EmbeddedDocument {
  readonly source: string;
  readonly queries: readonly EmbeddedQuery[];
  readonly #host: HostLanguage;
  /** The reading of a Markdown source; `undefined` = another language, or no queries. */
  readonly #reading: MarkdownReading | undefined;
  readonly #ignores: IgnoreComments | undefined;

  /** @param markdown the source with blocks that others read too; only for Markdown */
  constructor(source: string, host: HostLanguage, markdown?: MarkdownSource) {
    this.source = source;
    this.#host = host;
    const isRead = hasMarker(source, host.anyLine) && source.length <= host.longest;
    this.#reading = isRead ? host.readMarkdown?.(markdown ?? new MarkdownSource(source)) : undefined;
    this.queries = this.#reading?.queries ?? queriesIn(source, host);
    this.#ignores = isRead && mentionsIgnore(source) ? ignoresIn(source, host) : undefined;
  }

  /** Returns the problems of the source as a whole and of comments that ignore problems, worded by the messages of reports. */
  fileProblems(
    languageOf: (query: EmbeddedQuery) => CheckedLanguage,
    context: QueryContext,
  ): readonly Problem[] {
    const ofSource = this.#isTooLong ? [tooLong(this.source, this.#host)] : (this.#reading?.problems ?? []);
    return withSeverities([...ofSource, ...this.#ignoreProblems(languageOf, context)], context);
  }

  /** Whether the source has neither queries nor problems of its own. */
  get isEmpty(): boolean {
    return this.queries.length === 0 && this.#ignores === undefined && !this.#isTooLong;
  }

  get #isTooLong(): boolean {
    return this.source.length > this.#host.longest && hasMarker(this.source, this.#host.anyLine);
  }

  #ignoreProblems(
    languageOf: (query: EmbeddedQuery) => CheckedLanguage,
    context: QueryContext,
  ): readonly Problem[] {
    if (this.#ignores === undefined) return [];
    const problems = this.queries.flatMap((query, index) =>
      this.#allProblems(index, languageOf(query), context),
    );
    return this.#ignores.problems(problems.map(problem => this.#placed(problem)));
  }

  /** Returns the problems of one of the queries that no comment ignores, in the order of its text. */
  problems(index: number, language: CheckedLanguage, context: QueryContext): readonly EmbeddedProblem[] {
    return this.#allProblems(index, language, context).flatMap(placed => {
      if (this.#ignores?.ignores(this.#placed(placed)) === true) return [];
      return withSeverities([placed.problem], context).map(problem => ({ ...placed, problem }));
    });
  }

  #placed({ index, problem, span }: EmbeddedProblem) {
    return { code: problem.code, span, query: this.queries[index]!.text.span };
  }

  /** Which problems are certain depends on their own severities. */
  #allProblems(index: number, language: CheckedLanguage, ruled: QueryContext): readonly EmbeddedProblem[] {
    const context = withoutRules(ruled);
    const query = this.queries[index]!;
    const { text } = query;
    const ofReferences = this.#reading?.references.problems(query, language, context) ?? [];
    return [
      ...embeddedProblems(query, language, context).map(problem => ({
        index,
        problem,
        span: this.#place(query, problem.span),
      })),
      ...ofReferences.map(({ span, ...problem }) => ({
        index,
        problem: { ...problem, span: { start: text.offsetOf(span.start), end: text.offsetOf(span.end) } },
        span,
      })),
    ].toSorted((a, b) => a.span.start - b.span.start);
  }

  /** Returns the fixes of a problem that can be written in the host; their edits are of the host. */
  fixes(
    { index, problem }: EmbeddedProblem,
    language: CheckedLanguage,
    context: QueryContext,
  ): readonly Fix[] {
    const view = fixableViewOf(this.queries[index]!, language);
    const fixes = [...language.service.fixes(view, problem, context), ...referenceFixes(problem)];
    return fixes.flatMap(fix => {
      const edits = this.written(index, fix.edits);
      return edits === undefined ? [] : [{ ...fix, edits }];
    });
  }

  /** Returns edits of a query's text as edits of the host that change nothing else; `undefined` = not possible. */
  written(index: number, edits: readonly Edit[]): readonly Edit[] | undefined {
    return this.writtenTogether(new Map([[index, edits]]));
  }

  /** Like `written`, of several queries by their indexes: the host is read once for all of them. */
  writtenTogether(changes: ReadonlyMap<number, readonly Edit[]>): readonly Edit[] | undefined {
    const sourceEdits: Edit[] = [];
    const edited = new Map<number, string>();
    for (const [index, edits] of changes) {
      const query = this.queries[index]!;
      const editsOfQuery = hostEdits(query, edits, this.source);
      if (editsOfQuery === undefined || editsOfQuery.length === 0) return undefined;
      for (const edit of editsOfQuery) sourceEdits.push(edit);
      edited.set(index, applyEdits(query.text.text, edits));
    }
    const after = queriesIn(applyEdits(this.source, sourceEdits), this.#host);
    return keepsRest(this.queries, after, edited) ? sourceEdits : undefined;
  }

  /**
   * Returns the edits that ignore a problem: in the query, where it is in a fence of its language, else in a comment above it;
   * `undefined` = nothing can be written there without a change of the program.
   */
  ignored({ index, problem }: EmbeddedProblem, language: CheckedLanguage): readonly Edit[] | undefined {
    const query = this.queries[index]!;
    const edits = ignoreEdits(viewOf(query, language).block, problem);
    if (edits.length === 0 || query.header !== undefined) return this.written(index, edits);
    const place = this.#host.comments?.(this.source).place(query.text.span.start);
    const edit = place && ignoreEdit(place, problem.code, this.source);
    if (edit === undefined) return undefined;
    const after = new EmbeddedDocument(applyEdits(this.source, [edit]), this.#host);
    return keepsRest(this.queries, after.queries, new Map([[index, query.text.text]])) ? [edit] : undefined;
  }

  /** The edit that removes a code that ignores nothing. */
  withoutIgnore({ span }: Problem): Edit | undefined {
    return this.#ignores?.without(span, this.source);
  }

  /** The query that has text at an offset of the host, and the offset in its text; `undefined` = no query. */
  at(offset: number): PlacedOffset | undefined {
    for (const [index, query] of this.queries.entries()) {
      const segment = query.segments.find(({ span }) => touches(span, offset));
      if (segment !== undefined)
        return { index, query, segment, offset: offsetInText(query, segment, offset) };
    }
    return undefined;
  }

  /** The query whose expression holds an offset of the host, as a command means it; `undefined` = no query. */
  around(offset: number): EmbeddedQuery | undefined {
    return this.queries.find(({ text }) => touches(text.span, offset));
  }

  /** Explains what is at a place, with its span in the host; `undefined` = there is nothing to explain. */
  explain(
    { query, offset }: PlacedOffset,
    language: CheckedLanguage,
    context: QueryContext,
  ): Explanation | undefined {
    const explanation = language.service.explain(viewOf(query, language), offset, context);
    return explanation && { ...explanation, span: this.#place(query, explanation.span) };
  }

  /** Returns the completions at a place, written for the host. */
  complete(place: PlacedOffset, language: CheckedLanguage, context: QueryContext): readonly Completion[] {
    return language.service
      .complete(viewOf(place.query, language), place.offset, context)
      .flatMap(completion => hostCompletion(place, completion));
  }

  #place({ text }: EmbeddedQuery, { start, end }: Span): Span {
    return text.text === '' ? text.span : text.sourceOf(start, end);
  }
}

const tooLong = ({ length }: string, { longest }: HostLanguage): Problem => ({
  code: 'host-too-long',
  severity: 'information',
  span: { start: 0, end: 0 },
  arguments: { length, longest },
});

function ignoresIn(source: string, host: HostLanguage): IgnoreComments | undefined {
  const ignores = new IgnoreComments(host.comments?.(source) ?? noComments, source);
  return ignores.isEmpty ? undefined : ignores;
}

function queriesIn(source: string, host: HostLanguage): readonly EmbeddedQuery[] {
  return hasMarker(source, host.anyLine) && source.length <= host.longest ? host.queries(source) : [];
}
