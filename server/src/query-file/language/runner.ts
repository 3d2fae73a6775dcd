/** The interface through which queries of each language are sent. */
import type { SiteDescription } from '#shared/base/site-description.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryView, SuggestedValue, QueryContext } from './language-service.ts';
import type { QueryUrlResult } from '#shared/protocol/run.ts';
import type { SiteKind } from '#shared/protocol/sites.ts';
import type { PastedQuery } from './pasted-query.ts';
import type { ApiMessage, OwnLimit, RunRequest, Suggestion } from '#shared/protocol/request.ts';

/** The options of code for a query. */
interface CodeOptions {
  /** The address of the site. */
  readonly url: string;
  /** The address below which a tracker's pages are; absent = `url`. */
  readonly pages?: string;
  /** The setting; empty = none. */
  readonly contact: string;
  /** The limits of a run. */
  readonly limit: number;
  readonly ownLimits?: readonly OwnLimit[];
}

/** How many values one request takes where a query uses another's rows. */
export interface BatchLimits {
  readonly values: number;
  /** Characters of all values of a request. */
  readonly characters: number;
  /** Columns in which a row has the value that it was requested by; absent = not known. */
  readonly matches?: readonly string[];
  /** Requests for a part of the values do not give a part of the rows: the condition is negated. */
  readonly isWhole?: boolean;
}

/** The runner of a language: makes requests of its queries, and reads the site's messages. */
export interface Runner {
  readonly kind: SiteKind;
  /** Whether a query without a body can be sent; it requests everything. */
  readonly allowsEmptyQuery: boolean;
  /** The request for a query; a problem = it cannot be sent at all. */
  prepare(view: QueryView, context: QueryContext): RunRequest['request'] | Problem;
  /**
   * The requests that a run makes instead of the one of `prepare`, because a list is too long for it; `undefined` = one
   * request is enough. Absent where lists have no limit.
   */
  split?(view: QueryView, context: QueryContext): readonly RunRequest['request'][] | undefined;
  /** How many values one request takes where the query uses a name, and how many characters of them. */
  batch(view: QueryView, context: QueryContext, name: string): BatchLimits;
  /** Whether the query itself says in which order its rows are. Absent where queries have no order. */
  isOrdered?(view: QueryView): boolean;
  /** How many rows the query's own parameters ask for. Absent where queries have no such parameters. */
  ownLimits?(view: QueryView, context: QueryContext): readonly OwnLimit[];
  /** The text of a query for the history of runs: without the values of sensitive parameters. */
  recordedText(view: QueryView, context: QueryContext): string;
  /** The names in the values of sensitive parameters. Absent where queries have no such parameters. */
  secretNames?(view: QueryView, context: QueryContext): ReadonlySet<string>;
  /** A server's messages, at the places in the query that caused them. */
  locateMessages(
    view: QueryView,
    context: QueryContext,
    errors: readonly ApiMessage[],
    warnings: readonly ApiMessage[],
  ): readonly Problem[];
  address(view: QueryView, context: QueryContext, url: string): QueryUrlResult;
  /** The query in the forms that other programs take, `[]` = it has a character that none can carry; a problem as of `prepare`. */
  code(view: QueryView, context: QueryContext, options: CodeOptions): readonly CodeForm[] | Problem;
  /** The text of a query file for a query of another program; `undefined` = no text reads as it, or it is not of this kind. */
  toFileText(query: PastedQuery): string | undefined;
  /** Whether two queries, as they are sent, say the same word for word. Absent where none are stored at sites. */
  isSame?(one: string, other: string): boolean;
  /** Takes over a site's description of itself; false = it cannot be read. Absent where sites have none. */
  applyDescription?(site: string, description: SiteDescription): boolean;
  /** All values of a kind of prompt, as far as they are known without asking the site; `undefined` = they cannot be listed. */
  listedValues?(view: QueryView, context: QueryContext, kind: string): readonly SuggestedValue[] | undefined;
  /** The suggestions of a site for a value, as they are offered. Absent where sites suggest nothing. */
  suggested?(suggestions: readonly Suggestion[]): readonly SuggestedValue[];
  /** The settings changed: forget what sites described. */
  forget?(): void;
}

/** A query in the form for another program. */
export interface CodeForm {
  /** Its key in `query-code-forms.json`. */
  readonly id: string;
  readonly code: string;
}
