import { type Field, fieldNamed } from '../fields.ts';
import type { Issue } from '../world/types.ts';
import type { Context } from './context.ts';
import type { JqlProblem, MessageId } from './errors.ts';
import { type Condition, changedMatch, wasMatch } from './history.ts';
import type { Clause, Operand, Predicate, Terminal } from './nodes.ts';
import { shown, wantedOf } from './operands.ts';
import { rankOf } from './ranks.ts';
import { readTextSearch } from './text.ts';
import { type Value, valuesOf } from './values.ts';
import { thingsOf } from './names.ts';

export type Match = (issue: Issue) => boolean;
type Report = (id: MessageId, ...args: string[]) => Match;

const never: Match = () => false;
const userField = fieldNamed('assignee');
const dateField = fieldNamed('created');

/** Makes a test of issues from a clause; what is wrong goes to `problems`, and such a part matches nothing. */
export function compileClause(clause: Clause, context: Context, problems: JqlProblem[]): Match {
  if (clause.kind === 'terminal') return compileTerminal(clause, context, problems);
  if (clause.kind === 'not') {
    const match = compileClause(clause.clause, context, problems);
    return issue => !match(issue);
  }
  const matches = clause.clauses.map(one => compileClause(one, context, problems));
  return clause.kind === 'and'
    ? issue => matches.every(match => match(issue))
    : issue => matches.some(match => match(issue));
}

function compileTerminal(terminal: Terminal, context: Context, problems: JqlProblem[]): Match {
  const report: Report = (id, ...args) => {
    problems.push({ id, args });
    return never;
  };
  const { field: name, operator, operand } = terminal;
  const field = fieldNamed(name);
  if (!field) return report('unknownField', name);
  if (!field.operators.includes(operator)) return report('badOperator', operator, name);
  const conditions = terminal.predicates.map(predicate =>
    conditionOf(predicate, field, name, context, problems),
  );
  if (operand === undefined) return changedMatch(field, conditions);
  const shape = badShape(terminal, operand, field);
  if (shape) return report(shape, operator, name, shown(operand));
  if (operator.startsWith('was')) {
    if (terminal.predicates.some(predicate => predicate.name === 'from' || predicate.name === 'to'))
      return report('badPredicate', 'FROM', operator);
    if (operand.kind === 'function' && operand.name.toLowerCase() === 'currentuser')
      return report('functionValue', operand.name, name);
    const { problems: wrong, ...wanted } = wantedOf(operand, field, name, context);
    problems.push(...wrong);
    const match = wasMatch(field, operator, wanted, conditions);
    return issue => match(issue, context.world);
  }
  if (operator === '~' || operator === '!~')
    return textMatch(operand, operator, field, name, context, report);
  const wanted = wantedOf(operand, field, name, context);
  problems.push(...wanted.problems);
  const test = comparison(operator, wanted, field, context);
  return issue => test(valuesOf(field.id, issue, context.world));
}

/** Which operands an operator does not go with. */
function badShape({ operator }: Terminal, operand: Operand, field: Field): MessageId | undefined {
  const isList = operand.kind === 'list';
  if (operator === 'is' || operator === 'is not') return operand.kind === 'empty' ? undefined : 'emptyOnly';
  if (operator.endsWith('in')) return isList || operand.kind === 'function' ? undefined : 'notAList';
  if (isList) return 'isAList';
  const takesEmpty = !orders[operator] && field.operators.includes('is');
  return operand.kind === 'empty' && !takesEmpty ? 'unexpectedEmpty' : undefined;
}

const orders: Partial<Record<Terminal['operator'], (value: Value, wanted: Value) => boolean>> = {
  '>': (value, wanted) => value > wanted,
  '>=': (value, wanted) => value >= wanted,
  '<': (value, wanted) => value < wanted,
  '<=': (value, wanted) => value <= wanted,
};

const known = (value: Value | undefined): value is Value => value !== undefined;

function comparison(
  operator: Terminal['operator'],
  { values, empty }: { readonly values: readonly Value[]; readonly empty: boolean },
  field: Field,
  context: Context,
): (fieldValues: readonly Value[]) => boolean {
  const ordered = orders[operator];
  if (ordered) {
    const rank = rankOf(field, context.world);
    const ranks = values.map(rank).filter(known);
    return fieldValues =>
      fieldValues
        .map(rank)
        .filter(known)
        .some(one => ranks.some(wanted => ordered(one, wanted)));
  }
  const isWanted = (fieldValues: readonly Value[]): boolean =>
    fieldValues.some(value => values.includes(value));
  if (operator === '!=' || operator === 'not in' || operator === 'is not')
    return fieldValues => fieldValues.length > 0 && !isWanted(fieldValues);
  return fieldValues => (fieldValues.length === 0 ? empty : isWanted(fieldValues));
}

function textMatch(
  operand: Operand,
  operator: '~' | '!~',
  field: Field,
  name: string,
  context: Context,
  report: Report,
): Match {
  if (operand.kind === 'empty') {
    return issue => (valuesOf(field.id, issue, context.world).length === 0) === (operator === '~');
  }
  const text = shown(operand);
  if (text.trim() === '') return report('emptyText', name);
  const test = readTextSearch(text);
  if (!test) return report('textParse', text, name);
  const things = thingsOf(field, context.world);
  return issue => {
    const values = valuesOf(field.id, issue, context.world);
    const texts = values.map(value => things?.find(({ id }) => id === value)?.name ?? String(value));
    return values.length > 0 && test(texts) === (operator === '~');
  };
}

function conditionOf(
  { name, operand }: Predicate,
  field: Field,
  fieldName: string,
  context: Context,
  problems: JqlProblem[],
): Condition {
  const fieldOrDate = name === 'from' || name === 'to' ? field : dateField;
  const target = name === 'by' ? userField : fieldOrDate;
  const { values, empty, problems: wrong } = wantedOf(operand, target ?? field, fieldName, context);
  problems.push(...wrong);
  if (name === 'during' && wrong.length === 0 && values.length !== 2)
    problems.push({ id: 'badDate', args: [shown(operand), fieldName] });
  return { name, values, empty };
}
