import type { SiteDescription } from '../common/site-description.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryView, SuggestedValue, QueryContext } from '../language/service.ts';
import type { QueryUrlResult } from '../protocol/run.ts';
import type { SiteKind } from '../protocol/sites.ts';
import type { CodeForm } from '../query-code/code-lines.ts';
import type { PastedQuery } from '../query-code/pasted-query.ts';
import type { ApiMessage, OwnLimit, RunRequest, Suggestion } from '../remote/remote.ts';

/** What code for a query needs besides the query. */
export interface CodeOptions {
  /** The address of the site. */
  readonly url: string;
  /** The setting; empty = none. */
  readonly contact: string;
  /** As a run has them. */
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

/** How the queries of a language go over the wire. */
export interface Runner {
  readonly kind: SiteKind;
  /** A query without a text is one too: it asks for everything. */
  readonly takesEmpty: boolean;
  /** What is sent; a problem = it cannot be sent at all. */
  prepare(view: QueryView, context: QueryContext): RunRequest['request'] | Problem;
  /** How many values one request takes where the query uses a name, and how many characters of them. */
  batch(view: QueryView, context: QueryContext, name: string): BatchLimits;
  /** How many rows the query's own parameters ask for. Absent where queries have no such parameters. */
  ownLimits?(view: QueryView, context: QueryContext): readonly OwnLimit[];
  /** What a query asks, for those who look back at its run: without the values of sensitive parameters. */
  record(view: QueryView, context: QueryContext): string;
  /** The names in the values of sensitive parameters. Absent where queries have no such parameters. */
  secretNames?(view: QueryView, context: QueryContext): ReadonlySet<string>;
  /** A server's messages, at the places in the query that caused them. */
  place(
    view: QueryView,
    context: QueryContext,
    errors: readonly ApiMessage[],
    warnings: readonly ApiMessage[],
  ): readonly Problem[];
  address(view: QueryView, context: QueryContext, url: string): QueryUrlResult;
  /** The query in the forms that other programs take, `[]` = it has a character that none can carry; a problem as of `prepare`. */
  code(view: QueryView, context: QueryContext, options: CodeOptions): readonly CodeForm[] | Problem;
  /** The text of a query file for a query of another program; `undefined` = no text reads as it, or it is not of this kind. */
  written(query: PastedQuery): string | undefined;
  /** Whether two queries, as they are sent, say the same word for word. Absent where none are stored at sites. */
  isSame?(one: string, other: string): boolean;
  /** Takes over a site's description of itself; false = it cannot be read. Absent where sites have none. */
  learn?(site: string, description: SiteDescription): boolean;
  /** All values of a kind of prompt, as far as they are known without asking the site; `undefined` = they cannot be listed. */
  listed?(view: QueryView, context: QueryContext, kind: string): readonly SuggestedValue[] | undefined;
  /** What a site suggests for a value, as it is offered. Absent where sites suggest nothing. */
  suggested?(suggestions: readonly Suggestion[]): readonly SuggestedValue[];
  /** The settings changed: forget what sites described. */
  forget?(): void;
}
