import type { JsonObject } from '../json.ts';

/** The data of the sandbox wiki. Times are milliseconds since 1970, sizes are bytes. */

export interface Title {
  readonly namespace: number;
  /** Without the namespace, with spaces, first letter in upper case. */
  readonly text: string;
}

export interface User {
  /** 0 = an address without an account. */
  readonly id: number;
  readonly name: string;
  readonly groups: readonly string[];
  readonly registered: number | undefined;
  readonly gender: 'male' | 'female' | 'unknown';
  readonly realName: string;
  edits: number;
}

export interface Revision {
  readonly id: number;
  /** The id of the revision before; 0 = the page began here. */
  readonly parent: number;
  readonly page: Page;
  readonly user: User;
  readonly time: number;
  readonly comment: string;
  readonly minor: boolean;
  readonly bot: boolean;
  readonly tags: readonly string[];
  readonly size: number;
  readonly text: () => string;
}

export interface Protection {
  readonly type: string;
  readonly level: string;
  readonly expiry: number | 'infinity';
  readonly cascade: boolean;
}

export interface FileVersion {
  readonly time: number;
  readonly user: User;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly comment: string;
  /** The seed of the file's bytes; equal seeds = equal files. */
  readonly seed: string;
}

export interface Page {
  readonly id: number;
  readonly title: Title;
  /** Oldest first, never empty. */
  readonly revisions: Revision[];
  /** Newest first; empty unless the page is a file. */
  readonly versions: readonly FileVersion[];
  readonly protections: readonly Protection[];
}

export interface Block {
  readonly id: number;
  readonly target: string;
  readonly user: User | undefined;
  readonly by: User;
  readonly time: number;
  readonly expiry: number | 'infinity';
  readonly reason: string;
  readonly flags: ReadonlySet<string>;
  /** The pages of a partial block; empty = the whole wiki. */
  readonly pages: readonly string[];
}

export interface LogEvent {
  readonly id: number;
  readonly type: string;
  readonly action: string;
  readonly user: User;
  readonly title: Title;
  /** 0 = no such page (any more). */
  readonly pageid: number;
  readonly time: number;
  readonly comment: string;
  readonly tags: readonly string[];
  /** As in the API's response. */
  readonly params: JsonObject;
}

/** A page that was deleted, and the one revision that it had. */
export interface DeletedPage {
  readonly title: Title;
  readonly revision: Omit<Revision, 'page'>;
  readonly versions: readonly FileVersion[];
}

/** A row of recent changes: an edit, a new page, or a log event. */
export interface Change {
  readonly id: number;
  readonly time: number;
  readonly revision?: Revision;
  readonly event?: LogEvent;
}
