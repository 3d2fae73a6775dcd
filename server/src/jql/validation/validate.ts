/** Validates queries. */
import type { Problem } from '#shared/base/text/problem.ts';
import { type LookAlike, lookAlikes, withoutLookAlikes } from '../mistakes/look-alikes.ts';
import { type FieldEntry, functionOf, nameOf } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { Clause, CompoundClause, TermClause } from '../syntax/tree/clauses.ts';
import type { JqlQuery, JqlSyntaxError } from '../syntax/jql-query.ts';
import { argumentQueries } from '../argument-queries.ts';
import { parseJqlText } from '../syntax/parse-jql.ts';
import { Check } from './jql-check.ts';
import { checkComments, checkSyntax } from './syntax-checks.ts';
import { checkExcludedEmpty } from './excluded-empty.ts';
import { checkMeaning } from './meaning-checks.ts';
import { checkIdioms, reportWrapped } from './idiom-checks.ts';
import { checkPlatform, checkUnknownField, checkField } from './name-checks.ts';
import { checkOperator } from './operator-checks.ts';
import { checkPredicates } from './predicate-checks.ts';
import { checkMistakes } from './mistake-checks.ts';
import { checkSwappedSides } from './swapped-sides.ts';
import { checkOperand } from './value-checks.ts';
import type { OrderBy } from '../syntax/tree/fields.ts';
import { firstIndex, type Span } from '#shared/base/text/span.ts';

/**
 * Returns all problems of a query: syntax errors, and what a tracker would reject or misunderstand. Never throws.
 *
 * @param text the text of the query's block
 * @param now milliseconds since 1970
 * @returns empty for a query without a fault
 */
export const validateJql = (
  query: JqlQuery,
  text: string,
  knowledge: JqlKnowledge,
  now: number,
): readonly Problem[] => problemsIn(new Check(query, knowledge, now), text, checkMeaning);

/** Any time will do: whether something is an error does not depend on the date. */
const anyDay = 0;

/** How many problems a query has. */
export interface ProblemCount {
  readonly errors: number;
  readonly all: number;
}

/** Counts the problems of a query, without the checks of what its conditions mean together, which find no errors. */
export function countProblems(query: JqlQuery, text: string, knowledge: JqlKnowledge): ProblemCount {
  const problems = problemsIn(new Check(query, knowledge, anyDay, true), text, () => {});
  return { errors: problems.filter(({ severity }) => severity === 'error').length, all: problems.length };
}

function problemsIn(check: Check, text: string, checkTogether: typeof checkMeaning): readonly Problem[] {
  const { query, knowledge, now, counts } = check;
  const alike = lookAlikes(query.body);
  if (alike.length > 0 && reportWrapped(check, text) !== undefined) return check.problems;
  const errors = alike.length === 0 ? query.errors : errorsWithout(query, alike);
  for (const lookAlike of alike) {
    const { kind, span, character, to } = lookAlike;
    const severity = errors.length < query.errors.length || check.isBroken(lookAlike) ? 'error' : 'warning';
    check.report(severity, 'look-alike', span, { character, to }, { message: `look-alike.${kind}` });
  }
  if (errors.length > 0)
    checkSyntax(check, text, checkMistakes(check, text, checkIdioms(check, text, errors)));
  // `jql = "status = Open"` is a condition, too.
  else if (query.where?.kind === 'term' && reportWrapped(check, text) !== undefined) return check.problems;
  checkComments(check);
  if (query.where !== undefined) {
    checkClause(check, query.where, false);
    checkTogether(check, query.where, text);
  } else if (query.orderBy !== undefined && knowledge.platform === 'cloud')
    check.error('unbounded', query.orderBy.keywords, {});
  if (query.orderBy !== undefined) checkOrder(check, query.orderBy);
  const nested = argumentQueries(query, text, knowledge.catalogue);
  if (nested.length === 0) return check.problems;
  return [
    ...check.problems,
    ...nested.flatMap(inner =>
      problemsIn(new Check(inner.query, knowledge, now, counts), text, checkTogether).map(asNested),
    ),
  ];
}

