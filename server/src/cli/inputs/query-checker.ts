/** Checks, fixes and formats the text of a file, whatever its language. */
import path from 'node:path';
import type { SiteLocks } from '#shared/base/site-lock.ts';
import { LockFolders, type StoredRules } from './lock-folders.ts';
import {
  type CheckedText,
  type FixedText,
  fixUntilStableAsync,
  type TextProblem,
} from '../../query-file/checking/checked-text.ts';
import type { CheckedLanguage } from '../../query-file/checking/check-document.ts';
import { checkText, formatText } from '../../query-file/checking/check-text.ts';
import { placeOf, wordedFix, wordedProblem } from '../../query-file/checking/worded-problem.ts';
import type { Edit } from '#shared/base/text/problem.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { isHost } from '../../embedded/hosts/hosts.ts';
import { type CheckedFile, type Finding, lineOf, textAt } from '../finding.ts';

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

  /** The rules that hold for a file; `undefined` = there is no file of rules above it. */
  rulesFor(file: string, folder: string): StoredRules | undefined {
    return this.#locks.rulesAbove(path.dirname(path.resolve(folder, file)));
  }

  /** Returns the problems that the editor shows in a file, as findings. */
  async check(
    file: string,
    languageId: string,
    text: string,
    { context, offersFixes }: CheckOptions,
  ): Promise<CheckedFile> {
    const { queries, problems } = await this.#checked(languageId, text, context);
    if (problems.length === 0) return { file, queries, findings: [], fixed: 0 };
    const lines = new QueryDocument(file, languageId, 1, text, { separators: () => [] });
    const findings = problems.map(problem => findingOf(lines, problem, offersFixes));
    return { file, queries, findings, fixed: 0 };
  }

  /** Returns the text with its preferred fixes made until there are no more, and how many were made. */
  fix(languageId: string, text: string, context: QueryContext): Promise<FixedText> {
    return fixUntilStableAsync(text, current => this.#checked(languageId, current, context));
  }

  async #checked(languageId: string, text: string, context: QueryContext): Promise<CheckedText> {
    if (isHost(languageId)) {
      const { checkHostText } = await import('../../embedded/host-text.ts');
      return checkHostText(this.#language, languageId, text, context);
    }
    return checkText(await this.#language(languageId), languageId, text, context);
  }

  /** The text in its canonical form. */
  async format(languageId: string, text: string, context: QueryContext): Promise<string> {
    return formatText(await this.#language(languageId), languageId, text, context);
  }
}

/** @param lines the whole text of the file as one block */
function findingOf(lines: QueryDocument, problem: TextProblem, offersFixes: boolean): Finding {
  const placed = lines.placed(0);
  const worded = wordedProblem(lines, placed, problem);
  const replacement = (edit: Edit) => ({ ...placeOf(lines, placed, edit.span), text: edit.newText });
  return {
    file: lines.uri,
    ...worded,
    source: lineOf(placed, worded.line),
    text: textAt(placed.block.text, problem.span),
    fixes: (offersFixes ? problem.fixes() : [])
      .map(fix => wordedFix(problem.wording, fix))
      .map(fix => ({ ...fix, edits: fix.edits.map(replacement) })),
  };
}
