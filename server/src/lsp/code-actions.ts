import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type TextEdit,
} from 'vscode-languageserver';
import { actionsIn, fixAll } from './actions.ts';
import type { Workspace } from './workspace.ts';

/**
 * What an editor offers at a place: each fix of each problem, where the file has more problems of that kind all of
 * them at once, and other ways to write the same. On demand all preferred fixes of the file in one go.
 */
export async function codeActions(
  workspace: Workspace,
  { textDocument: { uri }, range, context: { only } }: CodeActionParams,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const file = workspace.file(uri);
  if (file === undefined) return [];
  const { document, language } = file;
  const wanted = (kind: CodeActionKind) => isWanted(kind, only);
  const editing = (edits: TextEdit[]) => ({ changes: { [uri]: edits } });
  const everywhere = (kind?: string) =>
    workspace.walk(uri, token, () => fixAll(file, workspace.diagnostics.found(document), kind));

  const actions: CodeAction[] = [];
  if (wanted(CodeActionKind.QuickFix) || wanted(CodeActionKind.RefactorRewrite)) {
    const offered = await workspace.walk(uri, token, () => actionsIn(file, workspace.views, range));
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
    await workspace.report(uri, () => !token.isCancellationRequested);
    const edits = (await everywhere()).flat();
    const title = language.wording('fixAll');
    if (edits.length > 0) actions.push({ title, kind: CodeActionKind.SourceFixAll, edit: editing(edits) });
  }
  return actions;
}

/** True where a client that names the kinds it wants wants this one, by itself or by the kind that it belongs to. */
const isWanted = (kind: string, only: readonly string[] | undefined): boolean =>
  only?.some(wanted => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
