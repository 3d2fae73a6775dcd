import type { Span } from '../language/span.ts';
import type { Field, JqlQuery, Missing, Operand } from './syntax/nodes.ts';
import { termsOf } from './syntax/terms.ts';

export type PartRole = 'field' | 'operator' | 'value' | 'function' | 'sort';

/** A part of a query that a message can name. */
export interface NamedPart {
  readonly role: PartRole;
  /** As the tracker reads it; an operator in lower case. */
  readonly text: string;
  readonly span: Span;
  /** The field that it is asked of. */
  readonly field: string;
}

/** Every part of a query that has a name, in the order of the text. */
export function namedPartsOf(query: JqlQuery): NamedPart[] {
  const parts: NamedPart[] = [];
  const addField = (role: 'field' | 'sort', node: Field | Missing): string => {
    if (node.kind === 'missing') return '';
    parts.push({ role, text: node.name, span: node.span, field: node.name });
    return node.name;
  };
  const addOperand = (node: Operand, field: string): void => {
    if (node.kind === 'value') parts.push({ role: 'value', text: node.text, span: node.span, field });
    else if (node.kind === 'list') for (const item of node.items) addOperand(item, field);
    else if (node.kind === 'function') {
      parts.push({ role: 'function', text: node.name.text, span: node.name.span, field });
      for (const argument of node.arguments) addOperand(argument, field);
    }
  };
  for (const { term } of termsOf(query)) {
    const field = addField('field', term.field);
    const { operator, operand, predicates } = term;
    if (operator.kind === 'operator')
      parts.push({ role: 'operator', text: operator.name, span: operator.span, field });
    if (operand) addOperand(operand, field);
    for (const predicate of predicates) addOperand(predicate.operand, field);
  }
  for (const sort of query.orderBy?.sorts ?? []) addField('sort', sort.field);
  return parts;
}
