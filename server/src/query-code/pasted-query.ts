/** A query that was found in a pasted text. */
export type PastedQuery = PastedWikiQuery | PastedTrackerQuery;

interface Pasted {
  /** Of the site, as far as the text shows it: `api.php`, or a tracker's base address. */
  readonly address?: string;
  /** What was left out because it may be a secret, by the names that the text has for it. */
  readonly secrets: readonly string[];
  /** The query as a query file has it, where code computes parts of it: they are variables without values. */
  readonly template?: { readonly body: string; readonly computed: readonly string[] };
}

export interface PastedWikiQuery extends Pasted {
  readonly kind: 'wiki';
  /** One value for each name; without those that are always sent. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

export interface PastedTrackerQuery extends Pasted {
  readonly kind: 'tracker';
  readonly jql: string;
  /** Absent = the default ones, or the text has none. */
  readonly fields?: readonly string[];
}

/** Why a text that is about a site is no query: the key of a sentence. */
export interface PasteRefusal {
  readonly refusal: 'paste-action' | 'paste-filter';
  readonly values: Readonly<Record<string, string>>;
}

/** `undefined` = nothing known was found in the text. */
export type PasteResult = PastedQuery | PasteRefusal | undefined;
