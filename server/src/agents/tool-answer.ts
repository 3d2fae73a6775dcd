import type { Json } from '../protocol/json.ts';

export type Members = Readonly<Record<string, Json>>;

/** What a tool found. */
export interface Outcome {
  /** What was found and what to do next, in our own words: no text of a site or a file is in it. */
  readonly summary: string;
  /** Numbers, codes and names from the settings. */
  readonly facts: Members;
  /** Everything that others may have written. */
  readonly data: Members;
}

/** What an agent receives. */
export interface ToolAnswer {
  /** For a model to read. */
  readonly text: string;
  /** The same for a program; `untrusted` has the names of the members that others may have written. */
  readonly structured: Members;
  /** Nothing was done. */
  readonly isRefused: boolean;
}
