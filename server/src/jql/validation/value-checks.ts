/** Checks the values of terms. */
import { type FieldEntry, type JqlFunction, functionOf } from '../catalogue/catalogue.ts';
import { isDuration } from '../dates/read-date.ts';
import type { List, Operand, Value } from '../syntax/tree/operands.ts';
import type { Operator, TermClause } from '../syntax/tree/clauses.ts';
import { isTextSearch } from '../syntax/operators.ts';
import { isWordForEmpty, peopleFieldOf } from '../mistakes/foreign-words.ts';
import type { Check } from './jql-check.ts';
import { checkDate, checkDay, checkFuture, checkMinutes } from './date-checks.ts';
import { checkFunction, type Comparison } from './function-checks.ts';
import { checkIssue, checkQuotedValue, checkStoredValue } from './stored-value-checks.ts';
import { checkText } from './text-search-checks.ts';

const decimal = /^[+-]?\d+(?:\.\d+)?$/;
const whole = /^[+-]?\d+$/;

/** Checks the operand of a term. `entry` undefined = the field is unknown. */
export function checkOperand(check: Check, term: TermClause, entry: FieldEntry | undefined): void {
  const { operator, operand } = term;
  if (operand === undefined || operator.kind === 'missing') return;
  const comparison = { field: term.field, operator };
  if (operand.kind === 'list') checkList(check, operand, comparison, entry);
  else checkSingle(check, operand, comparison, entry, false);
}

function checkList(check: Check, list: List, comparison: Comparison, entry: FieldEntry | undefined): void {
  const maxOperands = check.knowledge.catalogue.mostOperands;
  if (list.items.length > maxOperands && check.knowledge.platform !== 'cloud')
    check.warning('too-many-operands', list.span, { most: maxOperands, count: list.items.length });
  for (const item of list.items)
    if (item.kind === 'list') checkList(check, item, comparison, entry);
    else checkSingle(check, item, comparison, entry, true);
}

function checkSingle(
  check: Check,
  operand: Operand,
  comparison: Comparison,
  entry: FieldEntry | undefined,
  inList: boolean,
): void {
  const { operator } = comparison;
  if (entry !== undefined && checkPeople(check, operand, entry, operator)) return;
  if (operand.kind === 'function') checkFunction(check, operand, comparison, entry, inList);
  if (operand.kind !== 'value' || check.hasUndefinedVariable(operand)) return;
  checkReserved(check, operand);
  if (entry !== undefined) checkValue(check, operand, entry, operator);
}

/** Reports a user where a field counts people; returns true where it did. */
function checkPeople(check: Check, operand: Operand, entry: FieldEntry, { name }: Operator): boolean {
  const other = peopleFieldOf(entry.name);
  if (other === undefined || !/^(?:=|!=|(?:not )?in)$/.test(name) || check.isBroken(operand)) return false;
  const isPerson =
    operand.kind === 'function'
      ? functionOf(check.knowledge.catalogue, operand.name)?.returns === 'USER'
      : operand.kind === 'value' &&
        !check.hasUndefinedVariable(operand) &&
        !decimal.test(operand.text.trim());
  if (isPerson) check.error('counts-people', operand.span, { field: entry.name, other });
  return isPerson;
}

/** Reports a word that this tracker reserves in addition to those of the grammar. */
function checkReserved(check: Check, value: Value): void {
  const { reservedWords } = check.knowledge.catalogue;
  if (value.form !== 'word' || reservedWords.size === 0) return;
  const { text } = value;
  if (reservedWords.has(text.toLowerCase()) && !check.isBroken(value))
    check.warning('reserved-word', value.span, { found: text });
}

function checkValue(check: Check, value: Value, entry: FieldEntry, operator: Operator): void {
  if (isTextSearch(operator.name)) {
    if (entry.textSearch) checkText(check, value, operator.name === '!~');
    return;
  }
  if (checkBareFunctionOfField(check, value, entry) || checkQuotedCall(check, value, entry)) return;
  if (checkWordForEmpty(check, value, entry, operator)) return;
  checkStoredValue(check, value, entry, operator);
  checkQuotedValue(check, value, entry, operator);
  switch (entry.type) {
    case 'ISSUE':
      checkIssue(check, value, operator);
      break;
    case 'DATE':
    case 'DATETIME':
      checkDate(check, value);
      checkFuture(check, value, entry);
      checkDay(check, value, entry);
      checkMinutes(check, value, entry);
      break;
    case 'NUMBER':
      checkNumber(check, value, entry);
      break;
    case 'DURATION':
      checkDuration(check, value);
      break;
    case 'USER':
      checkPerson(check, value);
  }
}

