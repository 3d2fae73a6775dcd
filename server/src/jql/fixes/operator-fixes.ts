/** Fixes of operators and of the shape of their operands. */
import type { Fix } from '#shared/base/text/problem.ts';
import { operatorsOf } from '../catalogue/catalogue.ts';
import { isStatement, isWordForNothing } from '../mistakes/foreign-words.ts';
import { counterpart, type OperatorName, takesList } from '../syntax/operators.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import { quoted } from '../syntax/quotes.ts';
import { argument, fix, inserted, replaced, type FixContext, termOf } from './fix-context.ts';

type Present = Readonly<Partial<Record<OperatorName, readonly OperatorName[]>>>;

/** The operators for the present value that correspond to history operators, the best match first. */
const ofPresent: Present = {
  was: ['=', '~'],
  'was not': ['!=', '!~'],
  'was in': ['in'],
  'was not in': ['not in'],
};
const ofSingle: Readonly<Partial<Record<OperatorName, OperatorName>>> = { 'was in': '~', 'was not in': '!~' };
const ofEmpty: Present = { was: ['is'], 'was not': ['is not'] };
const withHistory: Readonly<Partial<Record<OperatorName, OperatorName>>> = {
  '=': 'was',
  '!=': 'was not',
  in: 'was in',
  'not in': 'was not in',
};

/** Replaces the operator by the one in the problem's arguments. */
export function fixOperator(context: FixContext): readonly Fix[] {
  const term = termOf(context);
  const to = argument(context, 'other');
  if (term === undefined || to === undefined) return [];
  const value = term.operand?.kind === 'value' ? term.operand.text : '';
  const isDoubtful =
    isWordForNothing(value) || (context.problem.message === 'operand-shape.is' && isStatement(value));
  return operatorFix(term, to, !isPartial(context, term) && !isDoubtful);
}

/** True for a search for part of a value, which no other operator can do. */
function isPartial(
  { knowledge: { catalogue }, problem }: FixContext,
  { field, operand }: TermClause,
): boolean {
  if (problem.message !== 'operator-of-field.contains') return false;
  const type = field.kind === 'field' ? catalogue.field(field.name)?.type : undefined;
  return type?.startsWith('DATE') === true || (operand?.kind === 'value' && /[*?]/.test(operand.text));
}

function operatorFix(term: TermClause, to: string, preferred = true): Fix[] {
  if (term.operator.kind === 'missing') return [];
  return fix('operator', 'fix.operator', { to }, replaced(term.operator.span, to), preferred);
}

/** Replaces a history operator by one for the present that the field takes. */
export function fixNoHistory(context: FixContext): readonly Fix[] {
  const term = termOf(context);
  if (term?.field.kind !== 'field' || term.operator.kind === 'missing' || term.predicates.length > 0)
    return [];
  const { catalogue, platform } = context.knowledge;
  const entry = catalogue.field(term.field.name);
  const takes = entry === undefined ? new Set<string>() : operatorsOf(entry, platform);
  const replacements = term.operand?.kind === 'empty' ? ofEmpty : ofPresent;
  const to = replacements[term.operator.name]?.find(name => takes.has(name));
  return to === undefined ? fixNoHistoryOfList(context, term, takes) : operatorFix(term, to, false);
}

/** Replaces `was in (a)` of a text field by a text search. */
function fixNoHistoryOfList(
  { text }: FixContext,
  { operator, operand }: TermClause,
  takes: ReadonlySet<string>,
): Fix[] {
  const to = operator.kind === 'operator' ? ofSingle[operator.name] : undefined;
  const [only, ...more] = operand?.kind === 'list' ? operand.items : [];
  if (to === undefined || !takes.has(to) || only === undefined || operand === undefined || more.length > 0)
    return [];
  const edits = [
    replaced(operator.span, to),
    replaced(operand.span, text.slice(only.span.start, only.span.end)),
  ];
  return fix('operator', 'fix.operator', { to }, edits, false);
}

/** Replaces an operator before a predicate by its history operator, or quotes a value of several words. */
export function fixPredicate(context: FixContext): readonly Fix[] {
  const term = termOf(context);
  if (term === undefined || term.operator.kind === 'missing') return [];
  const to = withHistory[term.operator.name];
  const isOfChanges = /^(?:from|to)$/i.test(argument(context, 'found') ?? '');
  return [
    ...(to === undefined || isOfChanges ? [] : operatorFix(term, to, false)),
    ...quoteWithPredicate(context, term),
  ];
}

