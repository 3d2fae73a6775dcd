/** Checks that fields take their operators. */
import { type FieldEntry, operatorsOf } from '../catalogue/catalogue.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import { counterpart, isHistory, isTextSearch } from '../syntax/operators.ts';
import { type Check, termAt } from './jql-check.ts';
import { isExplainedByMistake } from './mistake-checks.ts';
import { alternativesText } from '../jql-messages.ts';
import type { Span } from '#shared/base/text/span.ts';
import { foreignForm, isWordForEmpty } from '../mistakes/foreign-words.ts';
import type { JqlSyntaxError } from '../syntax/jql-query.ts';

/**
 * Checks that the field takes the operator, and can be EMPTY.
 *
 * @returns true where the field has no past that could be asked for: then its values are no matter
 */
export function checkOperator(check: Check, term: TermClause, entry: FieldEntry): boolean {
  const { field, operator, operand } = term;
  if (field.kind === 'missing' || operator.kind === 'missing') return false;
  if (entry.operators.size === 0 && entry.orderable === true) {
    check.warning('sort-only', field.nameSpan, { field: field.name });
    return false;
  }
  const allowed = operatorsOf(entry, check.knowledge.platform);
  if (!allowed.has(operator.name) && !entry.doubtful.includes(operator.name)) {
    const following = operand === undefined ? operator.span.end : operand.span.start;
    if (!check.isBrokenAt({ start: operator.span.start, end: Math.max(operator.span.end, following) }))
      reportOperator(check, term, entry, allowed);
    return isHistory(operator.name);
  }
  const empty = operand?.kind === 'empty' && !isHistory(operator.name);
  if (empty && !allowed.has('is') && !entry.doubtful.includes('is'))
    check.error('field-without-empty', operand.span, { field: field.name });
  return false;
}

function reportOperator(
  check: Check,
  term: TermClause,
  entry: FieldEntry,
  allowed: ReadonlySet<string>,
): void {
  if (term.field.kind === 'missing' || term.operator.kind === 'missing') return;
  const { name } = term.field;
  const { name: operator, span } = term.operator;
  if (operator === 'is' || operator === 'is not') {
    check.error('field-without-empty', span, { field: name });
    return;
  }
  if (isHistory(operator)) {
    check.error('no-history', span, {
      field: name,
      operator,
      fields: alternativesText(historyFields(check)),
    });
    return;
  }
  const list = term.operand?.kind === 'function' ? counterpart(operator) : undefined;
  if (list !== undefined && allowed.has(list)) {
    check.error('operator-of-field', span, {
      field: name,
      operator,
      operators: alternativesText(allowed),
      other: list,
    });
    return;
  }
  const other = replacementOf(operator, entry, allowed);
  const args = {
    field: name,
    operator,
    operators: alternativesText(allowed),
    ...(other !== undefined && { other }),
  };
  const variant = isTextSearch(operator) ? '.contains' : '.text';
  check.error('operator-of-field', span, args, {
    ...(other !== undefined && { message: `operator-of-field${variant}` }),
  });
}

const historyFields = ({ knowledge: { catalogue } }: Check): string[] =>
  catalogue.fields
    .filter(field => field.history && !field.cloud.removed.includes('was'))
    .map(({ name }) => name);

const fromSimilar: ReadonlyMap<string, string> = new Map([
  ['~', '='],
  ['!~', '!='],
]);
const equalOrSimilar: ReadonlyMap<string, string> = new Map([...fromSimilar, ['=', '~'], ['!=', '!~']]);

/** Returns the operator with the nearest meaning that the field takes; undefined = none. */
function replacementOf(
  operator: string,
  { textSearch }: FieldEntry,
  allowed: ReadonlySet<string>,
): string | undefined {
  const other = (textSearch ? equalOrSimilar : fromSimilar).get(operator);
  return other !== undefined && allowed.has(other) ? other : undefined;
}

/**
 * Reports a text search or `is` on a field that takes another operator for the same purpose.
 *
 * @param text the text of the block
 * @returns its place; undefined where nothing is to be said
 */
export function checkOtherOperator(check: Check, text: string, error: JqlSyntaxError): Span | undefined {
  const { code, span, operator } = error;
  const term = termAt(check, span.start);
  const entry = term && check.entryOf(term);
  if (entry === undefined) return undefined;
  const takes = operatorsOf(entry, check.knowledge.platform);
  const replace = (to: string): string | undefined => {
    const other = counterpartOperators.get(to);
    return other !== undefined && !takes.has(to) && takes.has(other) ? other : undefined;
  };
  const form = foreignForm(text, error);
  const to = form && replace(form.to);
  if (form !== undefined) {
    if (to === undefined) return undefined;
    const operatorText = text.slice(form.span.start, form.span.end);
    check.error('foreign-syntax', form.span, { written: operatorText, to });
    return form.span;
  }
  const value = code === 'operand-shape' && term?.operand?.kind === 'value' ? term.operand : undefined;
  if (value !== undefined && (operator === 'is' || operator === 'is not')) {
    if (isWordForEmpty(value, entry, check.knowledge.platform)) {
      const args = { value: value.text, field: entry.name, to: `${operator.toUpperCase()} EMPTY` };
      check.error('word-for-empty', span, args, { message: 'word-for-empty.refused' });
      return span;
    }
    const other = replace(operator === 'is' ? '=' : '!=');
    // `is emtpy` is more likely misspelled.
    if (other === undefined || isExplainedByMistake(check, text, error)) return undefined;
    const message = 'operand-shape.is';
    check.error(code, span, { found: error.foundText, operator, other }, { message });
    return span;
  }
  return undefined;
}

const counterpartOperators: ReadonlyMap<string, string> = new Map([
  ['=', '~'],
  ['!=', '!~'],
  ['~', '='],
  ['!~', '!='],
]);
