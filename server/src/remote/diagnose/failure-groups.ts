/** Groups of failures, by how far the request came. */
import type { Probe, Unanswered } from './probe.ts';

/** The failure of a request without a response; `undefined` = there was a response. */
export const failureOf = ({ answer }: Probe): Unanswered | undefined =>
  'failure' in answer ? answer : undefined;

/** Failures before the name lookup. */
export const beforeName: ReadonlySet<string> = new Set(['badUrl', 'proxySettings', 'certificateSettings']);

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
