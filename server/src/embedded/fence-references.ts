/** What is wrong with a fence's use of the rows of another fence. */
import type { CheckedLanguage } from '../checking/check-document.ts';
import { referenceProblems } from '../checking/reference-problems.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryContext } from '../language/service.ts';
import { plainSyntax } from '../queryfile/query-document.ts';
import { isRunnable } from '../runbooks/file-lines.ts';
import type { MarkdownSource } from '../runbooks/markdown-source.ts';
import { type FencedQuery, type QueryLanguage, Runbook } from '../runbooks/runbook.ts';
import type { EmbeddedQuery } from './embedded-query.ts';

export class FenceReferences {
  readonly #source: MarkdownSource;
  /** By the language whose fences are read with its own syntax. */
  readonly #runbooks = new Map<QueryLanguage, Runbook>();

  constructor(source: MarkdownSource) {
    this.#source = source;
  }

  /** Spans are of the source; `[]` also where the file only explains queries. */
  problems(query: EmbeddedQuery, language: CheckedLanguage, context: QueryContext): readonly Problem[] {
    if (!query.text.text.includes('{{')) return [];
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
    const known = this.#runbooks.get(id);
    if (known) return known;
    const runbook = new Runbook('', this.#source, each => (each === id ? syntax : plainSyntax));
    this.#runbooks.set(id, runbook);
    return runbook;
  }
}
