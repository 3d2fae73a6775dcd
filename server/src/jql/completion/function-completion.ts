import { isInsertable } from '../../common/visible-text.ts';
import { localDateInWords } from '../../language/date-format.ts';
import { searchText, escapeSnippet } from '../../language/completion-text.ts';
import type { FieldEntry, JqlCatalogue, JqlFunction, Platform } from '../catalogue/catalogue.ts';
import { dateOfFunction } from '../dates/read-date.ts';
import type { OperatorName } from '../syntax/nodes.ts';
import { counterpart, isTextSearch, takesList } from '../syntax/operator-kinds.ts';
import type { Proposal } from './proposal.ts';
import type { Source } from './value-completion.ts';

/** Where an operand is wanted. */
export interface OperandPlace {
  readonly field: string;
  readonly operator: OperatorName;
  /** One of several in parentheses, where a function that returns a list is possible too. */
  readonly inList: boolean;
}

/**
 * The functions that go with the operator and bring what the field holds: the most used first, in the workspace's other
 * queries above all. Where nobody knows what the field holds, all that go with the operator, after everything else.
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
  const known: Callable[] = catalogue.functions
    .filter(({ on, own }) => own || platform === undefined || on.includes(platform))
    .filter(each => !isMissing(each, catalogue))
    .filter(each => goesWith(each, place, platform))
    .filter(each => isOpen || suits(each, field, place));
  const byName = new Map(
    [...known, ...unknownFunctions(source, field, place)].map(each => [each.name, each]),
  );
  return [...byName.values()]
    .map(each => ({ each, uses: uses(each.name) }))
    .toSorted((a, b) => byCounts(a.uses, b.uses) || Number(isExtra(a.each)) - Number(isExtra(b.each)))
    .map(({ each, uses: [inWorkspace, ofField] }, index) => {
      const time = dateOfFunction(each.name, undefined, now);
      const detail = time === undefined ? texts.function(each.name)?.summary : localDateInWords(time, source);
      const isLikely = !isOpen || inWorkspace + ofField > 0;
      return {
        label: `${each.name}()`,
        text: callOf(each),
        snippet: true,
        kind: 'function',
        rank: isLikely ? Math.min(400 + index, 899) : (isExtra(each) ? 5000 : 3000) + index,
        filter: searchText(each.name, each.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')),
        ...(detail !== undefined && { detail }),
        subject: { kind: 'function', name: each.name },
      };
    });
}

/** A function as far as it can be inserted. */
type Callable = Pick<JqlFunction, 'name' | 'arguments' | 'requires'>;

/** Comes with an app or a product. */
const isExtra = ({ requires }: Callable): boolean => requires !== undefined;

/** A tracker that has reported its functions lacks the apps of those that it did not name. */
const isMissing = (each: JqlFunction, { complete }: JqlCatalogue): boolean =>
  complete && !each.own && isExtra(each);

/** How often the workspace uses a function for a field, how often people do, and how often they use it at all. */
type Uses = readonly [inWorkspace: number, ofField: number, ofAny: number];

function usesOf(
  text: string,
  { knowledge, others }: Source,
  field: FieldEntry | undefined,
  name: string,
): Uses {
  const names = new Set([name, ...(field ? [field.name, ...field.aliases] : [])]);
  const sum = (count: (of: string) => number): number =>
    [...names].reduce((total, each) => total + count(each), 0);
  return [
    sum(each => others?.count({ kind: 'function', field: each, text }) ?? 0),
    sum(each => knowledge.usage.function(each, text)[0]),
    knowledge.usage.function('', text)[1],
  ];
}

const byCounts = (a: Uses, b: Uses): number => b[0] - a[0] || b[1] - a[1] || b[2] - a[2];

/** Functions of the workspace's other queries that nobody has described; none where the tracker has named its own. */
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
 * True where the function's own list of operators has this one. In a list one value is as good as several. On Cloud a
 * function can follow WAS as it can follow `=`; Data Center rejects that.
 */
function goesWith(
  { shape, operators }: JqlFunction,
  { operator, inList }: OperandPlace,
  platform: Platform | undefined,
): boolean {
  if (shape !== 'either' && !inList && (shape === 'list') !== takesList(operator)) return false;
  if (operators === undefined) return true;
  const has = (name: OperatorName | undefined): boolean => name !== undefined && operators.includes(name);
  const asked = platform === 'cloud' && !has(operator) ? (present[operator] ?? operator) : operator;
  return has(asked) || ((inList || shape === 'either') && has(counterpart(asked)));
}

/**
 * True where a text is searched for a user's name, where the field's own list of functions has it, or where it brings values of the field's type: those of apps, and
 * any where the field has no list. ScriptRunner's functions of issues need a field of their own.
 */
function suits(
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

/** A call as a snippet, with a placeholder for every argument that must be given. */
function callOf({ name, arguments: wanted }: Callable): string {
  if (wanted === undefined) return `${escapeSnippet(name)}(\${1})`;
  const given = wanted
    .filter(({ optional }) => !optional)
    .map((argument, index) => `"\${${index + 1}:${escapeSnippet(argument.name)}}"`);
  return `${escapeSnippet(name)}(${given.join(', ')})`;
}
