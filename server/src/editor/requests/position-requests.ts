import type { CompletionItem, Connection } from 'vscode-languageserver';
import type { CompletionAbilities } from '../features/convert.ts';
import type { Guard } from '../guard.ts';
import type { Workspace } from '../workspace.ts';

interface CompletionSubject {
  readonly languageId: string;
  readonly subject: Readonly<Record<string, string>>;
}

/** Answers LSP's requests about a place in a text: each asks the document. */
export function registerPositionRequests(
  connection: Connection,
  workspace: Workspace,
  guard: Guard,
  abilities: CompletionAbilities,
): void {
  connection.onCompletion(
    guard('completion', null, async ({ textDocument: { uri }, position, context }, token) => {
      const request = { abilities, isDot: context?.triggerCharacter === '.', token };
      const list = (await workspace.document(uri)?.complete(position, request)) ?? null;
      if (list === null || abilities.resolves) return list;
      return { ...list, items: list.items.map(item => resolveItem(workspace, item)) };
    }),
  );
  connection.onCompletionResolve((item, token) =>
    guard('documentation', item, () => resolveItem(workspace, item))(item, token),
  );
  connection.onHover(
    guard(
      'hover',
      null,
      async ({ textDocument: { uri }, position }) => (await workspace.document(uri)?.hover(position)) ?? null,
    ),
  );
  connection.onSignatureHelp(
    guard(
      'signature',
      null,
      ({ textDocument: { uri }, position }) => workspace.document(uri)?.signature?.(position) ?? null,
    ),
  );
  connection.onSelectionRanges(
    guard('selection', [], ({ textDocument: { uri }, positions }) => [
      ...(workspace.document(uri)?.selections?.(positions) ?? []),
    ]),
  );
}

function resolveItem(workspace: Workspace, item: CompletionItem): CompletionItem {
  const data: CompletionSubject | undefined = item.data;
  const documentation =
    data && workspace.runtime.languages.get(data.languageId)?.service.documentation(data.subject);
  return documentation === undefined
    ? item
    : { ...item, documentation: { kind: 'markdown', value: documentation } };
}
