/**
 * The HTTP client that the layers above see. One implementation uses undici; whatever refines it
 * (redirects, retries, a session) takes a client and is a client.
 */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Absolute, http or https; a user name in it is never sent. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Only for a POST; its type is in the headers. */
  readonly body?: string;
  /** It only reads, so it may be sent again after a failure. */
  readonly read: boolean;
  /** Bytes that its answer may have after decompression; absent = as many as any. */
  readonly mostBytes?: number;
  /**
   * Asked when the connection stands, in the same turn in which the bytes are handed to the system, and again before
   * they would be repeated. False = nothing is sent, and it fails as `cancelled` and unsent.
   */
  readonly mayGo?: () => boolean;
}

export interface HttpResponse {
  /** Any status that is not a redirect: 404 is an answer, not a failure. */
  readonly status: number;
  /** By lower-case name; repeated ones joined by `, ` but for `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookie: readonly string[];
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** Decompressed, in pieces: a big answer never stands in memory twice. */
  readonly body: readonly Uint8Array[];
  /** Requests sent for it, retries and redirects included. */
  readonly requests: number;
}

export interface HttpClient {
  /** Rejects with an `HttpFailure` only. When the signal fires its socket is closed at once. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Closes every socket; what is under way fails as `cancelled`. */
  close(): Promise<void>;
}

/** What can go wrong between us and a site, before anybody has looked at what the answer says. */
const failureKinds = [
  'badUrl',
  'refused',
  'nameNotFound',
  'offline',
  'connectTimeout',
  'tls',
  'proxy',
  'proxySettings',
  'certificateSettings',
  /** The server closed the connection before it answered. */
  'closed',
  'reset',
  /** The answer ended too early. */
  'truncated',
  /** It cannot be decompressed. */
  'corrupt',
  'tooLarge',
  'slowHeaders',
  'slowBody',
  'headersTooLarge',
  'framing',
  'redirect',
  'redirectLoop',
  'encoding',
  'html',
  'json',
  'depth',
  /** More values than may be parsed. */
  'tooMany',
  /** There is no session to send it with. */
  'session',
  'empty',
  'cancelled',
  'unknown',
] as const;
export type FailureKind = (typeof failureKinds)[number];

export function isFailureKind(text: string): text is FailureKind {
  return failureKinds.some(kind => kind === text);
}

/** A failure to be worded by its kind and detail. Holds no header, no body and no secret. */
export class HttpFailure extends Error {
  readonly kind: FailureKind;
  /** Host and port of the site, or of the proxy where the proxy failed. */
  readonly host: string;
  /** What the wording needs: `reason`, `location`, `offset`, `limit`. */
  readonly detail: Readonly<Record<string, string | number>>;
  /** Requests sent until it failed. */
  readonly requests: number;
  /** It is certain that nothing of the request reached the site: no connection stood. */
  readonly unsent: boolean;

  constructor(
    kind: FailureKind,
    host: string,
    detail: Readonly<Record<string, string | number>> = {},
    requests = 1,
    unsent = requests === 0,
  ) {
    super(`${kind} at ${host}`);
    this.name = 'HttpFailure';
    this.kind = kind;
    this.host = host;
    this.detail = detail;
    this.requests = requests;
    this.unsent = unsent;
  }

  /** The same failure with another count of requests. */
  after(requests: number): HttpFailure {
    return new HttpFailure(this.kind, this.host, this.detail, requests, this.unsent);
  }
}

/** An address, relative to `base` where there is one; `undefined` = it cannot be read. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}

/** Host and port of an address, for a message; the address itself where it cannot be read. */
export function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}
