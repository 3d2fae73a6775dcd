/** Proposals for functions in the place of a value. */
import { isInsertable } from '#shared/base/visible-text.ts';
import { localDateInWords } from '#shared/base/text/date-format.ts';
import { escapeSnippet, searchText } from '#shared/base/text/completion-text.ts';
import type { FieldEntry, JqlCatalogue, JqlFunction } from '../catalogue/catalogue.ts';
import { dateOfFunction } from '../dates/read-date.ts';
import { type OperatorName, counterpart, isTextSearch, takesList } from '../syntax/operators.ts';
import type { Proposal } from './proposal.ts';
import type { Source } from './value-completion.ts';

/** A place that takes an operand. */
export interface OperandPlace {
  readonly field: string;
  readonly operator: OperatorName;
  /** True for an item in parentheses, where a function that returns a list is possible too. */
  readonly inList: boolean;
}

/**
 * Returns the functions that the operator takes and that return the field's values: the most used first, those of the
 * workspace's other queries above all. Where the field's type is not known, all functions that the operator takes,
 * after everything else.
 */
export function functionProposals(
  source: Source,
  field: FieldEntry | undefined,
  place: OperandPlace,
): Proposal[] {
  const { knowledge, now } = source;
  const { catalogue, platform, texts } = knowledge;
  const isOpen = field === undefined || field.type === 'CUSTOM';
  const uses = (name: string): Uses => usesOf(name, source, field, place.field);
  const catalogued: Callable[] = catalogue.functions
    .filter(({ on, isFromSite }) => isFromSite || platform === undefined || on.includes(platform))
    .filter(candidate => !isMissing(candidate, catalogue))
    .filter(candidate => acceptsOperator(candidate, place))
    .filter(candidate => isOpen || returnsValuesOf(candidate, field, place));
  const byName = new Map(
    [...catalogued, ...unknownFunctions(source, field, place)].map(candidate => [candidate.name, candidate]),
  );
  return [...byName.values()]
    .map(candidate => ({ candidate, uses: uses(candidate.name) }))
    .toSorted(
      (a, b) => byCounts(a.uses, b.uses) || Number(isFromApp(a.candidate)) - Number(isFromApp(b.candidate)),
    )
    .map(({ candidate, uses: [inWorkspace, ofField] }, index) => {
      const time = dateOfFunction(candidate.name, undefined, now);
      const detail =
        time === undefined ? texts.function(candidate.name)?.summary : localDateInWords(time, source);
      const isLikely = !isOpen || inWorkspace + ofField > 0;
      return {
        label: `${candidate.name}()`,
        text: callOf(candidate),
        snippet: true,
        kind: 'function',
        rank: isLikely ? Math.min(400 + index, 899) : (isFromApp(candidate) ? 5000 : 3000) + index,
        filter: searchText(candidate.name, candidate.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')),
        ...(detail !== undefined && { detail }),
        subject: { kind: 'function', name: candidate.name },
      };
    });
}

/** The parts of a function that its insertion needs. */
type Callable = Pick<JqlFunction, 'name' | 'arguments' | 'requires'>;

/** True for a function of an app or a product. */
const isFromApp = ({ requires }: Callable): boolean => requires !== undefined;

/** True for an app's function that the tracker did not name when it described its functions. */
const isMissing = (each: JqlFunction, { complete }: JqlCatalogue): boolean =>
  complete && !each.isFromSite && isFromApp(each);

/**
 * How often the workspace uses a function for a field, how often people in general do, and how often they use it at
 * all.
 */
type Uses = readonly [inWorkspace: number, ofField: number, ofAny: number];

function usesOf(
  text: string,
  { knowledge, others }: Source,
  field: FieldEntry | undefined,
  name: string,
): Uses {
  const names = new Set([name, ...(field ? [field.name, ...field.aliases] : [])]);
  const sum = (count: (of: string) => number): number =>
    [...names].reduce((total, fieldName) => total + count(fieldName), 0);
  return [
    sum(fieldName => others?.count({ kind: 'function', field: fieldName, text }) ?? 0),
    sum(fieldName => knowledge.usage.function(fieldName, text)[0]),
    knowledge.usage.function('', text)[1],
  ];
}

const byCounts = (a: Uses, b: Uses): number => b[0] - a[0] || b[1] - a[1] || b[2] - a[2];

/**
 * Returns functions of the workspace's other queries that the catalogue does not know; none where the tracker has
 * described its own.
 */
function unknownFunctions(
  { knowledge: { catalogue }, others }: Source,
  field: FieldEntry | undefined,
  place: OperandPlace,
): Callable[] {
  if (catalogue.complete || !takesList(place.operator)) return [];
  const names = [place.field, ...(field ? [field.name, ...field.aliases] : [])];
  const texts = names.flatMap(name => others?.of('function', name) ?? []).map(({ text }) => text);
  return [...new Set(texts)]
    .filter(text => catalogue.function(text) === undefined && isInsertable(text))
    .map(name => ({ name, arguments: undefined, requires: undefined }));
}

const present: Readonly<Partial<Record<OperatorName, OperatorName>>> = {
  was: '=',
  'was not': '!=',
  'was in': 'in',
  'was not in': 'not in',
};

/**
 * True where the function's list of operators has this one. In a list, one value is as good as several. A function can
 * follow WAS as it can follow `=`.
 */
function acceptsOperator({ shape, operators }: JqlFunction, { operator, inList }: OperandPlace): boolean {
  if (shape !== 'either' && !inList && (shape === 'list') !== takesList(operator)) return false;
  if (operators === undefined) return true;
  const has = (name: OperatorName | undefined): boolean => name !== undefined && operators.includes(name);
  const presentOperator = has(operator) ? operator : (present[operator] ?? operator);
  return has(presentOperator) || ((inList || shape === 'either') && has(counterpart(presentOperator)));
}

/**
 * True for a text search (for a user's name), for a function in the field's own list, and for a function that returns
 * values of the field's type: those of apps, and any where the field has no list. ScriptRunner's functions of issues
 * need a field of their own.
 */
function returnsValuesOf(
  { name, returns, requires }: JqlFunction,
  { functions, type }: FieldEntry,
  { operator }: OperandPlace,
): boolean {
  if (isTextSearch(operator)) return true;
  if (requires === 'scriptRunner' && returns === 'ISSUE') return type === 'SCRIPTRUNNER';
  for (const names of functions.values()) if (names.includes(name)) return true;
  const isByType = functions.size === 0 || requires !== undefined;
  return isByType && returns !== undefined && returns === type;
}

/** Returns a call as a snippet, with a placeholder for every required argument. */
function callOf({ name, arguments: wanted }: Callable): string {
  if (wanted === undefined) return `${escapeSnippet(name)}(\${1})`;
  const required = wanted
    .filter(({ optional }) => !optional)
    .map((argument, index) => `"\${${index + 1}:${escapeSnippet(argument.name)}}"`);
  return `${escapeSnippet(name)}(${required.join(', ')})`;
}
