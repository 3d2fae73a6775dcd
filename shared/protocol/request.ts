/** Requests to a site as the languages write them, and the messages and values that sites answer with. */
import type { Row } from './json.ts';
import type { Column } from './run.ts';
import type { SiteAddress } from './sites.ts';

/** A wiki query to send, without directives, with the values of its variables. */
export interface WikiRequest {
  readonly kind: 'wiki';
  /** In the order of the file; one value per name. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** A module of this query requires POST. */
  readonly post: boolean;
  /** A parameter whose value is a token of this type, requested during the run. */
  readonly token?: { readonly parameter: string; readonly type: string };
}

/** A JQL query to send. */
export interface TrackerRequest {
  readonly kind: 'tracker';
  /** Without comments, with the values of its variables. */
  readonly jql: string;
  /** The fields to request, by id or name; absent = the default fields. */
  readonly fields?: readonly string[];
  /** Only the number of issues is wanted. */
  readonly isCount?: true;
}

/** The number of rows that a query's own parameter requests, for a module whose rows are the result. */
export interface OwnLimit {
  /** The id of the module's table, or the beginning of the ids of its tables. */
  readonly table: string;
  /** The prefix of the module's parameters in the request. */
  readonly prefix: string;
  /** Absent = as many as the run fetches. */
  readonly rows?: number;
}

/** Cells that are added to every row of a part of a run. */
export interface AddedCells {
  /** Columns before those of the row. */
  readonly columns: readonly Column[];
  /** Columns after those of the row; absent = none. */
  readonly after?: readonly Column[];
  /** The tables of renamed titles do not get the cells. */
  readonly isForResults?: boolean;
  /** The cells of every row; absent = they depend on the row. */
  readonly row?: Row;
  /**
   * The cells of a row, by the text of the first of the key cells that it has, or by a title that the wiki normalized,
   * converted or redirected to that text. A row that belongs to several texts has all their values.
   */
  readonly match?: { readonly keys: readonly string[]; readonly rows: Readonly<Record<string, Row>> };
}

/** One of the requests of a run that consists of several. */
export interface RunPart {
  readonly site: SiteAddress;
  readonly request: WikiRequest | TrackerRequest;
  readonly added: AddedCells;
}

/** The requests of a run that consists of several, made one after the other. */
export interface RunParts {
  readonly list: readonly RunPart[];
  /** The limit applies to each request, and a failed one does not stop the others; otherwise it applies to all together. */
  readonly areIndependent: boolean;
}

/** A run to make. */
export interface RunRequest {
  readonly run: string;
  readonly site: SiteAddress;
  readonly request: WikiRequest | TrackerRequest;
  /** Maximum rows over all continuations; `Infinity` = all. */
  readonly limit: number;
  /** Limits of single modules, instead of that limit; absent = none. Only queries of wikis have them. */
  readonly ownLimits?: readonly OwnLimit[];
  /** No user waits for the run: it never signs in, and ends if a site is busy. */
  readonly isBackground?: boolean;
  /** Requests that are made instead of `request`; their rows are one result. */
  readonly parts?: RunParts;
}

/**
 * An error or warning of the site itself. From a wiki: `code`, `module` and `data` of its API. From a tracker: `module` is
 * the field, and the code is empty.
 */
export interface ApiMessage {
  readonly code: string;
  readonly text: string;
  readonly module: string;
  readonly data?: unknown;
}

/** A value that a site suggests, in the site's own spelling. */
export interface Suggestion {
  readonly value: string;
  /** The displayed form, as HTML from a tracker; absent = the value. */
  readonly shown?: string;
  /** A note about the value, such as when a version is released. */
  readonly detail?: string;
}
