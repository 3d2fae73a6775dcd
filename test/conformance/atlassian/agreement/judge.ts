import {
  type Argument,
  type Clause,
  type Field,
  JastBuilder,
  type OrderBy,
  type Operand,
} from '@atlaskit/jql-ast';

/** The result of Atlassian's own parser for a query. */
export interface Judgement {
  readonly accepted: boolean;
  /** As `treeOf` writes trees, without groups; empty where the query is refused. */
  readonly tree: string;
}

/** A builder that is asked twice for the same text answers empty, so each one is asked once. */
export function judge(text: string): Judgement {
  const { query, errors } = new JastBuilder().build(text);
  if (query === undefined || errors.length > 0) return { accepted: false, tree: '' };
  const { where, orderBy } = query;
  const parts = [where && clauseTree(where), orderBy && orderTree(orderBy)];
  return { accepted: true, tree: parts.filter(Boolean).join(' ') };
}

function clauseTree(clause: Clause): string {
  switch (clause.clauseType) {
    case 'compound':
      return `(${clause.operator.value} ${clause.clauses.map(clauseTree).join(' ')})`;
    case 'not':
      return `(not ${clauseTree(clause.clause)})`;
    case 'terminal': {
      const { field, operator, operand, predicates } = clause;
      const parts = [
        operator?.value ?? '_',
        fieldTree(field),
        ...(operand === undefined ? [] : [operandTree(operand)]),
        ...predicates.map(({ operator: name, operand: of }) => `${name.value} ${of ? operandTree(of) : '_'}`),
      ];
      return `(${parts.join(' ')})`;
    }
  }
}

/** Its types allow for an argument that could not be read. */
const written = (argument: Argument | void): string => (typeof argument === 'object' ? argument.text : '_');

const customField = /^cf\s*\[\s*(\d+)\s*\]/i;

function fieldTree({ text, properties }: Field): string {
  const custom = customField.exec(text)?.[1];
  const rest = properties?.map(
    ({ key, path }) => `[${written(key)}]${(path ?? []).map(part => `{${part.text}}`).join('')}`,
  );
  return (custom === undefined ? text : `cf[${Number(custom)}]`) + (rest ?? []).join('');
}

function operandTree(operand: Operand): string {
  switch (operand.operandType) {
    case 'keyword':
      return 'empty';
    case 'value':
      return operand.text;
    case 'list':
      return `[${operand.values.map(operandTree).join(' ')}]`;
    case 'function':
      return `${operand.function.text}(${operand.arguments.map(written).join(' ')})`;
  }
}

const orderTree = ({ fields }: OrderBy): string =>
  `(order-by ${fields
    .map(({ field, direction }) => fieldTree(field) + (direction ? `:${direction.value.toLowerCase()}` : ''))
    .join(' ')})`;
