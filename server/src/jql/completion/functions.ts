import { dateInWords } from '../../language/dates.ts';
import { searchText } from '../../language/filter.ts';
import { verbatim } from '../../language/snippet.ts';
import type { Field, JqlFunction, Platform } from '../catalogue/index.ts';
import { dateOfFunction } from '../dates/read-date.ts';
import type { OperatorName } from '../syntax/nodes.ts';
import { counterpart, takesList } from '../syntax/operator-kinds.ts';
import type { Proposal } from './proposal.ts';
import { byUses, functionUses } from './usage.ts';
import type { Source } from './values.ts';

/** Where an operand is wanted. */
export interface OperandPlace {
  readonly field: string;
  readonly operator: OperatorName;
  /** One of several in parentheses, where a function that brings a list may stand too. */
  readonly inList: boolean;
}

/**
 * The functions that go with the operator and bring what the field holds. Where nobody knows what it holds, all that go
 * with the operator, behind everything else; those that come with a product last.
 */
export function functionProposals(
  { knowledge: { catalogue, platform, texts }, now }: Source,
  field: Field | undefined,
  place: OperandPlace,
): Proposal[] {
  const isOpen = field === undefined || field.type === 'CUSTOM';
  return catalogue.functions
    .filter(({ on, own }) => own || platform === undefined || on.includes(platform))
    .filter(each => goesWith(each, place, platform))
    .filter(each => isOpen || suits(each, field))
    .toSorted((a, b) => byUses(functionUses(place.field, a.name), functionUses(place.field, b.name)))
    .map((each, index) => {
      const time = dateOfFunction(each.name, undefined, now);
      const detail = time === undefined ? texts.function(each.name)?.summary : dateInWords(time);
      const openBegin = each.requires === undefined ? 3000 : 5000;
      const begin = isOpen ? openBegin : 400;
      return {
        label: `${each.name}()`,
        text: callOf(each),
        snippet: true,
        kind: 'function',
        rank: begin + index,
        filter: searchText(each.name, each.name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')),
        ...(detail !== undefined && { detail }),
        subject: { kind: 'function', name: each.name },
      };
    });
}

const present: Readonly<Partial<Record<OperatorName, OperatorName>>> = {
  was: '=',
  'was not': '!=',
  'was in': 'in',
  'was not in': 'not in',
};

/**
 * True where the function's own list of operators has this one. In a list one value is as good as several. On Cloud a
 * function may stand behind WAS as behind `=`; Data Center refuses that.
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

/** True where the field's own list of functions has it, or where it brings values of the field's type. */
function suits({ name, returns }: JqlFunction, { functions, type }: Field): boolean {
  for (const names of functions.values()) if (names.includes(name)) return true;
  return functions.size === 0 && returns !== undefined && returns === type;
}

/** A call as a snippet, with a hole for every argument that must be given. */
function callOf({ name, arguments: wanted }: JqlFunction): string {
  const holes = (wanted ?? [])
    .filter(({ optional }) => !optional)
    .map((argument, index) => `"\${${index + 1}:${verbatim(argument.name)}}"`);
  return `${verbatim(name)}(${holes.join(', ')})`;
}
