import { readDate } from '../dates/read-date.ts';
import type { Operand, Predicate, PredicateName } from '../syntax/nodes.ts';
import type { Check } from './check.ts';
import { checkDate } from './date-checks.ts';
import { checkArguments, fits } from './function-checks.ts';
import { checkFunctionName } from './name-checks.ts';

/** The dates of `AFTER`, `BEFORE`, `ON` and `DURING`. */
export function checkPredicate(check: Check, predicate: Predicate): void {
  const { name, operand } = predicate;
  const kind = check.knowledge.catalogue.predicate(name)?.operand;
  if (kind === 'date') {
    for (const moment of operand.kind === 'list' ? operand.items : [operand])
      checkMoment(check, moment, name);
  } else if (kind === 'range') checkRange(check, predicate);
  else if (operand.kind === 'function') checkCall(check, operand, undefined, name);
}

function checkMoment(check: Check, operand: Operand, predicate: PredicateName): void {
  if (operand.kind === 'value') checkDate(check, operand);
  else if (operand.kind === 'function') checkCall(check, operand, 'DATE', predicate);
}

function checkCall(
  check: Check,
  call: Operand & { kind: 'function' },
  type: string | undefined,
  predicate: PredicateName,
): void {
  const known = checkFunctionName(check, call);
  if (known === undefined) return;
  checkArguments(check, call, known);
  if (type === undefined || fits(known.returns, type)) return;
  const { texts } = check.knowledge;
  check.error('function-type', call.name.span, {
    name: call.name.text,
    field: predicate.toUpperCase(),
    returns: texts.type(known.returns ?? '') ?? '',
    type: texts.type(type) ?? '',
  });
}

function checkRange(check: Check, predicate: Predicate): void {
  const { name, operand } = predicate;
  if (operand.kind === 'missing') return;
  if (operand.kind !== 'list' || operand.items.length !== 2) {
    if (check.isBroken(predicate)) return;
    if (operand.kind !== 'list' || operand.closed)
      check.error('during-range', operand.kind === 'list' ? operand.span : predicate.nameSpan, {});
    return;
  }
  for (const item of operand.items) checkMoment(check, item, name);
  const [first, last] = operand.items.map(item =>
    item.kind === 'value' ? readDate(item.text, check.now) : undefined,
  );
  if (typeof first === 'object' && typeof last === 'object' && first.time > last.time)
    check.warning('reversed-range', operand.span, {});
}
