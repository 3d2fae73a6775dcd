/** Asks a wiki for a query before and after its preferred fixes. */
import { preferredFixes } from '../../server/src/query-file/checking/fix-preference.ts';
import { buildWikiRequest } from '../../server/src/wiki/wiki-request.ts';
import { shapeOf, type Shape } from '../conformance/mediawiki/sandbox-shapes/shape.ts';
import type { Json } from '../sandbox/json.ts';
import { contextOf, serviceOf, viewOf } from './corpus.ts';
import { edited } from './jql-problems.ts';
import { modelOf } from './wiki-problems.ts';
import type { WikiAnswer, WikiSession } from './wiki-session.ts';

/** The answers to a query before and after a fix. */
export interface FixedAnswer {
  readonly query: string;
  readonly fixed: string;
  /** Whether the wiki ignored some of the query before: then a fix can rightly find other rows. */
  readonly ignored: boolean;
  /** The members that a program reads of the answer before, and that the answer after lacks. */
  readonly lost: readonly string[];
  /** The errors of the answer after; the one before has none. */
  readonly errors: readonly string[];
}

/** Whether a fix lost a member, or made an error. */
export const isWorse = ({ lost, errors }: FixedAnswer): boolean => lost.length + errors.length > 0;

const context = contextOf();
/** The format of an answer is the same for all, and a wiki that is not busy does not lag. */
const ownParameters: ReadonlySet<string> = new Set(['format', 'formatversion', 'errorformat', 'maxlag']);
/** Members that say of a title that it names no page, or was written in another way. */
const aboutTitles = /\.(?:missing|invalid|invalidreason)$|^normalized\b/;

type Answer = WikiAnswer & { readonly query?: Json };

const ask = (session: WikiSession, text: string): Promise<Answer> => {
  const sent = buildWikiRequest(modelOf(text)).parameters.filter(([name]) => !ownParameters.has(name));
  return session.ask(new URLSearchParams(sent.map(([name, value]): [string, string] => [name, value])));
};

/** The members of an answer that another one lacks, other than members of rows where it has no rows. */
function lostMembers(before: Shape, after: Shape): readonly string[] {
  const hasNoRows = (member: string): boolean =>
    [...after].some(
      ([place, { types }]) =>
        types.has('array') && !after.has(`${place}[]`) && member.startsWith(`${place}[]`),
    );
  return [...before.keys()].filter(
    member => !after.has(member) && !aboutTitles.test(member) && !hasNoRows(member),
  );
}

const compared = (query: string, before: Answer, fixed: string, after: Answer): FixedAnswer => ({
  query,
  fixed,
  ignored: (before.warnings ?? []).some(({ code }) => !code.startsWith('deprecation')),
  lost: lostMembers(shapeOf(before.query ?? {}), shapeOf(after.query ?? {})),
  errors: (after.errors ?? []).map(({ code }) => code),
});

const fixesOf = (query: string) => {
  const service = serviceOf('wiki');
  const view = viewOf('wiki', query);
  return preferredFixes(service, view, service.problems(view, context), context);
};

/** Returns the answers for each preferred fix of a query; none where the wiki refuses the query. */
export async function fixedAnswers(session: WikiSession, query: string): Promise<readonly FixedAnswer[]> {
  const fixes = fixesOf(query);
  if (fixes.length === 0) return [];
  const before = await ask(session, query);
  if (before.errors !== undefined) return [];
  const answers: FixedAnswer[] = [];
  for (const { edits } of fixes) {
    const fixed = edited(query, edits);
    answers.push(compared(query, before, fixed, await ask(session, fixed)));
  }
  return answers;
}

/**
 * Returns the answers to a right query and to one that is fixed; none where the wiki refuses the right one, or the fixes
 * leave something for the user.
 *
 * @param mistaken the right query with a mistake
 */
export async function restoredAnswer(
  session: WikiSession,
  right: string,
  mistaken: string,
): Promise<readonly FixedAnswer[]> {
  const fixed = edited(
    mistaken,
    fixesOf(mistaken).flatMap(({ edits }) => edits),
  );
  const isOpen = serviceOf('wiki')
    .problems(viewOf('wiki', fixed), context)
    .some(({ severity }) => severity === 'error' || severity === 'warning');
  if (fixed === mistaken || isOpen) return [];
  const before = await ask(session, right);
  return before.errors === undefined ? [compared(mistaken, before, fixed, await ask(session, fixed))] : [];
}
