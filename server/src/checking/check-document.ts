import type { QueryContext } from '../language/service.ts';
import type { QueryDocument } from '../queryfile/query-document.ts';
import { FileChecker } from './file-checker.ts';
import type { CheckedLanguage } from './checked-language.ts';
import { allReferenceProblems, type FoundProblem, repeatedNames, shownProblems } from './shown-problems.ts';

/** Every problem of a file, in its order. */
export async function checkDocument(
  document: QueryDocument,
  { service, syntax }: CheckedLanguage,
  context: QueryContext,
): Promise<readonly FoundProblem[]> {
  const checker = new FileChecker(document, service, syntax);
  await checker.check(
    context,
    () => true,
    async () => undefined,
  );
  const references = allReferenceProblems(document, { service, syntax }, context);
  return shownProblems(severity => [repeatedNames(document), references, checker.found(severity)], Infinity);
}
