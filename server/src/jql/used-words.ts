import type { QueryWord } from '../query-file/language/query-words.ts';
import type { Field } from './syntax/tree/fields.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import type { Missing } from './syntax/tree/node.ts';
import type { Operand } from './syntax/tree/operands.ts';
import { isTextSearch } from './syntax/operators.ts';
import { allParts } from './syntax/walk.ts';

/**
 * Returns the fields, functions and values of a query, without search texts and the values of variables.
 *
 * @param text the text of the block
 */
export function wordsOfJql(query: JqlQuery, text: string): readonly QueryWord[] {
  const words: QueryWord[] = [];
  const isWritten = ({
    span,
  }: {
    readonly span: { readonly start: number; readonly end: number };
  }): boolean => !text.slice(span.start, span.end).includes('{{');
  const addField = (kind: 'field' | 'sort', field: Field | Missing): void => {
    if (field.kind === 'field' && isWritten(field)) words.push({ kind, field: '', text: field.name });
  };
  const addOperand = (operand: Operand, field: string): void => {
    if (operand.kind === 'list') for (const item of operand.items) addOperand(item, field);
    if (!isWritten(operand)) return;
    if (operand.kind === 'value') words.push({ kind: 'value', field, text: operand.text });
    if (operand.kind === 'function') words.push({ kind: 'function', field, text: operand.name.text });
  };
  for (const part of allParts(query)) {
    if (part.kind === 'sort') addField('sort', part.field);
    if (part.kind !== 'term') continue;
    const { field, operator, operand, predicates } = part;
    addField('field', field);
    if (field.kind !== 'field' || operator.kind !== 'operator') continue;
    if (operand && !isTextSearch(operator.name)) addOperand(operand, field.name);
    for (const { name, operand: value } of predicates)
      if (name === 'from' || name === 'to') addOperand(value, field.name);
  }
  return words;
}
