import type { SiteDescription } from '../common/site-description.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryView, SuggestedValue, QueryContext } from '../language/service.ts';
import type { QueryUrlResult } from '../protocol/run.ts';
import type { SiteKind } from '../protocol/sites.ts';
import type { ApiMessage, OwnLimit, RunRequest, Suggestion } from '../remote/remote.ts';

/** How the queries of a language go over the wire. */
export interface Runner {
  readonly kind: SiteKind;
  /** A query without a text is one too: it asks for everything. */
  readonly takesEmpty: boolean;
  /** What is sent; a problem = it cannot be sent at all. */
  prepare(view: QueryView, context: QueryContext): RunRequest['request'] | Problem;
  /** How many rows the query's own parameters ask for. Absent where queries have no such parameters. */
  ownLimits?(view: QueryView, context: QueryContext): readonly OwnLimit[];
  /** What a query asks, for those who look back at its run: without the values of sensitive parameters. */
  record(view: QueryView, context: QueryContext): string;
  /** A server's messages, at the places in the query that caused them. */
  place(
    view: QueryView,
    context: QueryContext,
    errors: readonly ApiMessage[],
    warnings: readonly ApiMessage[],
  ): readonly Problem[];
  address(view: QueryView, context: QueryContext, url: string): QueryUrlResult;
  /** Takes over a site's description of itself; false = it cannot be read. Absent where sites have none. */
  learn?(site: string, description: SiteDescription): boolean;
  /** What a site suggests for a value, as it is offered. Absent where sites suggest nothing. */
  suggested?(suggestions: readonly Suggestion[]): readonly SuggestedValue[];
  /** The settings changed: forget what sites described. */
  forget?(): void;
}