/** Marks a problem of a query in quotes: it gets no fix, as the quotes around it would need escaping. */
const asNested = (problem: Problem): Problem => ({
  ...problem,
  arguments: { ...problem.arguments, nested: 1 },
});

/** Returns the syntax errors that remain when the intended characters replace look-alikes. */
function errorsWithout({ body, errors }: JqlQuery, alike: readonly LookAlike[]): readonly JqlSyntaxError[] {
  if (errors.length === 0) return errors;
  const errorsLeft = Map.groupBy(parseJqlText(withoutLookAlikes(body)).errors, keyOf);
  const isInLookAlike = ({ span: { start, end } }: JqlSyntaxError): boolean => {
    const at = firstIndex(alike, ({ span }) => span.end >= end);
    return (alike[at]?.span.start ?? Infinity) <= start;
  };
  return errors.filter(error => errorsLeft.get(keyOf(error))?.pop() !== undefined && !isInLookAlike(error));
}

const keyOf = ({ code, foundText }: JqlSyntaxError): string => `${code} ${foundText}`;

/** Checks a clause and those in it. @param negated true inside an odd number of negations */
function checkClause(check: Check, clause: Clause, negated: boolean): void {
  switch (clause.kind) {
    case 'term':
      checkTerm(check, clause, check.entryOf(clause), negated);
      break;
    case 'and':
    case 'or':
      if (clause.kind === 'or') checkMixed(check, clause);
      for (const child of clause.clauses) checkClause(check, child, negated);
      break;
    case 'group':
      checkClause(check, clause.clause, negated);
      break;
    case 'not':
      checkClause(check, clause.clause, !negated);
      break;
    case 'missing':
  }
}

/** Reports a hint where AND and OR are mixed without parentheses: readers have to know that AND binds tighter. */
function checkMixed(check: Check, clause: CompoundClause): void {
  if (check.query.errors.length > 0 || !clause.clauses.some(({ kind }) => kind === 'and')) return;
  const place = clause.operator(0);
  if (place.end > place.start) check.hint('mixed-and-or', place, {});
}

/** Checks one condition. @param negated true inside an odd number of negations */
function checkTerm(check: Check, term: TermClause, entry: FieldEntry | undefined, negated: boolean): void {
  const { field } = term;
  if (entry === undefined && checkSwappedSides(check, term)) return;
  if (field.kind !== 'missing') {
    if (entry !== undefined) checkPlatform(check, field, entry);
    else if (!comparesSla(check, term)) checkUnknownField(check, field);
  }
  const hasNoPast = entry !== undefined && checkOperator(check, term, entry);
  if (entry !== undefined) checkExcludedEmpty(check, term, entry, negated);
  if (!hasNoPast) checkOperand(check, term, entry);
  if (term.predicates.length > 0) checkPredicates(check, term);
}

/** Whether a field is compared with an SLA function. Only SLA fields can be, so its name is right even if nothing knows it. */
const comparesSla = (check: Check, { operand }: TermClause): boolean =>
  operand?.kind === 'function' && functionOf(check.knowledge.catalogue, operand.name)?.returns === 'SLA';

/** Checks ORDER BY: sortable fields, each only once. */
function checkOrder(check: Check, { sorts }: OrderBy): void {
  const seen = sorts.length > 1 ? new Map<string, Span>() : undefined;
  for (const sort of sorts) {
    const { field } = sort;
    if (field.kind === 'missing') continue;
    const entry = checkField(check, field);
    if (entry?.orderable === false) check.error('not-sortable', field.nameSpan, { field: field.name });
    if (seen === undefined) continue;
    const key =
      entry === undefined || entry.form !== undefined
        ? `${nameOf(field)} ${field.properties.map(property => property.span.start).join(' ')}`.toLowerCase()
        : entry.name;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, field.span);
    else
      check.warning(
        'duplicate-sort',
        sort.span,
        { field: field.name },
        {
          tags: ['unnecessary'],
          related: { span: first, message: 'duplicate-sort.related' },
        },
      );
  }
}
