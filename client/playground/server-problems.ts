/** The problems of the text in the editor with their fixes, as the server answers them. */
import { LSPPlugin } from '@codemirror/lsp-client';
import type { Action, Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { CodeAction, Diagnostic as ServerDiagnostic, TextEdit } from 'vscode-languageserver-types';

/** A problem with the server's code for it. */
export interface EditorProblem extends Diagnostic {
  readonly code: string;
}

const severities = ['error', 'warning', 'info', 'hint'] as const;

/** The problems of the current text, in its order. The fixes of each are its actions. */
export async function problemsIn(view: EditorView): Promise<readonly EditorProblem[]> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) return [];
  const { client, uri } = plugin;
  const { doc } = view.state;
  client.sync();
  const [report, actions] = await Promise.all([
    client.request<object, { readonly items: readonly ServerDiagnostic[] }>('textDocument/diagnostic', {
      textDocument: { uri },
    }),
    client.request<object, readonly CodeAction[] | null>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: plugin.toPosition(0, doc), end: plugin.toPosition(doc.length, doc) },
      context: { diagnostics: [], only: ['quickfix'] },
    }),
  ]);
  const fixes = Map.groupBy(actions ?? [], ({ diagnostics }) => keyOf(diagnostics?.[0]));
  return report.items.map(diagnostic => ({
    from: plugin.fromPosition(diagnostic.range.start, doc),
    to: plugin.fromPosition(diagnostic.range.end, doc),
    severity: severities[(diagnostic.severity ?? 1) - 1] ?? 'error',
    message: textOf(diagnostic.message),
    code: String(diagnostic.code ?? ''),
    actions: (fixes.get(keyOf(diagnostic)) ?? []).map(fix =>
      actionOf(fix.title, fix.edit?.changes?.[uri] ?? [], doc),
    ),
  }));
}

const textOf = (message: ServerDiagnostic['message']): string =>
  typeof message === 'string' ? message : message.value;

/** The key by which a fix finds its problem. */
const keyOf = (diagnostic: ServerDiagnostic | undefined): string =>
  diagnostic === undefined ? '' : JSON.stringify([diagnostic.code, diagnostic.range]);

/** An action that applies edits if the text has not changed since. */
const actionOf = (name: string, edits: readonly TextEdit[], doc: Text): Action => ({
  name,
  apply: view => {
    const plugin = LSPPlugin.get(view);
    if (plugin === null || view.state.doc !== doc) return;
    view.dispatch({
      changes: edits.map(({ range, newText }) => ({
        from: plugin.fromPosition(range.start, doc),
        to: plugin.fromPosition(range.end, doc),
        insert: newText,
      })),
      userEvent: 'input.fix',
    });
  },
});
