/** The fences of a Markdown file together: their headers, problems, and uses of each other's rows. */
import type { CheckedLanguage } from '../query-file/checking/check-document.ts';
import { referenceProblems } from '../query-file/checking/reference-problems.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryContext } from '../query-file/language/language-service.ts';
import { plainSyntax } from '../query-file/query-document.ts';
import { isRunnable, type FencedQuery, type QueryLanguage, Runbook } from './markdown/runbook.ts';
import type { MarkdownSource } from './markdown/markdown-source.ts';
import type { EmbeddedQuery } from './embedded-query.ts';
import { runbookProblems } from './markdown/runbook-problems.ts';

/** The headers of the queries of one fence, in their order: the text that holds for each from above it. */
export type FenceHeaders = readonly string[];

/** Returns the headers of each fence of wiki queries or JQL, in their order; `undefined` = the file only explains queries. */
export function fenceHeaders(runbook: Runbook): readonly FenceHeaders[] | undefined {
  if (!isRunnable(runbook)) return undefined;
  const byFence = Map.groupBy(runbook.queries, ({ fence }) => fence);
  return runbook.fences
    .filter(({ language }) => language !== 'sql')
    .map(fence =>
      (byFence.get(fence) ?? []).flatMap(query =>
        query.language === 'sql' ? [] : (query.header?.block.text ?? ''),
      ),
    );
}

/** Returns the problems of the fences as a whole; `[]` for a file that only explains queries, which can show them as it likes. */
export function fenceProblems(runbook: Runbook): readonly Problem[] {
  if (!isRunnable(runbook)) return [];
  return runbookProblems(runbook).map(problem => ({ ...problem, severity: 'warning' }));
}

/** Checks how the queries of fences use each other's rows. */
export class FenceReferences {
  readonly #source: MarkdownSource;
  /** By the language whose fences are read with its own syntax. */
  readonly #runbooks = new Map<QueryLanguage, Runbook>();

  constructor(source: MarkdownSource) {
    this.#source = source;
  }

  /** Returns the problems of a query's uses; spans are of the source. `[]` also where the file only explains queries. */
  problems(query: EmbeddedQuery, language: CheckedLanguage, context: QueryContext): readonly Problem[] {
    if (query.header === undefined || !query.text.text.includes('{{')) return [];
    const runbook = this.#runbook(query.language, language);
    if (!isRunnable(runbook)) return [];
    const { span } = query.text;
    const fenced = runbook.queries.findLast(
      (each): each is FencedQuery => each.language === query.language && each.start <= span.start,
    );
    if (fenced === undefined) return [];
    const { document, placed, start } = fenced;
    return referenceProblems(document, placed, language, context).map(problem => ({
      ...problem,
      span: { start: start + problem.span.start, end: start + problem.span.end },
    }));
  }

  #runbook(id: QueryLanguage, { syntax }: CheckedLanguage): Runbook {
    const cached = this.#runbooks.get(id);
    if (cached) return cached;
    const runbook = new Runbook('', this.#source, each => (each === id ? syntax : plainSyntax));
    this.#runbooks.set(id, runbook);
    return runbook;
  }
}
