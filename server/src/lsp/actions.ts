import { type CodeAction, CodeActionKind, type Range, type TextEdit } from 'vscode-languageserver-types';
import type { Edit, Fix } from '../language/problem.ts';
import { Converter } from './convert.ts';
import { passingView, readableBlocks, type Views } from './documents.ts';
import type { BlockProblems, OpenFile } from './language.ts';

/** Fixes of one kind that are offered at once; an editor asks for them whenever the cursor moves. */
const mostOffered = 1000;

/** An action and the fix that it was made of. */
export interface OfferedAction {
  readonly fix: Fix;
  readonly action: CodeAction;
}

/** The ways out of the problems in a range, each alone; then other ways to write what stands there. */
export function* actionsIn(
  { document, language, around }: OpenFile,
  views: Views,
  range: Range,
): Generator<OfferedAction[]> {
  const { service, wording, source } = language;
  for (const placed of readableBlocks(document, range)) {
    const { view } = views.of(document, placed);
    const converter = new Converter(document, placed);
    const span = { start: document.offsetIn(placed, range.start), end: document.offsetIn(placed, range.end) };
    const offer = (kind: CodeActionKind, fix: Fix): CodeAction => ({
      title: wording(fix.title, fix.arguments),
      kind,
      edit: { changes: { [document.uri]: fix.edits.map(edit => converter.edit(edit)) } },
      ...(fix.preferred && { isPreferred: true }),
    });
    const problems = service
      .problems(view, around)
      .filter(problem => problem.span.start <= span.end && problem.span.end >= span.start);
    yield problems.flatMap(problem =>
      service.fixes(view, problem, around).map(fix => ({
        fix,
        action: {
          ...offer(CodeActionKind.QuickFix, fix),
          diagnostics: [converter.diagnostic(problem, wording, source)],
        },
      })),
    );
    yield service
      .refactorings(view, span, around)
      .map(fix => ({ fix, action: offer(CodeActionKind.RefactorRewrite, fix) }));
  }
}

/** The edits of every preferred fix in a file, of one kind or of all; those that would overlap an earlier one are left out. */
export function* fixAll(
  { document, language, around }: OpenFile,
  found: Iterable<BlockProblems>,
  kind?: string,
): Generator<TextEdit[][]> {
  const { service } = language;
  let count = 0;
  for (const { index, problems } of found) {
    const placed = document.placed(index);
    const view = passingView(placed.block, document.header, language.syntax);
    const converter = new Converter(document, placed);
    const taken: Edit[] = [];
    yield problems.flatMap(problem => {
      const fix = service
        .fixes(view, problem, around)
        .find(each => each.preferred && (kind === undefined || each.kind === kind));
      if (!fix || fix.edits.some(edit => taken.some(other => overlap(edit, other)))) return [];
      taken.push(...fix.edits);
      count++;
      return [fix.edits.map(edit => converter.edit(edit))];
    });
    if (kind !== undefined && count >= mostOffered) return;
  }
}

/** Neighbours may touch; two edits that begin at one place would have no order. */
const overlap = (a: Edit, b: Edit): boolean =>
  a.span.start === b.span.start || (a.span.start < b.span.end && b.span.start < a.span.end);
