import type { JsonObject } from '../json.ts';
import type { Session, WikiAccount } from './sessions.ts';
import type { Visitor } from './visitor.ts';

/** A request to the API, and who makes it. */
export interface ApiRequest {
  readonly sent: ReadonlyMap<string, string>;
  readonly inAddress: ReadonlySet<string>;
  readonly posted: boolean;
  readonly visitor: Visitor;
  readonly session: Session;
  /** Those that can sign in. */
  readonly accounts: readonly WikiAccount[];
  /** How far the database is said to lag, in seconds. */
  readonly lag: number;
}

export interface ApiAnswer {
  readonly json: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}
