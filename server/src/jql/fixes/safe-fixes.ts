import { withoutPreference } from '../../language/edits.ts';
import type { Edit, Fix } from '../../language/problem.ts';
import { usePattern } from '../../queryfile/variables.ts';
import { undefinedVariable } from '../syntax/cursor.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { JqlQuery } from '../syntax/nodes.ts';
import { parseJqlText } from '../syntax/parser.ts';
import { validateJql } from '../validation/validate.ts';
import type { FixContext } from './fix-context.ts';

/**
 * The fixes that make a query better: of an error only those that leave fewer errors than before, of anything else those
 * that bring none. The fixed query is read and checked anew for that; where that would take too long for all of its
 * errors, every fix is there and none is preferred.
 */
export function keepSafe(context: FixContext, fixes: readonly Fix[]): readonly Fix[] {
  const { query, knowledge, problem } = context;
  const before = errorsBefore(query, knowledge);
  if (before * query.body.text.length > mostWork) return fixes.map(withoutPreference);
  const most = problem.severity === 'error' ? before - 1 : before;
  return fixes.filter(fix => errorsIn(textAfter(query, fix.edits), knowledge) <= most);
}

/** Characters that are read anew for the fixes of all errors of a query. */
const mostWork = 250_000;

/** Of fixes that do not overlap, in order, those that together bring no more errors than the query has. */
export function keepSafeTogether(
  query: JqlQuery,
  knowledge: JqlKnowledge,
  fixes: readonly Fix[],
): readonly Fix[] {
  const errorsWith = (chosen: readonly Fix[]): number =>
    errorsIn(
      textAfter(
        query,
        chosen.flatMap(({ edits }) => edits),
      ),
      knowledge,
    );
  let chosen: readonly Fix[] = [];
  let fewest = errorsBefore(query, knowledge);
  /** Takes as many of the fixes as it can; halves them where all are too many. */
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
  if (fixes.length > 1) add(fixes);
  return fixes.length > 1 ? chosen : fixes;
}

const counted = new WeakMap<JqlQuery, { readonly knowledge: JqlKnowledge; readonly count: number }>();

function errorsBefore(query: JqlQuery, knowledge: JqlKnowledge): number {
  const known = counted.get(query);
  if (known?.knowledge === knowledge) return known.count;
  const count = errorsIn(query.body.text, knowledge);
  counted.set(query, { knowledge, count });
  return count;
}

/** What is an error does not depend on the day. */
const anyDay = 0;

const errorsIn = (text: string, knowledge: JqlKnowledge): number =>
  validateJql(parseJqlText(text), text, knowledge, anyDay).filter(({ severity }) => severity === 'error')
    .length;

/** The body as the tracker reads it after edits that touch no variable. */
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
