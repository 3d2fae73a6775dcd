/** Why a query does not run: a closed set of reasons, and the one place where they are put into words. */
import texts from '../../catalogue/messages/runs.json' with { type: 'json' };
import { type Values, optionalWordingOf } from '#shared/base/text/wording.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { RunPurpose, RunQuery } from './run-query.ts';

/**
 * The kinds of reasons. `site`: it has none, or one that is unknown, unusable, of the other kind, or not allowed. `length`:
 * it is too long to be read. `declined`: the user did not answer its prompts. `prompt`: a prompt has no value, or one that it
 * does not take. `chain`: the rows of another query cannot be its values. `query`: its text has errors, such as an undefined
 * variable. `writing`: an agent may not send it. `limit`: an agent may not fetch that many rows, or it takes more requests than were agreed to.
 */
export type RunProblemKind =
  'site' | 'length' | 'declined' | 'prompt' | 'chain' | 'query' | 'writing' | 'limit';

/** A reason why a query does not run. */
export interface RunProblem {
  readonly kind: RunProblemKind;
  /** The same for each purpose. */
  readonly code: string;
  /** The key of its text; absent = the code. */
  readonly message?: string;
  readonly arguments: Values;
  /** The place in the text of the query; absent = it is about the whole query. */
  readonly span?: Span;
  /** The query that has the problem: the one to be run, or one whose rows it uses. */
  readonly query: RunQuery;
  /** Where the query would have run; absent = no such site is configured. */
  readonly site?: Site;
  /** The problem of the query that uses the rows of this one. */
  readonly effect?: RunProblem;
}

/** The parts of a problem that its text is made of. */
export type RefusedRun = Pick<RunProblem, 'code' | 'message' | 'arguments'> &
  Partial<Pick<RunProblem, 'query'>>;

/** The problems of runs that have texts of their own; the language words all others. */
export type RunMessage = keyof typeof texts;

/** A problem that a language has found in a query, as the reason why the query does not run. */
export const languageProblem = (
  kind: RunProblemKind,
  query: RunQuery,
  { code, message, arguments: args, span }: Problem,
): RunProblem => ({ kind, code, ...(message !== undefined && { message }), arguments: args, span, query });

const sayIfKnown = optionalWordingOf(texts);

/** The sentence of a message, or the one for a purpose where it differs. */
export const runText = (message: RunMessage, values: Values = {}, purpose?: RunPurpose): string =>
  sayIfKnown(`${message}.${purpose}`, values) ?? sayIfKnown(message, values) ?? message;

/** Whether a problem is put into other words for a purpose than for the editor. */
export const hasOwnWords = ({ code }: Pick<RunProblem, 'code'>, purpose: RunPurpose): boolean =>
  sayIfKnown(`${code}.${purpose}`) !== undefined;

/** Why a query does not run, as a sentence that says what to do. */
export function problemText(
  { code, message = code, arguments: values, query }: RefusedRun,
  purpose: RunPurpose,
): string {
  const keys = [`${message}.${purpose}`, message, `${code}.${purpose}`, code];
  for (const key of new Set(keys)) {
    const text = sayIfKnown(key, values);
    if (text !== undefined) return text;
  }
  return query?.language.wording(message, values) ?? message;
}
