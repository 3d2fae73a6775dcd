/** Checks functions and their arguments. */
import type { FieldEntry, JqlFunction } from '../catalogue/catalogue.ts';
import { readDate, readIncrement } from '../dates/read-date.ts';
import type { FunctionCall, Value } from '../syntax/tree/operands.ts';
import type { Operator, TermClause } from '../syntax/tree/clauses.ts';
import { counterpart, isOrder, takesList } from '../syntax/operators.ts';
import { isIssueKey } from '#shared/base/issue-key.ts';
import type { Check } from './jql-check.ts';
import { reportDate } from './date-checks.ts';
import { checkIssue } from './stored-value-checks.ts';
import { checkFunctionName } from './name-checks.ts';
import { say } from '../jql-messages.ts';

/** The values of a select field, which no field of Jira itself has. */
const option = 'OPTION';
/** Types of fields whose values can be of any type, or are not known. */
const anyType: ReadonlySet<string> = new Set([
  'CUSTOM',
  'ENTITY_PROPERTY',
  'SCRIPTRUNNER',
  option,
  'TEXT',
  'LABEL',
  'ID',
]);
const relatedTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['DATE', ['DATETIME']],
  ['ISSUE', ['EPIC_LINK', 'PARENT_LINK']],
]);

/** True where a function returns values of a field's type. */
export const matchesType = (returns: string | undefined, type: string): boolean =>
  returns === undefined ||
  returns === type ||
  anyType.has(type) ||
  (returns !== option && anyType.has(returns)) ||
  relatedTypes.get(returns)?.includes(type) === true;

/** The field and the operator that a value belongs to. */
export interface Comparison {
  readonly field: TermClause['field'];
  readonly operator: Operator;
}

/**
 * Checks a function in the place of a field's value.
 *
 * @param entry the entry of the field; undefined = an unknown field
 * @param inList it is one of several in parentheses, where one value or a list is the same
 */
export function checkFunction(
  check: Check,
  call: FunctionCall,
  { field, operator }: Comparison,
  entry: FieldEntry | undefined,
  inList: boolean,
): void {
  const calledFunction = checkFunctionName(check, call);
  if (calledFunction === undefined) return;
  checkArguments(check, call, calledFunction);
  const name = field.kind === 'missing' ? '' : field.name;
  if (entry?.type === 'SCRIPTRUNNER') {
    checkScriptRunnerField(check, call, calledFunction, name);
    return;
  }
  if (entry !== undefined && !matchesType(calledFunction.returns, entry.type))
    reportType(check, call, calledFunction, entry, name);
  else if (!inList) checkShape(check, call, calledFunction, operator);
}

/** Returns the field that a function's values are compared with; undefined = several, or none that is known. */
export const fieldOfFunction = ({ returns }: JqlFunction): string | undefined =>
  fieldOfType.get(returns ?? '');

const fieldOfType: ReadonlyMap<string, string> = new Map([
  ['ISSUE', 'issue'],
  ['SPRINT', 'sprint'],
  ['PROJECT', 'project'],
  ['COMPONENT', 'component'],
  ['ISSUE_TYPE', 'issuetype'],
]);

/** The products of Jira itself, whose functions no app's field takes. */
const products: ReadonlySet<string | undefined> = new Set([
  undefined,
  'software',
  'serviceManagement',
  'roadmaps',
]);

/** Reports a function of Jira where only ScriptRunner's functions are allowed. */
function checkScriptRunnerField(
  check: Check,
  call: FunctionCall,
  calledFunction: JqlFunction,
  field: string,
): void {
  if (calledFunction.returns === undefined || !products.has(calledFunction.requires)) return;
  const other = fieldOfFunction(calledFunction);
  const args = { name: call.name.text, field, ...(other !== undefined && { other }) };
  check.error('function-type', call.name.span, args, { message: 'function-type.app' });
}

