/** Reads the condition that a term sets on its field. */
import type { FieldEntry, JqlCatalogue } from '../catalogue/catalogue.ts';
import { type Moment, momentOf } from '../dates/moments.ts';
import { NameTable } from '../syntax/name-table.ts';
import type { Operand } from '../syntax/tree/operands.ts';
import type { OperatorName } from '../syntax/operators.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import type { Span } from '#shared/base/text/span.ts';
import meaning from '../../../catalogue/jql/meaning.json' with { type: 'json' };

/** A bound of an ordered field. */
export interface Bound {
  readonly value: number;
  readonly kind: Moment['kind'];
}

/**
 * @param isNamed something of what the condition says in words is true of the field
 * @param value the number, or the moment in milliseconds since 1970, of an ordered field
 */
type Holds = (isNamed: boolean, value: number) => boolean;

/** The condition of a term. Terms about one field have the same key. */
export interface Condition {
  readonly kind: 'condition';
  readonly key: string;
  readonly term: TermClause;
  readonly model: FieldModel | undefined;
  /** True where the field can be empty. */
  readonly canBeEmpty: boolean;
  /** The texts that the term compares the field with. */
  readonly atoms: readonly string[];
  /** The texts of which the field can have only one. */
  readonly names: readonly string[];
  readonly bounds: readonly Bound[];
  /** True where an issue with an empty field meets it. */
  readonly holdsForEmpty: boolean;
  /** Returns whether an issue with a value in the field meets it. */
  readonly holds: Holds;
}

/** The input for reading conditions. */
export interface ConditionContext {
  readonly catalogue: JqlCatalogue;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns the text of the query in a span. */
  readonly text: (span: Span) => string;
}

/** The negated operators: NOT before a term negates its operator, and an empty field meets neither. */
const negations: Readonly<Partial<Record<OperatorName, OperatorName>>> = {
  '=': '!=',
  '!=': '=',
  '~': '!~',
  '!~': '~',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};

const unresolved = new NameTable([['unresolved', true]]);

/** Returns the condition of a term; `undefined` = the term is incomplete. */
export function conditionOf(
  term: TermClause,
  entry: FieldEntry,
  negated: boolean,
  around: ConditionContext,
): Condition | undefined {
  const { field, operator, operand, predicates } = term;
  if (field.kind === 'missing' || operator.kind === 'missing' || operand?.kind === 'missing')
    return undefined;
  const name = negated ? negations[operator.name] : operator.name;
  const model = field.properties.length === 0 ? fieldModelOf(entry) : undefined;
  if (model === undefined || name === undefined || operand === undefined || predicates.length > 0)
    return opaqueCondition(term, negated, around);
  const read = readOperand(operand, name, entry, model, around);
  const holds = read && testFor(name, read, model);
  if (read === undefined || holds === undefined) return opaqueCondition(term, negated, around);
  return {
    kind: 'condition',
    key: entry.name,
    term,
    model,
    canBeEmpty: !entry.alwaysSet,
    atoms: read.atoms,
    names: read.names,
    bounds: read.bounds,
    holdsForEmpty: read.hasEmpty && positiveOperators.has(name),
    holds,
  };
}

/** Returns a condition of which only the text is known: an issue may meet it or not, and so with its negation. */
function opaqueCondition(term: TermClause, negated: boolean, { text }: ConditionContext): Condition {
  const atom = `${negated ? 'not ' : ''}${text(term.span)}`;
  return {
    kind: 'condition',
    key: `"${atom}`,
    term,
    model: undefined,
    canBeEmpty: false,
    atoms: [atom],
    names: [],
    bounds: [],
    holdsForEmpty: false,
    holds: isNamed => isNamed,
  };
}

interface ReadOperand {
  /** True where the operand contains EMPTY or `unresolved`. */
  readonly hasEmpty: boolean;
  readonly atoms: readonly string[];
  readonly names: readonly string[];
  readonly bounds: readonly Bound[];
}

/** A list with more items is compared with no other condition. */
const maxItems = 200;

