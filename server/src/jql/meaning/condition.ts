import type { FieldEntry, JqlCatalogue } from '../catalogue/catalogue.ts';
import { type Moment, momentOf } from '../dates/moments.ts';
import { NameTable } from '../syntax/name-table.ts';
import type { Operand } from '../syntax/tree/operands.ts';
import type { OperatorName } from '../syntax/operators.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import type { Span } from '../../language/span.ts';
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

/** What a term asks of its field. Terms about one field have one key. */
export interface Condition {
  readonly kind: 'condition';
  readonly key: string;
  readonly term: TermClause;
  readonly model: FieldModel | undefined;
  /** An issue can have nothing in the field. */
  readonly canBeEmpty: boolean;
  /** What the term says of the field in words. */
  readonly atoms: readonly string[];
  /** Those of them of which the field can have only one. */
  readonly names: readonly string[];
  readonly bounds: readonly Bound[];
  /** An issue with nothing in the field meets it. */
  readonly holdsForEmpty: boolean;
  /** Whether an issue with something in the field meets it. */
  readonly holds: Holds;
}

/** What a condition is made with. */
export interface ConditionContext {
  readonly catalogue: JqlCatalogue;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What is written in a place of the query. */
  readonly text: (span: Span) => string;
}

/** A negation in front of a term is one of its operator: an empty field meets neither. */
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

/** What a term asks; `undefined` = it is not whole. */
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

/** A condition of which only its text is known: an issue meets it or not, and its negation as well. */
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
  /** The field is empty, or `unresolved`. */
  readonly hasEmpty: boolean;
  readonly atoms: readonly string[];
  readonly names: readonly string[];
  readonly bounds: readonly Bound[];
}

/** `undefined` = it has parts of which nothing is known. */
function readOperand(
  operand: Operand,
  operator: OperatorName,
  entry: FieldEntry,
  model: FieldModel,
  around: ConditionContext,
): ReadOperand | undefined {
  const isSearch = operator === '~' || operator === '!~';
  const items = operand.kind === 'list' ? operand.items : [operand];
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

/** The operators that what they are followed by meets itself. */
const positiveOperators: ReadonlySet<OperatorName> = new Set(['=', '~', 'in', 'is']);

/** What an operator asks of a field with something in it; `undefined` = nothing that is certain. */
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

/** Whether a moment equals a day depends on the field. */
const isDay = (bounds: readonly Bound[]): boolean => bounds.some(({ kind }) => kind !== 'number');

/**
 * What is certain of the values of a field. `exclusive`: one value, and two names are two values. `ordered`: one number or
 * moment. `named`: one or more values, of which two names may mean the same.
 */
export type FieldModel = 'exclusive' | 'ordered' | 'named';

const models: ReadonlyMap<string, FieldModel> = new Map(
  (['exclusive', 'ordered', 'named'] as const).flatMap(model =>
    meaning[model].map(name => [name, model] as const),
  ),
);

/** `undefined` = nothing is certain, as of custom fields: several can have one name, and a query asks all of them. */
export const fieldModelOf = ({ name, form }: FieldEntry): FieldModel | undefined =>
  form === undefined ? models.get(name) : undefined;
