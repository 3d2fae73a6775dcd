/** The data of a diagnosis: the facts about a site, and the findings that are concluded from them. */
import type { PeerCertificate } from '../http/peer-certificate.ts';
import type { SessionState } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type texts from '../../../catalogue/messages/diagnose.json';
import type { Values } from '#shared/base/text/wording.ts';
import type { DiagnosisStep } from '#shared/protocol/sites/diagnosis.ts';

/** The addresses of a host name, or why it has none. */
export type Lookup =
  | { readonly host: string; readonly addresses: readonly string[] }
  | { readonly host: string; readonly code: string };

/** The kind of content of a response. */
export type Content =
  /** JSON of the API. */
  | { readonly kind: 'api'; readonly software: string }
  /** JSON with an error of the API. */
  | { readonly kind: 'error'; readonly code: string; readonly text: string }
  | { readonly kind: 'loginPage' | 'challenge' | 'html' | 'json' | 'other' | 'empty' };

/** A response, without its body. */
export interface Answered {
  readonly status: number;
  readonly content: Content;
  /** Where redirects ended, if not where they began. */
  readonly redirectedTo?: string;
  /** The seconds after which the site may be asked again. */
  readonly retryAfter?: string;
  /** The limits of requests that its headers name. */
  readonly rateLimits: readonly (readonly [name: string, value: string])[];
  /** The class that the gateway of Wikimedia gave the request; absent = it says nothing. */
  readonly limitClass?: string;
  /** Milliseconds by which the clock of the server is ahead; absent = not known. */
  readonly clockSkew?: number;
  readonly milliseconds: number;
}

/** A request without a response, and the reason. */
export interface Unanswered {
  readonly failure: string;
  readonly reason: string;
  readonly host: string;
  readonly location: string;
  /** A message for failures that the steps do not name. */
  readonly message: string;
}

/** The account of a request, according to the API. */
export interface AccountFacts {
  /** Empty = anonymous. */
  readonly name: string;
  readonly rights?: readonly string[];
  readonly rateLimits: readonly string[];
}

/** All facts about a site. */
export interface Probe {
  readonly site: Site;
  /** The proxy that requests go through; absent = none. */
  readonly proxy?: string;
  /** Absent = the proxy looks the name up. */
  readonly lookup?: Lookup;
  readonly answer: Answered | Unanswered;
  /** The certificate that the site shows, accepted or not; absent = it showed none. */
  readonly certificate?: PeerCertificate;
  /** The file of the certificate that this machine shows the site; absent = none. */
  readonly clientCertificate?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The account, according to the API; absent = not requested, or unknown. */
  readonly account?: AccountFacts;
  readonly session: SessionState;
  readonly userAgent: string;
  /** Why the session was not accepted, as a sentence. */
  readonly sessionProblem?: string;
}

/** A finding by its key in the texts; its advice is the text of that key with `.advice`, unless another one is named. */
export interface Finding {
  readonly outcome: DiagnosisStep['outcome'];
  readonly key: keyof typeof texts;
  readonly values?: Values;
  readonly advice?: string;
  /** Facts, each a key in the texts with its values. */
  readonly details?: readonly (readonly [key: keyof typeof texts, values: Values])[];
}

/** The failure of a request without a response; `undefined` = there was a response. */
export const failureOf = ({ answer }: Probe): Unanswered | undefined =>
  'failure' in answer ? answer : undefined;

/** Failures before the name lookup. */
export const beforeName: ReadonlySet<string> = new Set([
  'badUrl',
  'proxySettings',
  'certificateSettings',
  'clientCertificate',
]);

/** Failures before the connection. */
export const beforeConnection: ReadonlySet<string> = new Set([...beforeName, 'nameNotFound', 'proxy']);

export const connectionKeys = {
  refused: 'connection.refused',
  offline: 'connection.offline',
  connectTimeout: 'connection.timeout',
  closed: 'connection.closed',
  reset: 'connection.closed',
} as const;

export const isConnectionFailure = (failure: string): failure is keyof typeof connectionKeys =>
  Object.hasOwn(connectionKeys, failure);
