/** A query that was found in a pasted text. */
export type PastedQuery = PastedWikiQuery | PastedTrackerQuery;

interface Pasted {
  /** The address of the site, as far as the text has it: `api.php`, or a tracker's base address. */
  readonly address?: string;
  /** The names in the text of possible secrets, which were left out. */
  readonly secrets: readonly string[];
  /** How many other queries the text has, which are left out; absent = none. */
  readonly others?: number;
  /** The query as in a query file, if code computes parts of it: they are variables without values. */
  readonly template?: { readonly body: string; readonly computed: readonly string[] };
}

interface PastedWikiQuery extends Pasted {
  readonly kind: 'wiki';
  /** One value for each name; without those that are always sent. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

interface PastedTrackerQuery extends Pasted {
  readonly kind: 'tracker';
  readonly jql: string;
  /** Absent = the default fields, or the text has no fields. */
  readonly fields?: readonly string[];
}

/** The reason why a text is not a query: the key of a message. */
export interface PasteRefusal {
  readonly refusal:
    | 'paste-action'
    | 'paste-address'
    | 'paste-broken'
    | 'paste-data'
    | 'paste-deep'
    | 'paste-empty'
    | 'paste-filter'
    | 'paste-long'
    | 'paste-other'
    | 'paste-prose'
    | 'paste-recording'
    | 'paste-special'
    | 'paste-unread';
  readonly values: Readonly<Record<string, string>>;
}

/** `undefined` = nothing known was found in the text. */
export type PasteResult = PastedQuery | PasteRefusal | undefined;