/**
 * Quotes `Blocked by QA` or `Waiting on Customer`: a value of several words that the grammar reads as a predicate.
 */
export function quoteWithPredicate(
  { text, problem }: FixContext,
  { operand, predicates }: TermClause,
): Fix[] {
  const at = predicates.findIndex(
    ({ span }) => span.start <= problem.span.start && problem.span.end <= span.end,
  );
  const before = predicates[at - 1]?.operand ?? operand;
  const value = predicates[at]?.operand;
  if (before?.kind !== 'value' || value?.kind !== 'value' || before.form !== 'word' || value.form !== 'word')
    return [];
  const span = { start: before.span.start, end: value.span.end };
  const operatorText = text.slice(span.start, span.end);
  if (!/^[\p{L}\s]+$/u.test(operatorText)) return [];
  return fix('quotes', 'fix.quote', { text: operatorText }, replaced(span, quoted(operatorText)), false);
}

/** Adds parentheses to make a list of one value, or replaces the operator. */
export function fixSingle(context: FixContext): readonly Fix[] {
  const term = termOf(context);
  if (term?.operand === undefined) return [];
  const { span } = term.operand;
  const text = context.text.slice(span.start, span.end);
  const to = argument(context, 'other');
  const asValue = fixValueWithIn(context, term);
  const parentheses = [inserted(span.start, '('), inserted(span.end, ')')];
  return [
    ...asValue,
    ...fix(
      'list',
      'fix.parentheses',
      { text },
      parentheses,
      asValue.length === 0 && !text.includes('(') && !beginsFunction(context, text),
    ),
    ...(to === undefined || to === '' ? [] : operatorFix(term, to, false)),
  ];
}

/** True for `releasedVersi`: a part of the name of a function, in letters of both cases. */
const beginsFunction = ({ knowledge: { catalogue } }: FixContext, text: string): boolean =>
  /^[a-z]+[A-Z][a-z]*$/.test(text) && catalogue.functions.some(({ name }) => name.startsWith(text));

/** Quotes the whole value in `status was in progress`, whose first word the grammar reads as a part of the operator. */
function fixValueWithIn(
  { knowledge: { usage } }: FixContext,
  { field, operator, operand }: TermClause,
): Fix[] {
  if (field.kind !== 'field' || operator.kind === 'missing' || operand?.kind !== 'value') return [];
  const single = takesList(operator.name) ? counterpart(operator.name) : undefined;
  const value = usage
    .values([field.name])
    .find(name => name.toLowerCase() === `in ${operand.text.toLowerCase()}`);
  if (single === undefined || value === undefined) return [];
  const to = `${single} ${quoted(value)}`;
  return fix(
    'operator',
    'fix.replace',
    { to },
    replaced({ start: operator.span.start, end: operand.span.end }, to),
  );
}

/** Fixes an operand of the wrong shape. */
export function fixShape(context: FixContext): readonly Fix[] {
  const term = termOf(context);
  if (term?.operand === undefined) return [];
  const { kind, span } = term.operand;
  switch (context.problem.message) {
    case 'operand-shape.single':
      return fixSingle(context);
    case 'operand-shape.list': {
      const only =
        term.operand.kind === 'list' && term.operand.items.length === 1 ? term.operand.items[0] : undefined;
      const inner = only && context.text.slice(only.span.start, only.span.end);
      return [
        ...fixOperator(context),
        ...(inner === undefined
          ? []
          : fix('list', 'fix.replace', { to: inner }, replaced(span, inner), false)),
      ];
    }
    case 'operand-shape.is': {
      if (kind === 'value' && isWordForNothing(term.operand.text))
        return [
          ...fix('value', 'fix.replace', { to: 'EMPTY' }, replaced(span, 'EMPTY')),
          ...fixOperator(context),
        ];
      if (kind !== 'list') return fixOperator(context);
      const to = argument(context, 'other') === '=' ? 'in' : 'not in';
      return operatorFix(term, to);
    }
    case 'operand-shape.empty':
    case undefined:
    default:
      return [];
  }
}
