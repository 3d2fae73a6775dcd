import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';

/** Where a fault of our own is noted: what failed and why, never a text of the user's. */
export type FaultLog = (feature: string, error: unknown) => void;

const cancelled = () => new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'Cancelled');

/** Wraps handlers: a fault is logged and answered with `nothing`, a cancelled request and LSP's own errors as LSP has it. */
export function guardWith(log: FaultLog) {
  return <Params, Result>(
      feature: string,
      nothing: Result,
      handle: (params: Params, token: CancellationToken) => Result | Promise<Result>,
    ) =>
    async (params: Params, token: CancellationToken): Promise<Result | ResponseError<never>> => {
      if (token.isCancellationRequested) return cancelled();
      try {
        const result = await handle(params, token);
        return token.isCancellationRequested ? cancelled() : result;
      } catch (error) {
        if (token.isCancellationRequested) return cancelled();
        if (error instanceof ResponseError) return new ResponseError<never>(error.code, error.message);
        log(feature, error);
        return nothing;
      }
    };
}

export type Guard = ReturnType<typeof guardWith>;

/** A fault as one line for the log: its kind and place, without a message that could quote the file. */
export function faultLine(feature: string, error: unknown): string {
  if (!(error instanceof Error)) return `${feature}: ${typeof error}`;
  const frames = (error.stack ?? '')
    .split('\n')
    .slice(1, 4)
    .map(line => line.trim());
  return [`${feature}: ${error.name}`, ...frames].join(' < ');
}

/** Returns an `AbortSignal` that follows LSP's token. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
