/** Runs the handlers of requests so that a fault in one ends nothing else. */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';

/** Logs a fault of the program: the feature that failed and the error, never a text of the user. */
export type FaultLog = (feature: string, error: unknown) => void;

const cancelled = () => new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'Cancelled');

/**
 * Returns a wrapper for handlers: a fault is logged and answered with `nothing`; a cancelled request, and LSP's own errors,
 * are answered as LSP specifies.
 */
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

/** Returns a fault as one line for the log: its kind and place, without its message, which could quote the file. */
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
