import { type CodeAction, CodeActionKind, type Range, type TextEdit } from 'vscode-languageserver-types';
import { nonOverlapping } from '../language/non-overlapping.ts';
import type { Fix } from '../language/problem.ts';
import { Converter } from './convert.ts';
import { uncachedView, readableBlocks, type Views } from './documents.ts';
import type { ProblemsOfBlock, OpenFile } from './language.ts';

/** Fixes of one kind that are offered at once; an editor asks for them whenever the cursor moves. */
const mostOffered = 1000;

/** An action and the fix that it was made of. */
export interface OfferedAction {
  readonly fix: Fix;
  readonly action: CodeAction;
}

/** The fixes of the problems in a range, each alone; then other ways to write what is there. */
export function* actionsIn(
  { document, language, context }: OpenFile,
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
      .problems(view, context)
      .filter(problem => problem.span.start <= span.end && problem.span.end >= span.start);
    yield problems.flatMap(problem =>
      service.fixes(view, problem, context).map(fix => ({
        fix,
        action: {
          ...offer(CodeActionKind.QuickFix, fix),
          diagnostics: [converter.diagnostic(problem, wording, source)],
        },
      })),
    );
    yield service
      .refactorings(view, span, context)
      .map(fix => ({ fix, action: offer(CodeActionKind.RefactorRewrite, fix) }));
  }
}

/** The edits of every preferred fix in a file, of one kind or of all, as far as they go together. */
export function* fixAll(
  { document, language, context }: OpenFile,
  found: Iterable<ProblemsOfBlock>,
  kind?: string,
): Generator<TextEdit[][]> {
  const { service } = language;
  let count = 0;
  for (const { index, problems } of found) {
    const placed = document.placed(index);
    const view = uncachedView(placed.block, document.header, language.syntax);
    const converter = new Converter(document, placed);
    const fixes = nonOverlapping(
      problems.flatMap(
        problem =>
          service
            .fixes(view, problem, context)
            .find(each => each.preferred && (kind === undefined || each.kind === kind)) ?? [],
      ),
    );
    const chosen = service.together?.(view, fixes, context) ?? fixes;
    count += chosen.length;
    yield chosen.map(({ edits }) => edits.map(edit => converter.edit(edit)));
    if (kind !== undefined && count >= mostOffered) return;
  }
}
