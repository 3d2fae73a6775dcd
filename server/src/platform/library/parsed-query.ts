/** Turns queries into the trees of the library. */
import type { Span as InnerSpan } from '#shared/base/text/span.ts';
import type * as clauses from '../../jql/syntax/tree/clauses.ts';
import type * as fields from '../../jql/syntax/tree/fields.ts';
import type { Missing as MissingNode } from '../../jql/syntax/tree/node.ts';
import type * as operands from '../../jql/syntax/tree/operands.ts';
import { parseJql } from '../../jql/syntax/parse-jql.ts';
import { multipleValues } from '../../wiki/values/value-list.ts';
import type { PlacedQuery } from './placed-queries.ts';
import type { Surroundings, WikiSurroundings } from './read-options.ts';
import type {
  Clause,
  Condition,
  Field,
  JqlQuery,
  Missing,
  Operand,
  Parameter,
  Query,
  QueryParts,
  Setting,
  Sort,
  Span,
} from './types.ts';

/** Returns a query as a tree. */
export function parsedQuery(query: PlacedQuery, surroundings: Surroundings): Query {
  const parts = partsOf(query);
  const shift: Shift = ({ start, end }) => ({ start: start + query.start, end: end + query.start });
  if (surroundings.languageId === 'jql') return { ...parts, ...jqlTree(query, shift) };
  return { ...parts, language: 'wikiquery', parameters: parametersOf(query, shift, surroundings) };
}

/** Places a span of a query in the text. */
type Shift = (span: InnerSpan) => Span;

function partsOf({ label, start, view: { block } }: PlacedQuery): QueryParts {
  const setting = (name: string, value: string, span: InnerSpan): Setting => ({
    name,
    value,
    start: start + span.start,
    end: start + span.end,
  });
  return {
    name: label,
    start,
    end: start + block.text.length,
    directives: block.directives.map(({ key, value, span }) => setting(key.text, value.text, span)),
    variables: block.variables.map(({ name, value, span }) => setting(name.text, value.text, span)),
  };
}

function jqlTree(
  { view }: PlacedQuery,
  shift: Shift,
): Pick<JqlQuery, 'language' | 'where' | 'orderBy' | 'isWellFormed'> {
  const { where, orderBy, errors } = parseJql(view.scope);
  const tree = new JqlTree(shift);
  return {
    language: 'jql',
    ...(where && { where: tree.clause(where) }),
    orderBy: orderBy?.sorts.map(sort => tree.sorting(sort)) ?? [],
    isWellFormed: errors.length === 0,
  };
}

/** Copies the nodes of a query, with their places in the text. */
class JqlTree {
  readonly #shift: Shift;

  constructor(shift: Shift) {
    this.#shift = shift;
  }

  clause(node: clauses.Clause): Clause {
    switch (node.kind) {
      case 'group':
        return this.clause(node.clause);
      case 'not':
        return { type: 'not', ...this.#shift(node.span), clause: this.clause(node.clause) };
      case 'and':
      case 'or':
        return {
          type: node.kind,
          ...this.#shift(node.span),
          clauses: node.clauses.map(clause => this.clause(clause)),
        };
      case 'term':
        return this.#condition(node);
      case 'missing':
        return this.#missing(node);
    }
  }

  sorting({ span, field, direction }: fields.Sort): Sort {
    return {
      type: 'sort',
      ...this.#shift(span),
      field: this.#field(field),
      ...(direction && { direction: direction.name }),
    };
  }

  #condition({ span, field, operator, operand, predicates }: clauses.TermClause): Condition {
    return {
      type: 'condition',
      ...this.#shift(span),
      field: this.#field(field),
      operator: operator.kind === 'missing' ? '' : operator.name,
      ...(operand && { operand: this.#operand(operand) }),
      predicates: predicates.map(predicate => ({
        type: 'predicate',
        ...this.#shift(predicate.span),
        name: predicate.name,
        operand: this.#operand(predicate.operand),
      })),
    };
  }

  #field(node: fields.Field | MissingNode): Field | Missing {
    if (node.kind === 'missing') return this.#missing(node);
    const property = node.source.text.slice(node.nameEnd, node.end).trim();
    return {
      type: 'field',
      ...this.#shift(node.span),
      name: node.name,
      ...(node.properties.length > 0 && { property }),
    };
  }

  #operand(node: operands.Operand): Operand {
    const span = this.#shift(node.span);
    const inner = (nodes: readonly operands.Operand[]) => nodes.map(operand => this.#operand(operand));
    switch (node.kind) {
      case 'value':
        return { type: 'value', ...span, text: node.text, isQuoted: node.form === 'quoted' };
      case 'function':
        return { type: 'function', ...span, name: node.name.text, arguments: inner(node.arguments) };
      case 'list':
        return { type: 'list', ...span, items: inner(node.items) };
      case 'empty':
      case 'missing':
        return { type: node.kind, ...span };
    }
  }

  #missing({ span }: MissingNode): Missing {
    return { type: 'missing', ...this.#shift(span) };
  }
}

function parametersOf(
  { view }: PlacedQuery,
  shift: Shift,
  { language, context }: WikiSurroundings,
): readonly Parameter[] {
  const { model } = language.read(view, context);
  return model.query.parameters.map(node => {
    const { name, span, value } = node;
    const binding = model.binding(node);
    return {
      name: name.text,
      ...shift(span),
      ...(value && { value: value.text }),
      ...(value &&
        binding?.parameter.multi === true && { values: multipleValues(value).map(({ text }) => text) }),
      ...(binding && { module: binding.active.module.name }),
    };
  });
}
