/** Checks, fixes and formats the text of a file, whatever its language. */
import path from 'node:path';
import type { SiteLocks } from '../common/site-lock.ts';
import { LockFolders } from '../locks/lock-folders.ts';
import { checkDocument } from '../checking/check-document.ts';
import type { CheckedLanguage } from '../checking/checked-language.ts';
import { fixText } from '../checking/fix-text.ts';
import { isReadable, uncachedView } from '../checking/readable.ts';
import type { FoundProblem } from '../checking/shown-problems.ts';
import { applyEdits } from '../language/apply-edits.ts';
import type { Edit } from '../language/problem.ts';
import type { QueryContext } from '../language/service.ts';
import type { QueryBlock } from '../queryfile/block.ts';
import { QueryDocument } from '../queryfile/query-document.ts';
import { isHost } from '../embedded/hosts.ts';
import { type CheckedFile, type Finding, lineOf, placeOf } from './finding.ts';
import { labelledQueries } from '../queryfile/query-labels.ts';

export interface CheckOptions {
  readonly context: QueryContext;
  /** Each finding has the fixes that it is offered. */
  readonly offersFixes: boolean;
}

/** Checks the text of a file, whatever its language. */
export class QueryChecker {
  readonly #language: (id: string) => Promise<CheckedLanguage>;

  readonly #locks = new LockFolders();

  constructor(language: (id: string) => Promise<CheckedLanguage>) {
    this.#language = language;
  }

  /** The locks that hold for a file; `undefined` = there is no folder of locks above it. */
  locksFor(file: string, folder: string): SiteLocks | undefined {
    return this.#locks.above(path.dirname(path.resolve(folder, file)));
  }

  /** The problems that the editor would show in a file, or in the queries of a file of another language. */
  async check(file: string, languageId: string, text: string, options: CheckOptions): Promise<CheckedFile> {
    if (isHost(languageId)) {
      const { checkEmbedded } = await import('./embedded-checker.ts');
      return checkEmbedded(file, languageId, text, this.#language, options);
    }
    const language = await this.#language(languageId);
    const document = new QueryDocument(file, languageId, 1, text, language.syntax);
    const problems = await checkDocument(document, language, options.context);
    const queries = labelledQueries(document);
    const labels = new Map(queries.map(({ index, label }) => [index, label]));
    const findings = problems.map(problem => findingOf(document, language, problem, labels, options));
    return { file, queries: queries.map(({ label }) => label), findings, fixed: 0 };
  }

  /** The text with its preferred fixes made until there are no more, and how many were made. */
  async fix(
    languageId: string,
    text: string,
    context: QueryContext,
  ): Promise<{ readonly text: string; readonly fixed: number }> {
    if (isHost(languageId))
      return (await import('./embedded-checker.ts')).fixEmbedded(languageId, text, this.#language, context);
    return fixText(await this.#language(languageId), languageId, text, context);
  }

  /** The text in its canonical form. */
  async format(languageId: string, text: string, context: QueryContext): Promise<string> {
    const language = await this.#language(languageId);
    const document = new QueryDocument('', languageId, 1, text, language.syntax);
    const formatted = (block: QueryBlock): string => {
      if (!isReadable(block)) return block.text;
      const view = uncachedView(block, document.header, language.syntax);
      return applyEdits(block.text, language.service.format(view, context));
    };
    return document.blocks.map(formatted).join('');
  }
}

function findingOf(
  document: QueryDocument,
  { service, syntax, wording }: CheckedLanguage,
  { index, problem }: FoundProblem,
  labels: ReadonlyMap<number, string>,
  { context, offersFixes }: CheckOptions,
): Finding {
  const placed = document.placed(index);
  const place = placeOf(document, placed, problem.span);
  const view = (): Parameters<typeof service.fixes>[0] => uncachedView(placed.block, document.header, syntax);
  const replacement = ({ span, newText }: Edit) => ({ ...placeOf(document, placed, span), text: newText });
  return {
    file: document.uri,
    query: labels.get(index) ?? '',
    ...place,
    severity: problem.severity,
    code: problem.code,
    message: wording(problem.message ?? problem.code, problem.arguments),
    source: lineOf(placed, place.line),
    fixes: offersFixes
      ? service.fixes(view(), problem, context).map(fix => ({
          title: wording(fix.title, fix.arguments),
          preferred: fix.preferred === true,
          edits: fix.edits.map(replacement),
        }))
      : [],
  };
}
