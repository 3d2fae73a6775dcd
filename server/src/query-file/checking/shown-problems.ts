/** Selects and sorts the problems of a file that are shown. */
import type { Problem, Severity } from '#shared/base/text/problem.ts';
import type { LanguageService, QueryContext } from '../language/language-service.ts';
import type { FileSyntax, QueryDocument } from '../query-document.ts';
import { duplicateNames } from '../query-names.ts';
import { type ProblemsOfBlock, severities } from './block-problems.ts';
import { type ReferenceChecker, canCheckReferences, referenceProblems } from './reference-problems.ts';
import { manyQueries, uncachedView } from './uncached-view.ts';
import { QueryBlock } from '../block.ts';
import { withoutRules, withSeverities } from './rule-severities.ts';
import { unusedIgnores, withoutIgnores } from '../options/ignore-option.ts';

/** The queries whose name an earlier one has already. */
export function repeatedNames({ blocks }: QueryDocument): ProblemsOfBlock[] {
  if (blocks.length > manyQueries) return [];
  const repeated = duplicateNames(blocks);
  return blocks.flatMap((block, index) => {
    const problem = repeated.get(block);
    return problem ? [{ index, problems: [problem] }] : [];
  });
}

/** The queries of a file whose header is checked for what it ignores: all of them are checked again for it. */
const fewQueries = 20;

/** The codes that the header of a file ignores, and no query has. */
export function unusedFileIgnores(
  { header, blocks }: QueryDocument,
  { service, syntax }: { readonly service: Pick<LanguageService, 'problems'>; readonly syntax: FileSyntax },
  context: QueryContext,
): ProblemsOfBlock[] {
  const ignores = header?.directives.some(({ key }) => key.text === 'ignore') === true;
  if (
    header === undefined ||
    !ignores ||
    blocks.length > fewQueries ||
    !blocks.every(({ isReadable }) => isReadable)
  )
    return [];
  const bare = new QueryBlock(withoutIgnores(header), syntax);
  const problems = blocks.flatMap(block =>
    service.problems(uncachedView(block === header ? bare : block, bare, syntax), withoutRules(context)),
  );
  return [{ index: 0, problems: unusedIgnores(header, new Set(problems.map(({ code }) => code))) }];
}

/** The warning of a document whose inherited definitions exceed the limit, so that some are ignored. */
export const ignoredDefinitions = ({ isOverfull }: QueryDocument): ProblemsOfBlock[] =>
  isOverfull ? [{ index: 0, problems: [tooManyDefinitions] }] : [];

const tooManyDefinitions: Problem = {
  code: 'too-many-definitions',
  severity: 'warning',
  span: { start: 0, end: 0 },
  arguments: {},
};

/** Checks all uses of other queries' rows in a document. */
export function allReferenceProblems(
  document: QueryDocument,
  checker: ReferenceChecker,
  context: QueryContext,
): ProblemsOfBlock[] {
  if (!canCheckReferences(document)) return [];
  return document.blocks.flatMap(({ text }, index) => {
    if (!text.includes('{{')) return [];
    const problems = referenceProblems(document, document.placed(index), checker, context);
    return problems.length > 0 ? [{ index, problems }] : [];
  });
}

/** The problems of blocks with the severities that the workspace sets. */
export const ruledBlocks = (
  context: QueryContext,
  blocks: readonly ProblemsOfBlock[],
): readonly ProblemsOfBlock[] =>
  blocks.map(({ index, problems }) => ({ index, problems: withSeverities(problems, context) }));

/** A problem and the index of its block. */
export interface FoundProblem {
  readonly index: number;
  readonly problem: Problem;
}

/**
 * The problems to show, in the order of the file; where there are more than `most`, errors before warnings before the rest.
 *
 * @param sources where the problems of a severity are found
 */
export function shownProblems(
  sources: (severity: Severity) => readonly Iterable<ProblemsOfBlock>[],
  most: number,
): FoundProblem[] {
  const shown: FoundProblem[] = [];
  const once = new Set<string>();
  for (const candidate of bySeverity(sources)) {
    const key = candidate.problem.oncePerFile;
    if (key !== undefined && once.has(key)) continue;
    if (key !== undefined) once.add(key);
    if (shown.push(candidate) === most) break;
  }
  return shown.toSorted((a, b) => a.index - b.index || a.problem.span.start - b.problem.span.start);
}

function* bySeverity(
  sources: (severity: Severity) => readonly Iterable<ProblemsOfBlock>[],
): Generator<FoundProblem> {
  for (const severity of severities) {
    for (const source of sources(severity)) {
      for (const { index, problems } of source) {
        for (const problem of problems) if (problem.severity === severity) yield { index, problem };
      }
    }
  }
}
