/** The protocol's own requests and notifications over a connection, checked on receipt. */
import { type CancellationToken, type Connection, ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { NotificationType, RequestType } from '#shared/protocol/schema.ts';

/** Registers the handler of a request; parameters of another shape are refused with LSP's `InvalidParams`. */
export function onRequest<Params, Result>(
  connection: Connection,
  { method, isParams }: RequestType<Params, Result>,
  handle: (
    params: Params,
    token: CancellationToken,
  ) => Result | ResponseError<never> | Promise<Result | ResponseError<never>>,
): void {
  connection.onRequest(method, (params: unknown, token): unknown =>
    isParams(params)
      ? handle(params, token)
      : new ResponseError<never>(ErrorCodes.InvalidParams, `Invalid parameters of ${method}`),
  );
}

/** Registers the handler of a notification; one of another shape is dropped. */
export function onNotification<Params>(
  connection: Connection,
  { method, isParams }: NotificationType<Params>,
  handle: (params: Params) => void,
): void {
  connection.onNotification(method, (params: unknown) => {
    if (isParams(params)) handle(params);
  });
}

/** Sends a notification. */
export function notify<Params>(
  connection: Connection,
  { method }: NotificationType<Params>,
  params: NoInfer<Params>,
): void {
  void connection.sendNotification(method, params);
}

/** Asks the client. Rejects where the client fails, or its response has another shape. */
export async function ask<Params, Result>(
  connection: Connection,
  { method, isResult }: RequestType<Params, Result>,
  params: NoInfer<Params>,
): Promise<Result> {
  const result: unknown = await connection.sendRequest(method, params);
  if (isResult(result)) return result;
  throw new TypeError(`Unexpected response to ${method}`);
}
