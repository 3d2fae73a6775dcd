import type { LanguageService, QueryContext } from '../language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import type { FileSyntax, QueryDocument } from '../query-document.ts';
import { FileChecker } from './file-checker.ts';
import {
  allReferenceProblems,
  type FoundProblem,
  repeatedNames,
  ruledBlocks,
  shownProblems,
  unusedFileIgnores,
} from './shown-problems.ts';

/** A language with everything that checking its files needs. */
export interface CheckedLanguage {
  readonly service: LanguageService;
  readonly syntax: FileSyntax;
  readonly wording: Wording;
  /** The source of a diagnostic, shown before its code. */
  readonly source: string;
}

/** Every problem of a file, in its order. */
export function checkDocument(
  document: QueryDocument,
  { service, syntax }: CheckedLanguage,
  context: QueryContext,
): readonly FoundProblem[] {
  const checker = new FileChecker(document, service, syntax);
  checker.checkAll(context);
  const references = allReferenceProblems(document, { service, syntax }, context);
  const others = ruledBlocks(context, [
    ...repeatedNames(document),
    ...unusedFileIgnores(document, { service, syntax }, context),
    ...references,
  ]);
  return shownProblems(severity => [others, checker.ofSeverity(severity)], Infinity);
}
