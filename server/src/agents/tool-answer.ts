import type { Json } from '#shared/protocol/json.ts';

export type Members = Readonly<Record<string, Json>>;

/** The outcome of a tool. */
export interface Outcome {
  /** The result and the next step, in the program’s own words: it quotes no text of a site or a file. */
  readonly summary: string;
  /** Numbers, codes and names from the settings. */
  readonly facts: Members;
  /** Everything that others may have written. */
  readonly data: Members;
}

/** The answer that an agent receives. */
export interface ToolAnswer {
  /** The answer as a text for a model. */
  readonly text: string;
  /** The same for a program; `untrusted` has the names of the members that others may have written. */
  readonly structured: Members;
  /** True if the tool did nothing because of an error. */
  readonly isRefused: boolean;
}