/** Reports `assignee = reporter`: a field of people in the place of one. */
function checkPerson(check: Check, value: Value): void {
  if (value.form !== 'word' || check.knowledge.catalogue.field(value.text)?.type !== 'USER') return;
  if (!check.isBroken(value))
    check.warning('unknown-value', value.span, { value: value.text }, { message: 'unknown-value.field' });
}

/** Source of the forms: the answers of Jira in test/conformance/atlassian/field-values.json. */
function checkNumber(check: Check, value: Value, { name, numberKind }: FieldEntry): void {
  const text = value.text.trim();
  if (check.isBroken(value)) return;
  const args = { field: name, value: value.text };
  if (value.form !== 'number' && !decimal.test(text)) check.error('bad-number', value.span, args);
  else if (numberKind !== undefined && !whole.test(text))
    check.error('bad-number', value.span, args, { message: 'bad-number.whole' });
  else if (numberKind === 'count' && text.startsWith('-'))
    check.error('bad-number', value.span, args, { message: 'bad-number.count' });
}

function checkDuration(check: Check, value: Value): void {
  if (check.isBroken(value)) return;
  const args = { value: value.text };
  if (!isDuration(value.text)) check.error('bad-duration', value.span, args);
  else if (value.text.trim().startsWith('-'))
    check.error('bad-duration', value.span, args, { message: 'bad-duration.negative' });
}

/** Reports words such as `None`, which are ordinary values, or which the field rejects; returns true where it did. */
function checkWordForEmpty(check: Check, value: Value, entry: FieldEntry, { name }: Operator): boolean {
  const to = emptyReplacements.get(name);
  if (to === undefined || !isWordForEmpty(value, entry, check.knowledge.platform)) return false;
  if (check.isBroken(value)) return false;
  const args = { value: value.text, field: entry.name, to };
  if (structuredTypes.has(entry.type))
    check.error('word-for-empty', value.span, args, { message: 'word-for-empty.refused' });
  else
    check.warning('word-for-empty', value.span, args, {
      message: value.text === '' ? 'word-for-empty.text' : 'word-for-empty',
    });
  return true;
}

/** By operator: the text that replaces the operator and the word; in a list, the word only. */
const emptyReplacements: ReadonlyMap<string, string> = new Map([
  ['=', 'IS EMPTY'],
  ['!=', 'IS NOT EMPTY'],
  ['in', 'EMPTY'],
  ['not in', 'EMPTY'],
]);

/** Types whose values have a form of their own: they are never mere words. */
const structuredTypes: ReadonlySet<string> = new Set(['DATE', 'DATETIME', 'DURATION', 'ISSUE']);

/** True for a function that returns values of a type. */
const returnsType = ({ returns }: JqlFunction, type: string): boolean =>
  returns === type || (returns === 'DATE' && type.startsWith('DATE'));

/** Checks a value as `checkBareFunction` does, for a field that takes functions. */
const checkBareFunctionOfField = (check: Check, value: Value, entry: FieldEntry): boolean =>
  entry.functions.size > 0 && checkBareFunction(check, value, entry.type);

/**
 * Reports `now` or `currentUser` without parentheses, which is read as a value; returns true where it is such a name.
 */
export function checkBareFunction(check: Check, value: Value, type: string): boolean {
  if (value.form !== 'word') return false;
  const namedFunction = value.find(check.knowledge.catalogue.functionTable);
  if (namedFunction === undefined || !returnsType(namedFunction, type)) return false;
  if (check.isSuppressed(value)) return true;
  // A user or a version may have such a name, but no date has.
  const severity = type === 'DATE' || type === 'DATETIME' ? 'error' : 'warning';
  const args = { name: value.text, to: `${namedFunction.name}()` };
  check.report(severity, 'function-without-parentheses', value.span, args);
  return true;
}

/** Reports a function in quotes, as in `"currentUser()"`; returns true where it did. */
function checkQuotedCall(check: Check, value: Value, entry: FieldEntry): boolean {
  if (value.form !== 'quoted') return false;
  const { text } = value;
  if (!text.includes('(')) return false;
  const call = text.trim();
  const name = /^(\w+)\(.*\)$/.exec(call)?.[1];
  const quotedFunction = name === undefined ? undefined : check.knowledge.catalogue.function(name);
  if (quotedFunction === undefined || !returnsType(quotedFunction, entry.type) || check.isBroken(value))
    return false;
  if (entry.type.startsWith('DATE'))
    check.error('bad-date', value.span, { call }, { message: 'bad-date.call' });
  else check.warning('function-in-quotes', value.span, { call });
  return true;
}
