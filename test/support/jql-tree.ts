import type { Clause } from '../../server/src/jql/syntax/tree/clauses.ts';
import type { Field, OrderBy } from '../../server/src/jql/syntax/tree/fields.ts';
import type { JqlQuery } from '../../server/src/jql/syntax/jql-query.ts';
import type { Missing } from '../../server/src/jql/syntax/tree/node.ts';
import type { Operand } from '../../server/src/jql/syntax/tree/operands.ts';
import type { Span } from '#shared/base/text/span.ts';

/** How a tree is written for a test: operators first, missing nodes as `_`, names and values as in the text. */
export interface TreeStyle {
  readonly text: string;
  /** Whether parentheses around clauses are written too. */
  readonly groups: boolean;
}

/** The tree of a query, on one line. */
export const treeOf = ({ where, orderBy }: JqlQuery, style: TreeStyle): string =>
  [where && clauseTree(where, style), orderBy && orderTree(orderBy, style)].filter(Boolean).join(' ');

function clauseTree(clause: Clause, style: TreeStyle): string {
  switch (clause.kind) {
    case 'missing':
      return '_';
    case 'and':
    case 'or':
      return `(${clause.kind} ${clause.clauses.map(inner => clauseTree(inner, style)).join(' ')})`;
    case 'not':
      return `(not ${clauseTree(clause.clause, style)})`;
    case 'group': {
      const inner = clauseTree(clause.clause, style);
      return style.groups ? `(group ${inner})` : inner;
    }
    case 'term': {
      const { field, operator, operand, predicates } = clause;
      const parts = [
        operator.kind === 'missing' ? '_' : operator.name,
        fieldTree(field, style),
        ...(operand === undefined ? [] : [operandTree(operand, style)]),
        ...predicates.map(({ name, operand: of }) => `${name} ${operandTree(of, style)}`),
      ];
      return `(${parts.join(' ')})`;
    }
  }
}

function fieldTree(field: Field | Missing, style: TreeStyle): string {
  if (field.kind === 'missing') return '_';
  const name = field.form === 'custom' ? field.name : written(field.nameSpan, style);
  const properties = field.properties.map(
    ({ argument, path }) =>
      `[${operandTree(argument, style)}]${path.map(part => `{${operandTree(part, style)}}`).join('')}`,
  );
  return name + properties.join('');
}

function operandTree(operand: Operand, style: TreeStyle): string {
  switch (operand.kind) {
    case 'missing':
      return '_';
    case 'empty':
      return 'empty';
    case 'value':
      return written(operand.span, style);
    case 'list':
      return `[${operand.items.map(item => operandTree(item, style)).join(' ')}]`;
    case 'function': {
      const args = operand.arguments.map(argument => operandTree(argument, style));
      return `${written(operand.name.span, style)}(${args.join(' ')})`;
    }
  }
}

const orderTree = ({ sorts }: OrderBy, style: TreeStyle): string =>
  `(order-by ${sorts
    .map(({ field, direction }) => fieldTree(field, style) + (direction ? `:${direction.name}` : ''))
    .join(' ')})`;

const written = ({ start, end }: Span, { text }: TreeStyle): string => text.slice(start, end);
