import type { CancellationToken } from 'vscode-languageserver';

/** Returns an `AbortSignal` that follows LSP's token. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
