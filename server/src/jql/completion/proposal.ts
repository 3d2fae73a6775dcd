import type { CompletionKind } from '../../query-file/language/language-service.ts';

/** A completion without its place. */
export interface Proposal {
  readonly label: string;
  readonly text: string;
  readonly kind: CompletionKind;
  readonly rank: number;
  readonly snippet?: boolean;
  readonly detail?: string;
  readonly filter?: string;
  readonly continues?: boolean;
  readonly changes?: boolean;
  readonly subject?: Readonly<Record<string, string>>;
}

/** Returns a proposal for a keyword. */
export const keyword = (text: string, rank: number, continues = true): Proposal => ({
  label: text,
  text,
  kind: 'keyword',
  rank,
  ...(continues && { continues }),
  subject: { kind: 'keyword', name: text },
});