function reportType(
  check: Check,
  call: FunctionCall,
  calledFunction: JqlFunction,
  entry: FieldEntry,
  field: string,
): void {
  const { texts } = check.knowledge;
  const returns = texts.type(calledFunction.returns ?? '') ?? '';
  const other = fieldOfFunction(calledFunction);
  check.error('function-type', call.name.span, {
    name: call.name.text,
    field,
    returns,
    type: texts.type(entry.type) ?? '',
    ...(other !== undefined && { other }),
  });
}

function checkShape(
  check: Check,
  call: FunctionCall,
  calledFunction: JqlFunction,
  { name: operator }: Operator,
): void {
  const operandForm = takesList(operator) ? 'list' : 'single';
  if (calledFunction.shape === 'either' || calledFunction.shape === operandForm) {
    checkSlaOperator(check, call, calledFunction, operator);
    return;
  }
  const other = counterpart(operator);
  if (other === undefined) return;
  check.error(operandForm === 'single' ? 'function-list' : 'function-single', call.span, {
    name: call.name.text,
    operator,
    other,
  });
}

/** Reports `<`, `>=` and so on before an SLA function that is a state and no duration, such as `completed()`. */
function checkSlaOperator(
  check: Check,
  call: FunctionCall,
  calledFunction: JqlFunction,
  operator: Operator['name'],
): void {
  const { returns, operators } = calledFunction;
  if (returns !== 'SLA' || operators === undefined || operators.includes(operator)) return;
  if (!isOrder(operator)) return;
  check.error('function-operator', call.name.span, {
    name: call.name.text,
    operator,
    operators: operators.join(', '),
  });
}

/** Checks the number and the values of arguments, also of a predicate's function. */
export function checkArguments(check: Check, call: FunctionCall, calledFunction: JqlFunction): void {
  checkQueries(check, call);
  if (calledFunction.counts === undefined || !call.isClosed || isBroken(check, call)) return;
  const { least, most } = calledFunction.counts;
  const count = call.arguments.length;
  if (count < least || count > most) {
    const missing = count === 0 ? 'argument-count.missing' : 'argument-count';
    const message = most === 0 ? 'argument-count.none' : missing;
    const args = { name: call.name.text, wanted: wantedCount(least, most), count, most };
    check.error('argument-count', call.parentheses, args, { message });
    return;
  }
  for (let index = 0; index < count; index++) {
    const value = call.arguments[index]!;
    const type = (calledFunction.arguments?.[index] ?? calledFunction.arguments?.at(-1))?.type;
    if (value.kind === 'value') checkArgument(check, value, type);
  }
}

/** Reports a key where a function takes a query. */
function checkQueries(check: Check, call: FunctionCall): void {
  const parameters = call.name.find(check.knowledge.catalogue.queryFunctionTable)?.arguments ?? [];
  for (const [index, value] of call.arguments.entries()) {
    if (value.kind !== 'value' || parameters[index]?.type !== 'JQL' || !isIssueKey(value.text)) continue;
    const args = { name: call.name.text, value: value.text, to: `key = ${value.text}` };
    check.error('argument-shape', value.span, args, { message: 'argument-shape.query' });
  }
}

const isBroken = (check: Check, call: FunctionCall): boolean =>
  check.query.errors.length > 0 && check.isBrokenAt(call.parentheses);

function checkArgument(check: Check, value: Value, type: string | undefined): void {
  if (check.hasUndefinedVariable(value)) return;
  const { text } = value;
  if (type === 'DATE') {
    const date = readDate(text, check.now);
    if (typeof date === 'string') reportDate(check, value, date);
  } else if (type === 'DATE_INCREMENT') {
    if (readIncrement(text) === undefined) check.error('bad-increment', value.span, { value: text });
  } else if (type === 'ISSUE') checkIssue(check, value);
}

function wantedCount(least: number, most: number): string {
  if (least === most) return say(least === 1 ? 'arguments.one' : 'arguments.exactly', { least });
  if (most === Infinity) return say('arguments.atLeast', { least });
  return say(least === 0 ? 'arguments.atMost' : 'arguments.between', { least, most });
}
