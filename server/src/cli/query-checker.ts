import path from 'node:path';
import type { SiteLocks } from '../common/site-lock.ts';
import { LockFolders } from '../locks/lock-folders.ts';
import { checkDocument } from '../checking/check-document.ts';
import type { CheckedLanguage } from '../checking/language.ts';
import { preferredFixes } from '../checking/preferred-fixes.ts';
import { isReadable, uncachedView } from '../checking/readable.ts';
import type { FoundProblem } from '../checking/shown-problems.ts';
import { applyEdits } from '../language/apply-edits.ts';
import type { Edit, Fix } from '../language/problem.ts';
import type { QueryContext } from '../language/service.ts';
import type { QueryBlock } from '../queryfile/block.ts';
import { QueryDocument } from '../queryfile/query-document.ts';
import type { CheckedFile, Finding } from './finding.ts';
import { lineOf, placeOf } from './finding-place.ts';
import { labelledQueries } from './query-labels.ts';

export interface CheckOptions {
  readonly context: QueryContext;
  /** Each finding has the fixes that it is offered. */
  readonly offersFixes: boolean;
}

/** A file's text is checked again after its fixes were made: at most so often. */
const mostRounds = 10;

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

  /** What the editor would show in a file. */
  async check(file: string, languageId: string, text: string, options: CheckOptions): Promise<CheckedFile> {
    const language = await this.#language(languageId);
    const document = new QueryDocument(file, languageId, 1, text, language.syntax);
    const found = await checkDocument(document, language, options.context);
    const queries = labelledQueries(document);
    const labels = new Map(queries.map(({ index, label }) => [index, label]));
    const findings = found.map(problem => findingOf(document, language, problem, labels, options));
    return { file, queries: queries.map(({ label }) => label), findings, fixed: 0 };
  }

  /** The text with its preferred fixes made until there are no more, and how many were made. */
  async fix(
    languageId: string,
    text: string,
    context: QueryContext,
  ): Promise<{ readonly text: string; readonly fixed: number }> {
    const language = await this.#language(languageId);
    let fixed = 0;
    let current = text;
    for (let round = 0; round < mostRounds; round++) {
      const document = new QueryDocument('', languageId, 1, current, language.syntax);
      const found = await checkDocument(document, language, context);
      const fixes = fixesByBlock(document, language, found, context);
      const next = document.blocks
        .map((block, index) =>
          applyEdits(
            block.text,
            (fixes.get(index) ?? []).flatMap(({ edits }) => edits),
          ),
        )
        .join('');
      if (next === current) break;
      fixed += [...fixes.values()].reduce((sum, { length }) => sum + length, 0);
      current = next;
    }
    return { text: current, fixed };
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

function fixesByBlock(
  { blocks, header }: QueryDocument,
  { service, syntax }: CheckedLanguage,
  found: readonly FoundProblem[],
  context: QueryContext,
): ReadonlyMap<number, readonly Fix[]> {
  const problems = Map.groupBy(found, ({ index }) => index);
  return new Map(
    Array.from(problems, ([index, ofBlock]) => {
      const view = uncachedView(blocks[index]!, header, syntax);
      return [
        index,
        preferredFixes(
          service,
          view,
          ofBlock.map(({ problem }) => problem),
          context,
        ),
      ];
    }),
  );
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
