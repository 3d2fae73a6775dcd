/** Keeps only the fixes that add no errors to a query. */
import { nonOverlapping, withoutPreference } from '#shared/base/text/edits.ts';
import type { Edit, Fix } from '#shared/base/text/problem.ts';
import { usePattern } from '../../query-file/variables.ts';
import { undefinedVariable } from '../syntax/cursor.ts';
import type { JqlFixTitle } from '../jql-messages.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { parseJqlText } from '../syntax/parse-jql.ts';
import { countProblems, type ProblemCount } from '../validation/validate.ts';
import { isDoubtful } from './doubtful-fixes.ts';
import type { FixContext } from './fix-context.ts';

/**
 * Returns the fixes that improve a query: for an error, those that leave fewer errors; for other problems, those that
 * add none. The fixed query is parsed and checked for that; where this would take too long, all fixes are returned
 * and none is preferred.
 */
export function safeFixes(context: FixContext, fixes: readonly Fix[]): readonly Fix[] {
  const { query, knowledge, problem } = context;
  const { errors: before, all } = countBefore(query, knowledge);
  // Each problem has fixes, and each of them is a text as long as the query.
  if (all * query.body.text.length > maxReparsedCharacters) return fixes.map(withoutPreference);
  // Errors of a second query are reported once it is a query of its own.
  const mostErrors = (fix: Fix): number =>
    problem.severity === 'error' && fix.kind !== newQuery ? before - 1 : before;
  return fixes.flatMap(fix => {
    const after = textAfter(query, fix.edits);
    if (countIn(after, knowledge).errors <= mostErrors(fix))
      return fix.preferred && isDoubtful(query.body.text, after, fix, knowledge.catalogue)
        ? withoutPreference(fix)
        : fix;
    // The nearest name is what the user meant, even if more has to change with it.
    return fix.title === renaming ? withoutPreference(fix) : [];
  });
}

const renaming: JqlFixTitle = 'fix.rename';

/** The kind of the fixes that make two queries of one. */
export const newQuery = 'query';

/** The maximum number of characters that are parsed again for the fixes of a query. */
const maxReparsedCharacters = 250_000;

/** Returns the fixes, of those that do not overlap, that together add no errors to the query. */
export function compatibleFixes(
  query: JqlQuery,
  knowledge: JqlKnowledge,
  fixes: readonly Fix[],
): readonly Fix[] {
  const errorsWith = (chosen: readonly Fix[]): number =>
    countIn(
      textAfter(
        query,
        chosen.flatMap(({ edits }) => edits),
      ),
      knowledge,
    ).errors;
  const separate = nonOverlapping(fixes);
  let chosen: readonly Fix[] = [];
  let fewest = countBefore(query, knowledge).errors;
  /** Adds as many fixes as possible; tries halves where all together add errors. */
  const add = (more: readonly Fix[]): void => {
    const together = [...chosen, ...more];
    const count = errorsWith(together);
    if (count <= fewest) {
      chosen = together;
      fewest = count;
    } else if (more.length > 1) {
      const half = more.length >> 1;
      add(more.slice(0, half));
      add(more.slice(half));
    }
  };
  if (separate.length > 1) add(separate);
  return separate.length > 1 ? chosen : separate;
}

const counted = new WeakMap<JqlQuery, { readonly knowledge: JqlKnowledge; readonly count: ProblemCount }>();

function countBefore(query: JqlQuery, knowledge: JqlKnowledge): ProblemCount {
  const cached = counted.get(query);
  if (cached?.knowledge === knowledge) return cached.count;
  const count = countIn(query.body.text, knowledge);
  counted.set(query, { knowledge, count });
  return count;
}

/** Counts the problems of a text, of which a fix may have made several queries. */
function countIn(text: string, knowledge: JqlKnowledge): ProblemCount {
  let [errors, all] = [0, 0];
  for (const part of text.split(/^###.*$/m)) {
    const count = countProblems(parseJqlText(part), part, knowledge);
    errors += count.errors;
    all += count.all;
  }
  return { errors, all };
}

/** Returns the body as the tracker reads it after edits that change no variable. */
function textAfter({ body }: JqlQuery, edits: readonly Edit[]): string {
  const inOrder = edits
    .filter(({ span }) => body.span.start <= span.start && span.end <= body.span.end)
    .toSorted((a, b) => a.span.start - b.span.start);
  let text = '';
  let from = 0;
  for (const { span, newText } of inOrder) {
    text += body.text.slice(from, body.offsetOf(span.start));
    text += newText.replaceAll(usePattern, undefinedVariable);
    from = body.offsetOf(span.end);
  }
  return text + body.text.slice(from);
}
