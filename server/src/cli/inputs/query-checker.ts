/** Checks, fixes and formats the text of a file, whatever its language. */
import path from 'node:path';
import type { SiteLocks } from '#shared/base/site-lock.ts';
import { LockFolders } from './lock-folders.ts';
import {
  type CheckedText,
  fixUntilStable,
  type TextProblem,
} from '../../query-file/checking/checked-text.ts';
import type { CheckedLanguage } from '../../query-file/checking/check-document.ts';
import { checkText } from '../../query-file/checking/check-text.ts';
import { isReadable, uncachedView } from '../../query-file/checking/uncached-view.ts';
import { applyEdits } from '#shared/base/text/edits.ts';
import { type Edit, problemMessage } from '#shared/base/text/problem.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import type { QueryBlock } from '../../query-file/block.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { isHost } from '../../embedded/hosts/hosts.ts';
import { type CheckedFile, type Finding, lineOf, placeOf } from '../finding.ts';

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

  /** Returns the problems that the editor shows in a file, as findings. */
  async check(
    file: string,
    languageId: string,
    text: string,
    { context, offersFixes }: CheckOptions,
  ): Promise<CheckedFile> {
    const { queries, problems } = await this.#checked(languageId, text, context);
    const lines = new QueryDocument(file, languageId, 1, text, { separators: () => [] });
    const findings = problems.map(problem => findingOf(lines, problem, offersFixes));
    return { file, queries, findings, fixed: 0 };
  }

  /** Returns the text with its preferred fixes made until there are no more, and how many were made. */
  fix(
    languageId: string,
    text: string,
    context: QueryContext,
  ): Promise<{ readonly text: string; readonly fixed: number }> {
    return fixUntilStable(text, current => this.#checked(languageId, current, context));
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

/** @param lines the whole text of the file as one block */
function findingOf(
  lines: QueryDocument,
  { query, problem, span, wording, fixes }: TextProblem,
  offersFixes: boolean,
): Finding {
  const placed = lines.placed(0);
  const place = placeOf(lines, placed, span);
  const replacement = (edit: Edit) => ({ ...placeOf(lines, placed, edit.span), text: edit.newText });
  return {
    file: lines.uri,
    query,
    ...place,
    severity: problem.severity,
    code: problem.code,
    message: problemMessage(wording, problem),
    source: lineOf(placed, place.line),
    fixes: (offersFixes ? fixes() : []).map(fix => ({
      title: wording(fix.title, fix.arguments),
      preferred: fix.preferred === true,
      edits: fix.edits.map(replacement),
    })),
  };
}
