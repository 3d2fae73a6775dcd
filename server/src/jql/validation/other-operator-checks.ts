import type { Span } from '../../language/span.ts';
import { operatorsOf } from '../catalogue/catalogue.ts';
import { foreignForm, isWordForEmpty } from '../mistakes/foreign.ts';
import type { JqlSyntaxError } from '../syntax/nodes.ts';
import type { Check } from './check.ts';
import { termAt } from './term-at.ts';

/**
 * Says what to write for an operator that asks for words or says `is`, on a field that takes another one for the same.
 *
 * @param text the block's
 * @returns its place; undefined where nothing is to be said
 */
export function checkOtherOperator(check: Check, text: string, error: JqlSyntaxError): Span | undefined {
  const { code, span, operator } = error;
  const term = termAt(check, span.start);
  const entry = term && check.entryOf(term);
  if (entry === undefined) return undefined;
  const takes = operatorsOf(entry, check.knowledge.platform);
  const replace = (to: string): string | undefined => {
    const other = others.get(to);
    return other !== undefined && !takes.has(to) && takes.has(other) ? other : undefined;
  };
  const value = code === 'operand-shape' && term?.operand?.kind === 'value' ? term.operand : undefined;
  if (value !== undefined && (operator === 'is' || operator === 'is not')) {
    if (isWordForEmpty(value, entry, check.knowledge.platform)) {
      const args = { value: value.text, field: entry.name, to: `${operator.toUpperCase()} EMPTY` };
      check.error('word-for-empty', span, args, { message: 'word-for-empty.refused' });
      return span;
    }
    const other = replace(operator === 'is' ? '=' : '!=');
    if (other === undefined) return undefined;
    const message = 'operand-shape.is';
    check.error(code, span, { found: error.found, operator, other }, { message });
    return span;
  }
  const form = foreignForm(text, error);
  const to = form && replace(form.to);
  if (form === undefined || to === undefined) return undefined;
  const written = text.slice(form.span.start, form.span.end);
  check.error('foreign-syntax', form.span, { written, to });
  return form.span;
}

const others: ReadonlyMap<string, string> = new Map([
  ['=', '~'],
  ['!=', '!~'],
  ['~', '='],
  ['!~', '!='],
]);
