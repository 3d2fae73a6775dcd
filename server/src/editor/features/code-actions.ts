/** Fixes and refactorings of query files, as code actions. */
import { type CodeAction, CodeActionKind, type Range, type TextEdit } from 'vscode-languageserver';
import type { Edit, Fix, Problem } from '#shared/base/text/problem.ts';
import type { QueryBlock } from '../../query-file/block.ts';
import type { QueryDocument } from '../../query-file/query-document.ts';
import { ignoreEdits } from '../../query-file/options/ignore-option.ts';
import { referenceFixes } from '../../query-file/checking/source-columns.ts';
import { referenceProblems } from '../../query-file/checking/reference-problems.ts';
import { Converter } from './convert.ts';
import type { ProblemsOfBlock } from '../../query-file/checking/block-problems.ts';
import { preferredFixes } from '../../query-file/checking/fix-preference.ts';
import { withSeverities } from '../../query-file/checking/rule-severities.ts';
import { unusedFileIgnores } from '../../query-file/checking/shown-problems.ts';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import { readableBlocks, type Views, type OpenFile, type QueryFile } from '../documents/query-views.ts';
import { type DocumentHost, walk } from '../documents/document-host.ts';
import type { ActionRequest } from '../documents/document-kind.ts';

/**
 * Returns the actions for a range: each fix of each problem; all fixes of one kind, where the file has several; and
 * refactorings. If the client asks for it, also all preferred fixes of the file in one action.
 */
export async function codeActions(
  host: DocumentHost,
  file: QueryFile,
  { range, only, token }: ActionRequest,
): Promise<CodeAction[]> {
  const { document, language } = file;
  const wanted = (kind: CodeActionKind) => isWantedKind(kind, only);
  const editing = (edits: TextEdit[]) => ({ changes: { [document.uri]: edits } });
  const everywhere = (kind?: string) =>
    walk(host, document, token, fixAll(file, host.diagnostics.found(document), kind));

  const actions: CodeAction[] = [];
  if (wanted(CodeActionKind.QuickFix) || wanted(CodeActionKind.RefactorRewrite)) {
    const offered = await walk(host, document, token, actionsIn(file, host.views, range));
    actions.push(...offered.map(({ action }) => action).filter(({ kind }) => wanted(kind!)));
    const kinds = new Set(offered.filter(({ fix }) => fix.preferred).map(({ fix }) => fix.kind));
    for (const kind of wanted(CodeActionKind.QuickFix) ? kinds : []) {
      const edits = await everywhere(kind);
      if (edits.length < 2) continue;
      const title = language.wording(`fixAll.${kind}`, { count: edits.length });
      actions.push({ title, kind: CodeActionKind.QuickFix, edit: editing(edits.flat()) });
    }
  }
  if (only !== undefined && wanted(CodeActionKind.SourceFixAll)) {
    await host.diagnostics.report(file, () => !token.isCancellationRequested);
    const edits = (await everywhere()).flat();
    const title = language.wording('fixAll');
    if (edits.length > 0) actions.push({ title, kind: CodeActionKind.SourceFixAll, edit: editing(edits) });
  }
  return actions;
}

/** Whether a client wants actions of a kind: it names no kinds, or this one, or one that this one belongs to. */
export const isWantedKind = (kind: string, only: readonly string[] | undefined): boolean =>
  only?.some(wanted => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;

/** Fixes of one kind that are offered at once; an editor asks for them whenever the cursor moves. */
const maxOfferedFixes = 1000;

/** An action and its fix. */
interface OfferedAction {
  readonly fix: Fix;
  readonly action: CodeAction;
}

/** The fixes of the problems in a range, each alone; then other ways to write what is there. */
function* actionsIn(
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
    const besides = [
      ...referenceProblems(document, placed, language, context),
      ...(placed.index === 0 ? unusedFileIgnores(document, language, context) : []).flatMap(
        ({ problems }) => problems,
      ),
    ];
    const shown = [...service.problems(view, context), ...withSeverities(besides, context)];
    const problems = shown.filter(
      problem => problem.span.start <= span.end && problem.span.end >= span.start,
    );
    yield problems.flatMap(problem =>
      [...service.fixes(view, problem, context), ...referenceFixes(problem)].map(fix => ({
        fix,
        action: {
          ...offer(CodeActionKind.QuickFix, fix),
          diagnostics: [converter.diagnostic(problem, wording, source)],
        },
      })),
    );
    yield ignoring(problems, document, placed.block).map(({ problem, title, edits }) => {
      const place = title === 'ignore.file' ? new Converter(document, document.placed(0)) : converter;
      return {
        fix: { kind: 'ignore', title, arguments: { code: problem.code }, edits },
        action: {
          title: wording(title, { code: problem.code }),
          kind: CodeActionKind.QuickFix,
          edit: { changes: { [document.uri]: edits.map(edit => place.edit(edit)) } },
          diagnostics: [converter.diagnostic(problem, wording, source)],
        },
      };
    });
    yield service
      .refactorings(view, span, context)
      .map(fix => ({ fix, action: offer(CodeActionKind.RefactorRewrite, fix) }));
  }
}

/** A way to ignore a problem; the edits are of its block, or of the first one. */
interface Ignoring {
  readonly problem: Problem;
  readonly title: 'ignore' | 'ignore.file';
  readonly edits: readonly Edit[];
}

/** The ways to ignore the problems of a query, one of each code: there, and in a header that is no query itself. */
function ignoring(
  problems: readonly Problem[],
  document: QueryDocument,
  block: QueryBlock,
): readonly Ignoring[] {
  const byCode = new Map(problems.map(problem => [problem.code, problem]));
  const hasHeader =
    document.header === undefined || (document.blocks.length > 1 && document.header.body === undefined);
  return [...byCode.values()].flatMap((problem): Ignoring[] => {
    const edits = ignoreEdits(block, problem);
    if (edits.length === 0) return [];
    const atStart = edits.map(edit => ({ ...edit, span: { start: 0, end: 0 } }));
    return [
      { problem, title: 'ignore', edits },
      ...(hasHeader ? [{ problem, title: 'ignore.file', edits: atStart } as const] : []),
    ];
  });
}

/** The edits of the preferred fixes in a file, of one kind or of all, as far as they can be made together. */
export function* fixAll(
  { document, language, context }: OpenFile,
  problemsByBlock: Iterable<ProblemsOfBlock>,
  kind?: string,
): Generator<TextEdit[][]> {
  const { service } = language;
  let count = 0;
  for (const { index, problems } of problemsByBlock) {
    const placed = document.placed(index);
    const view = uncachedView(placed.block, document.headerOf(placed.block), language.syntax);
    const converter = new Converter(document, placed);
    const fixes = preferredFixes(service, view, problems, context, kind);
    count += fixes.length;
    yield fixes.map(({ edits }) => edits.map(edit => converter.edit(edit)));
    if (kind !== undefined && count >= maxOfferedFixes) return;
  }
}
