/**
 * The interface of the HTTP client. `create-client.ts` implements it; redirects, retries and sessions are clients that
 * wrap another one.
 */
import { HttpFailure } from './http-failure.ts';

/** A request to a site. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Absolute, http or https; a user name in it is never sent. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Only of a POST; the headers contain its type. */
  readonly body?: string;
  /** The request only reads, so it may be sent again after a failure. */
  readonly read: boolean;
  /** Maximum bytes of the response after decompression; absent = the general limit. */
  readonly maximumBytes?: number;
  /**
   * Called once the connection is established, in the same turn in which the bytes are passed to the system, and again
   * before they would be repeated. False = nothing is sent, and the request fails as `cancelled` and unsent.
   */
  readonly canSend?: () => boolean;
}

/** A request with one more header, by its lower-case name; the same request where the value is empty. */
export const withHeader = (request: HttpRequest, name: string, value: string): HttpRequest =>
  value === '' ? request : { ...request, headers: { ...request.headers, [name]: value } };

export interface HttpResponse {
  /** Any status that is not a redirect: 404 is a response, not a failure. */
  readonly status: number;
  /** By lower-case name; repeated ones joined by `, `, except `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookie: readonly string[];
  /** The URL after redirects. */
  readonly url: string;
  /** Decompressed, in chunks, so that a large response is in memory only once. */
  readonly body: readonly Uint8Array[];
  /** Requests sent, including retries and redirects. */
  readonly requests: number;
  /** Whether the request was sent without an account; absent = unknown. */
  readonly isAnonymous?: boolean;
}

export interface HttpClient {
  /** Rejects only with an `HttpFailure`. When the signal fires, the socket is closed immediately. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Closes every socket; pending requests fail as `cancelled`. */
  close(): Promise<void>;
}

/** The text at the beginning of a response, read as UTF-8. @param bytes how many bytes are read at most */
export function beginningOf({ body }: HttpResponse, bytes: number): string {
  const decoder = new TextDecoder();
  let left = bytes;
  const parts = body.map(chunk => {
    const part = chunk.subarray(0, left);
    left -= part.byteLength;
    return decoder.decode(part, { stream: true });
  });
  return parts.join('') + decoder.decode();
}

/** A URL, relative to `base` if given; `undefined` = invalid. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

/** Host and port of a URL, for a message; the text itself if it is not a URL. */
export function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}

/** Sends a request; a failure is the result too. Rejects only for other errors. */
export async function trySend(
  client: HttpClient,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse | HttpFailure> {
  try {
    return await client.send(request, signal);
  } catch (error) {
    if (error instanceof HttpFailure) return error;
    throw error;
  }
}