/** Reads the values of an operand; `undefined` = some parts are not known, or they are too many. */
function readOperand(
  operand: Operand,
  operator: OperatorName,
  entry: FieldEntry,
  model: FieldModel,
  around: ConditionContext,
): ReadOperand | undefined {
  const isSearch = operator === '~' || operator === '!~';
  const items = operand.kind === 'list' ? operand.items : [operand];
  if (items.length > maxItems) return undefined;
  const atoms: string[] = [];
  const names: string[] = [];
  const bounds: Bound[] = [];
  let hasEmpty = false;
  for (const item of items) {
    switch (item.kind) {
      case 'empty':
        hasEmpty = true;
        break;
      case 'value':
        if (entry.name === 'resolution' && item.find(unresolved) === true) hasEmpty = true;
        else if (isSearch) atoms.push(`~ ${item.text}`);
        else if (model === 'ordered') {
          const moment = momentOf(item, around.catalogue, around.now);
          if (moment === undefined) return undefined;
          bounds.push({ value: moment.time, kind: moment.kind });
        } else {
          const isName = model === 'exclusive' && !/^\s*-?\d+\s*$/.test(item.text);
          const atom = isName ? item.text.trim().toLowerCase() : item.text;
          atoms.push(atom);
          if (isName) names.push(atom);
        }
        break;
      case 'function': {
        if (model !== 'ordered') {
          atoms.push(`function ${around.text(item.span)}`);
          break;
        }
        const moment = momentOf(item, around.catalogue, around.now);
        if (moment === undefined) return undefined;
        bounds.push({ value: moment.time, kind: moment.kind });
        break;
      }
      case 'list':
      case 'missing':
        return undefined;
    }
  }
  return { hasEmpty, atoms, names, bounds };
}

/** The operators that the values after them meet. */
const positiveOperators: ReadonlySet<OperatorName> = new Set(['=', '~', 'in', 'is']);

/** Returns the test of an operator for a field that is not empty; `undefined` = nothing is certain. */
function testFor(
  operator: OperatorName,
  { hasEmpty, bounds }: ReadOperand,
  model: FieldModel,
): Holds | undefined {
  const isOneOf: Holds = (isNamed, value) => isNamed || bounds.some(bound => bound.value === value);
  switch (operator) {
    case '=':
    case '~':
    case 'in':
      if (isDay(bounds)) return undefined;
      return isOneOf;
    case '!=':
    case '!~':
    case 'not in':
      if (isDay(bounds)) return undefined;
      return (isNamed, value) => !isOneOf(isNamed, value);
    case 'is':
      return hasEmpty ? () => false : undefined;
    case 'is not':
      return hasEmpty ? () => true : undefined;
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const [bound] = bounds;
      if (model !== 'ordered' || bound === undefined) return undefined;
      const compare = comparisons[operator];
      return (_, value) => compare(value, bound.value);
    }
    case 'was':
    case 'was not':
    case 'was in':
    case 'was not in':
    case 'changed':
      return undefined;
  }
}

const comparisons = {
  '<': (one: number, other: number) => one < other,
  '<=': (one: number, other: number) => one <= other,
  '>': (one: number, other: number) => one > other,
  '>=': (one: number, other: number) => one >= other,
} as const;

/** True for bounds whose equality with a day depends on the field. */
const isDay = (bounds: readonly Bound[]): boolean => bounds.some(({ kind }) => kind !== 'number');

/**
 * The model of a field's values. `exclusive`: one value, and two names are two values. `ordered`: one number or
 * moment. `named`: one or more values, of which two names may mean the same.
 */
export type FieldModel = 'exclusive' | 'ordered' | 'named';

const models: ReadonlyMap<string, FieldModel> = new Map(
  (['exclusive', 'ordered', 'named'] as const).flatMap(model =>
    meaning[model].map(name => [name, model] as const),
  ),
);

/**
 * Returns the model of a field; `undefined` = nothing is certain, as for custom fields: several can share a name, and
 * a query searches all of them.
 */
export const fieldModelOf = ({ name, form }: FieldEntry): FieldModel | undefined =>
  form === undefined ? models.get(name) : undefined;
