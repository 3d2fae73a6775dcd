/** Summarizes a query as a sentence. */
import meaning from '../../../catalogue/jql/meaning.json' with { type: 'json' };
import type { Clock } from '#shared/base/text/date-format.ts';
import type { FieldEntry, JqlCatalogue } from '../catalogue/catalogue.ts';
import type { Clause, Predicate, TermClause } from '../syntax/tree/clauses.ts';
import type { Field, Sort } from '../syntax/tree/fields.ts';
import type { FunctionCall, Operand } from '../syntax/tree/operands.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { isTextSearch, type OperatorName } from '../syntax/operators.ts';
import {
  beginsDay,
  dateInWords,
  displayText,
  distanceInWords,
  listed,
  periodInWords,
  say,
  sayIfKnown,
  searchInWords,
} from './phrases.ts';

/** The input for a summary. */
export interface WordsContext extends Clock {
  readonly catalogue: JqlCatalogue;
  /** The text of the query's block. */
  readonly text: string;
  /** The limit of rows; absent = the query has none. */
  readonly limit?: number;
}

/** Returns a sentence that describes a query; what is missing is named in its place. */
export function jqlInWords({ where, orderBy }: JqlQuery, context: WordsContext): string {
  const words = new QueryWriter(context);
  const issues = where === undefined ? say('all') : say('where', { conditions: words.clause(where) });
  const sorts = (orderBy?.sorts ?? []).map(sort => words.sorted(sort));
  const sorted = sorts.length === 0 ? issues : say('sorted', { issues, sorts: sorts.join(say('thenBy')) });
  return `${limitedIssues(sorted, context.limit)}.`;
}

function limitedIssues(issues: string, limit: number | undefined): string {
  if (limit === undefined) return issues;
  return limit === Infinity ? say('every', { issues }) : say('atMost', { issues, count: limit });
}

const several: ReadonlySet<string> = new Set(meaning.several);
/** Date fields that are never in the future. */
const past: ReadonlySet<string> = new Set(meaning.past);

/**
 * Returns the table of wordings for a condition: for a field with several values, for one that is never empty, or for
 * any other.
 */
function wordingTable(field: string, operand: Operand, entry: FieldEntry | undefined): string {
  const isPlural = entry !== undefined && several.has(entry.name) && field.endsWith('s');
  if (isPlural && operand.kind === 'empty') return 'plural';
  if (entry === undefined || holdsEmpty(operand)) return 'operator';
  if (several.has(entry.name)) return isPlural ? 'plural' : 'several';
  return entry.alwaysSet ? 'surely' : 'operator';
}

/** The operators that say the same of an empty field, and of a list with nothing else. */
const ofOnlyEmpty = { in: 'is', 'not in': 'is not' } as const;
const ofEmpty: Partial<Record<OperatorName, OperatorName>> = { '=': 'is', '!=': 'is not' };

/** Types whose values are in the order of a list of the tracker. */
const listTypes: ReadonlySet<string> = new Set([
  'STATUS',
  'STATUS_CATEGORY',
  'ISSUE_TYPE',
  'RESOLUTION',
  'VERSION',
]);
const textTypes: ReadonlySet<string> = new Set(['TEXT', 'PROJECT', 'USER', 'LABEL', 'COMPONENT']);

class QueryWriter {
  readonly #context: WordsContext;

  constructor(context: WordsContext) {
    this.#context = context;
  }

  clause(clause: Clause): string {
    switch (clause.kind) {
      case 'term':
        return this.#term(clause);
      case 'group':
        return this.clause(clause.clause);
      case 'not':
        return say('not', { inner: this.clause(clause.clause) });
      case 'and':
      case 'or':
        return listed(
          clause.clauses.map(child => this.#part(child)),
          clause.clauses.some(hasAlternatives) ? `${clause.kind}.apart` : clause.kind,
        );
      case 'missing':
        return say('unknown');
    }
  }

  /** Describes a clause of a compound; an inner compound is in parentheses. */
  #part(clause: Clause): string {
    let inner = clause;
    while (inner.kind === 'group') inner = inner.clause;
    const words = this.clause(inner);
    return inner.kind === 'and' || inner.kind === 'or' ? say('group', { inner: words }) : words;
  }

