/** How far a request came that had no response. */
import type { Probe, Unanswered } from './probe.ts';

export const failureOf = ({ answer }: Probe): Unanswered | undefined =>
  'failure' in answer ? answer : undefined;

/** Failures before which no name was looked up. */
export const beforeName: ReadonlySet<string> = new Set(['badUrl', 'proxySettings', 'certificateSettings']);

/** Failures before which there was no connection. */
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
