/** Checks the predicates of history operators. */
import { momentOf } from '../dates/moments.ts';
import type { Operand } from '../syntax/tree/operands.ts';
import type { Predicate, TermClause } from '../syntax/tree/clauses.ts';
import type { PredicateName } from '../syntax/operators.ts';
import type { Check } from './jql-check.ts';
import { checkDate } from './date-checks.ts';
import { checkArguments, matchesType } from './function-checks.ts';
import { checkFunctionName } from './name-checks.ts';
import { checkBareFunction } from './value-checks.ts';

/** Checks the operand of a predicate. */
function checkPredicate(check: Check, predicate: Predicate): void {
  const { name, operand } = predicate;
  const kind = check.knowledge.catalogue.predicate(name)?.operand;
  if (kind === 'date') {
    for (const moment of operand.kind === 'list' ? operand.items : [operand])
      checkMoment(check, moment, name);
  } else if (kind === 'range') checkRange(check, predicate);
  else if (operand.kind === 'function') checkCall(check, operand, undefined, name);
  else if (operand.kind === 'value' && kind === 'user') checkBareFunction(check, operand, 'USER');
}

function checkMoment(check: Check, operand: Operand, predicate: PredicateName): void {
  if (operand.kind === 'value' && checkBareFunction(check, operand, 'DATE')) return;
  if (operand.kind === 'value') checkDate(check, operand);
  else if (operand.kind === 'function') checkCall(check, operand, 'DATE', predicate);
}

function checkCall(
  check: Check,
  call: Operand & { kind: 'function' },
  type: string | undefined,
  predicate: PredicateName,
): void {
  const calledFunction = checkFunctionName(check, call);
  if (calledFunction === undefined) return;
  checkArguments(check, call, calledFunction);
  if (type === undefined || matchesType(calledFunction.returns, type)) return;
  const { texts } = check.knowledge;
  check.error('function-type', call.name.span, {
    name: call.name.text,
    field: predicate.toUpperCase(),
    returns: texts.type(calledFunction.returns ?? '') ?? '',
    type: texts.type(type) ?? '',
  });
}

function checkRange(check: Check, predicate: Predicate): void {
  const { name, operand } = predicate;
  if (operand.kind === 'missing') return;
  if (operand.kind !== 'list' || operand.items.length !== 2) {
    if (check.isBroken(predicate)) return;
    if (operand.kind !== 'list' || operand.isClosed)
      check.error('during-range', operand.kind === 'list' ? operand.span : predicate.nameSpan, {});
    return;
  }
  for (const item of operand.items) checkMoment(check, item, name);
  const [first, last] = operand.items;
  if (isLater(check, first, last)) check.warning('reversed-range', operand.span, {});
}

/** True where one moment is certainly later than another. */
function isLater(
  { knowledge: { catalogue }, now }: Check,
  one: Operand | undefined,
  other: Operand | undefined,
): boolean {
  const first = one && momentOf(one, catalogue, now);
  const last = other && momentOf(other, catalogue, now);
  if (first === undefined || last === undefined) return false;
  const areDays = first.kind === 'day' && last.kind === 'day';
  return areDays ? first.time > last.time : first.time - last.time >= day;
}

/** One day, in milliseconds: relative dates depend on the tracker's time zone too. */
const day = 86_400_000;

/**
 * Checks each predicate, and that the dates of `CHANGED AFTER … BEFORE …` are in order: a change has one moment,
 * unlike a past value.
 */
export function checkPredicates(check: Check, { operator, predicates }: TermClause): void {
  for (const predicate of predicates) checkPredicate(check, predicate);
  if (operator.kind === 'missing' || operator.name !== 'changed') return;
  const after = predicates.find(({ name }) => name === 'after');
  const before = predicates.find(({ name }) => name === 'before');
  if (after === undefined || before === undefined || !isLater(check, after.operand, before.operand)) return;
  const later = after.span.start < before.span.start ? before : after;
  check.warning('reversed-range', later.span, {}, { message: 'reversed-range.predicates' });
}