  #term({ field, operator, operand, predicates }: TermClause): string {
    if (operator.kind === 'missing') return say('unfinished', { field: this.#field(field) });
    const entry = this.#entry(field);
    const condition = this.#condition(this.#field(field), operator.name, operand, entry);
    return [
      condition,
      ...predicates.flatMap((each, index) => this.#predicate(each, predicates[index - 1])),
    ].join(' ');
  }

  #condition(
    field: string,
    operator: OperatorName,
    operand: Operand | undefined,
    entry: FieldEntry | undefined,
  ): string {
    if (operand === undefined) return say(`operator.${operator}`, { field, value: '' });
    const ofList = operator === 'in' || operator === 'not in' ? ofOnlyEmpty[operator] : undefined;
    const [only, ...others] = operand.kind === 'list' ? operand.items : [];
    if (ofList !== undefined && only?.kind === 'empty' && others.length === 0)
      return this.#condition(field, ofList, only, entry);
    const isDate = entry?.type === 'DATE' || entry?.type === 'DATETIME';
    if (isDate && isComparison(operator)) return this.#dateCondition(field, operator, operand, entry);
    if (entry?.type === 'DATETIME' && (operator === '=' || operator === '!=') && this.#beginsDay(operand))
      return say(`start.${operator}`, { field, value: this.#date(operand) });
    const value = isTextSearch(operator)
      ? this.#search(operand, operator, entry)
      : this.#value(operand, entry);
    const key = operand.kind === 'empty' ? (ofEmpty[operator] ?? operator) : operator;
    const specificWords = sayIfKnown(`${wordingTable(field, operand, entry)}.${key}`, { field, value });
    return specificWords ?? say(`operator.${key}`, { field, value });
  }

  #search(operand: Operand, operator: OperatorName, entry: FieldEntry | undefined): string {
    if (operand.kind === 'function') return this.#result(operand);
    const isText = operand.kind === 'value' && (entry === undefined || entry.textSearch);
    return (isText ? searchInWords(operand.text, operator) : undefined) ?? this.#value(operand, entry);
  }

  #dateCondition(field: string, operator: Comparison, operand: Operand, entry: FieldEntry): string {
    const distance = operand.kind === 'value' ? distanceInWords(operand.text) : undefined;
    if (distance === undefined) {
      const values = { field, value: this.#date(operand) };
      // A day without a time is its first moment: `<=` leaves the day out, and `>` does not.
      const ofMoment = entry.type === 'DATETIME' && this.#beginsDay(operand) ? `start.${operator}` : '';
      return sayIfKnown(ofMoment, values) ?? say(`date.${operator}`, values);
    }
    const values = { field, value: distance.words };
    const isRecent = past.has(entry.name) && distance.side === 'ago' && distance.count > 0;
    const withoutArticle = { field, value: distance.words.replace(/^an? /, '') };
    const recent = isRecent ? sayIfKnown(`past.${operator}`, withoutArticle) : undefined;
    return recent ?? say(`${distance.side}.${operator}`, values);
  }

  /** Describes a predicate; two dates after another are joined by “and”. */
  #predicate(predicate: Predicate, before: Predicate | undefined): readonly string[] {
    const { name, operand } = predicate;
    if (!isDatePredicate(predicate))
      return [say(`predicate.${name}`, { value: this.#value(operand, undefined) })];
    const items = operand.kind === 'list' ? operand.items : [operand];
    const value = listed(
      items.map(item => this.#date(item)),
      name === 'on' ? 'or' : 'and',
    );
    const isStart = name === 'after' && this.#beginsDay(operand);
    const words = say(isStart ? 'predicate.after.start' : `predicate.${name}`, { value });
    return before !== undefined && isDatePredicate(before) ? [say('predicate.and'), words] : [words];
  }

  #value(operand: Operand, entry: FieldEntry | undefined): string {
    switch (operand.kind) {
      case 'value': {
        const isDate = entry?.type === 'DATE' || entry?.type === 'DATETIME';
        return (isDate ? dateInWords(operand, this.#context) : undefined) ?? displayText(operand.text);
      }
      case 'list':
        return listed(
          operand.items.map(item => this.#value(item, entry)),
          'or',
        );
      case 'function':
        return this.#function(operand);
      case 'empty':
        return say('empty');
      case 'missing':
        return say('unknown');
    }
  }

  /** Whether a date has no time: it means the first moment of its day. */
  #beginsDay(operand: Operand): boolean {
    return operand.kind === 'value' && beginsDay(operand, this.#context);
  }

  #date(operand: Operand): string {
    if (operand.kind !== 'value') return this.#value(operand, undefined);
    return dateInWords(operand, this.#context) ?? displayText(operand.text);
  }

  #function(call: FunctionCall): string {
    const name = this.#context.catalogue.function(call.name.text)?.name ?? call.name.text;
    const period = periodInWords(call, name);
    if (period !== undefined) return period;
    const values = call.arguments.map(argument => this.#value(argument, undefined));
    for (let count = Math.min(values.length, maxPlaces); count >= 0; count--) {
      const words = functionWords(name, count, values);
      if (words !== undefined) return words;
    }
    return this.#result(call);
  }

  /** Describes a call as it is written. */
  #result({ span: { start, end } }: FunctionCall): string {
    return say('function', { call: displayText(this.#context.text.slice(start, end)) });
  }

  sorted({ field, direction }: Sort): string {
    const values = { field: this.#field(field) };
    if (direction === undefined) return say('sort', values);
    const type = this.#entry(field)?.type ?? '';
    if (type.startsWith('DATE')) return say(`sort.date.${direction.name}`, values);
    // The first rank is the highest.
    if (type === 'RANK') return say(direction.name === 'asc' ? 'sort.desc' : 'sort.asc', values);
    if (listTypes.has(type)) return say(`sort.list.${direction.name}`, values);
    return textTypes.has(type)
      ? say(`sort.text.${direction.name}`, values)
      : say(`sort.${direction.name}`, values);
  }

  #field(field: TermClause['field']): string {
    if (field.kind === 'missing') return say('unknown');
    const { start, end } = field.properties.length > 0 ? field.span : { start: 0, end: 0 };
    return displayText(end > start ? this.#context.text.slice(start, end) : field.name);
  }

  #entry(field: Field | TermClause['field']): FieldEntry | undefined {
    if (field.kind === 'missing' || field.properties.length > 0) return undefined;
    return this.#context.catalogue.field(field.name);
  }
}

/**
 * Returns a function in the words for a number of arguments; further ones are alternatives of the last. undefined = there are
 * no such words, or they would leave an argument out.
 */
function functionWords(name: string, count: number, values: readonly string[]): string | undefined {
  if (count === 0 && values.length > 0) return undefined;
  const named = [
    ...values.slice(0, Math.max(0, count - 1)),
    listed(values.slice(Math.max(0, count - 1)), 'or'),
  ];
  const places =
    count === 0 ? {} : Object.fromEntries(named.map((value, index) => [String(index + 1), value]));
  const plain = count < 2 ? sayIfKnown(`function.${name}`, places) : undefined;
  const words = sayIfKnown(`function.${name}.${count}`, places) ?? plain;
  const isWhole =
    words !== undefined && !/\{\d\}/.test(words) && (count === 0 || words.includes(named[count - 1]!));
  return isWhole ? words : undefined;
}

/** The maximum number of places in the words of a function: each is one digit. */
const maxPlaces = 9;

const isDatePredicate = ({ name }: Predicate): boolean =>
  name === 'after' || name === 'before' || name === 'on' || name === 'during';

const comparisons = ['<', '<=', '>', '>='] as const;
type Comparison = (typeof comparisons)[number];
const isComparison = (operator: OperatorName): operator is Comparison =>
  comparisons.some(comparison => comparison === operator);

/** Whether a condition lists values with “or”, so that only a comma tells it from its neighbours. */
const hasAlternatives = (clause: Clause): boolean =>
  clause.kind === 'term' && clause.operand?.kind === 'list' && clause.operand.items.length > 1;

const holdsEmpty = (operand: Operand): boolean =>
  operand.kind === 'empty' || (operand.kind === 'list' && operand.items.some(holdsEmpty));
