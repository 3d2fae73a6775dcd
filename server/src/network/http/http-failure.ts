/** Failures on the way to a site and back, before the content of its response is considered. */
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
  /** The certificate that this machine is to show cannot be used. */
  'clientCertificate',
  /** The server closed the connection without a response. */
  'closed',
  'reset',
  /** The response ended too early. */
  'truncated',
  /** The body cannot be decompressed. */
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
  /** XML other than a page, such as the error of a gateway. */
  'xml',
  /** A message of PHP instead of JSON. */
  'php',
  'json',
  'depth',
  /** More values or names than may be parsed. */
  'tooMany',
  /** The server answers, but not to pages of other sites. */
  'otherOrigin',
  /** The browser has no connection. */
  'noNetwork',
  /** Browsers refuse requests by http for a page that was loaded by https. */
  'mixedContent',
  /** A browser does not say why there is no answer. */
  'unreachable',
  /** No session to send the request with. */
  'session',
  'empty',
  'cancelled',
  'unknown',
] as const;
export type FailureKind = (typeof failureKinds)[number];

export function isFailureKind(text: string): text is FailureKind {
  return failureKinds.some(kind => kind === text);
}

/** A failure, worded by its kind and detail. Contains no header, no body and no secret. */
export class HttpFailure extends Error {
  readonly kind: FailureKind;
  /** Host and port of the site, or of the proxy where the proxy failed. */
  readonly host: string;
  /** Values for its message: `reason`, `location`, `offset`, `limit`. */
  readonly detail: Readonly<Record<string, string | number>>;
  /** Requests sent before it failed, the failed one included. */
  readonly requests: number;
  /** Certainly nothing of the request reached the site: there was no connection. */
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

  /** The same failure with another number of requests. */
  after(requests: number): HttpFailure {
    return new HttpFailure(this.kind, this.host, this.detail, requests, this.unsent);
  }
}
