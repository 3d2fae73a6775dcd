import { fieldNamed } from '../fields.ts';
import type { Issue } from '../world/types.ts';
import { maySee } from '../world/world.ts';
import { compileClause } from './clauses.ts';
import type { Context } from './context.ts';
import { type JqlProblem, JqlSyntaxError, worded, wordedSyntax } from './errors.ts';
import type { JqlQuery, Sort } from './nodes.ts';
import { parseJql } from './parser.ts';
import { rankOf } from './ranks.ts';
import { type Value, valuesOf } from './values.ts';

/** The result of a search, or the tracker's message about a syntax error. */
export type Found =
  | {
      readonly issues: readonly Issue[];
      readonly bounded: boolean;
      /** Semantic errors, in the tracker's words. */ readonly problems: readonly string[];
    }
  | { readonly syntax: string };

/** Finds issues that the user may see, in the order asked for; without one, the newest first. */
export function searchIssues(jql: string, context: Context): Found {
  let query: JqlQuery;
  try {
    query = parseJql(jql);
  } catch (error) {
    if (error instanceof JqlSyntaxError) return { syntax: wordedSyntax(error, jql) };
    throw error;
  }
  const problems: JqlProblem[] = [];
  const match = query.where ? compileClause(query.where, context, problems) : () => true;
  const compare = comparing(query.orderBy, context, problems);
  const issues = context.world.issues
    .filter(issue => maySee(context.person, issue.project) && match(issue))
    .toSorted(compare);
  return { issues, bounded: query.where !== undefined, problems: [...new Set(problems.map(worded))] };
}

type Compare = (a: Issue, b: Issue) => number;

function comparing(sorts: readonly Sort[], context: Context, problems: JqlProblem[]): Compare {
  const steps = sorts.map(sort => step(sort, context, problems)).filter(one => one !== undefined);
  return (a, b) => {
    for (const compare of steps) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return b.created - a.created || b.id - a.id;
  };
}

function step(
  { field: name, descending }: Sort,
  { world }: Context,
  problems: JqlProblem[],
): Compare | undefined {
  const field = fieldNamed(name);
  if (!field?.orderable) {
    problems.push(field ? { id: 'notSortable', args: [name] } : { id: 'unknownField', args: [name] });
    return undefined;
  }
  const rank = rankOf(field, world);
  const sign = (descending ?? field.descending) ? -1 : 1;
  const keys = new Map<Issue, Value | undefined>();
  const keyOf = (issue: Issue): Value | undefined => {
    if (keys.has(issue)) return keys.get(issue);
    const ranks = valuesOf(field.id, issue, world).map(rank).toSorted(byValue);
    const key = ranks[0];
    keys.set(issue, key);
    return key;
  };
  return (a, b) => sign * byValue(keyOf(a), keyOf(b));
}

/** Numbers before texts, nothing at the end. */
function byValue(a: Value | undefined, b: Value | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : Number(left > right);
}
