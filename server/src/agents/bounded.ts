/** Values and lists cut to bounds, so that an answer to an agent has a size that is known. */
import { replaceHidden } from '#shared/base/visible-text.ts';
import type { Json } from '#shared/protocol/json.ts';
import { counted, say } from './refusal.ts';
import type { Outcome } from './tool.ts';

/** How much of a value is passed on. */
export interface Bounds {
  /** Characters of a text. */
  readonly text: number;
  /** Values of a list, and members of an object. */
  readonly count: number;
  /** Values inside each other. */
  readonly depth: number;
}

/** Takes the place of the parts that are left out. */
const ellipsis = '…';

/** A value within bounds, and how many parts of it were left out. */
export interface Bounded {
  readonly value: Json;
  readonly cuts: number;
}

/** A value within bounds; characters that cannot be seen are written as their codes. */
export function bounded(value: Json, bounds: Bounds): Bounded {
  let cuts = 0;
  const cut = (): void => void cuts++;
  const within = (inner: Json, depth: number): Json => {
    if (typeof inner === 'string') return shortened(inner, bounds.text, cut);
    if (typeof inner !== 'object' || inner === null) return inner;
    if (depth === 0) {
      cut();
      return ellipsis;
    }
    const isLong = (length: number): boolean => length > bounds.count;
    if (isList(inner)) {
      if (isLong(inner.length)) cut();
      return inner.slice(0, bounds.count).map(item => within(item, depth - 1));
    }
    const members = Object.entries(inner);
    if (isLong(members.length)) cut();
    return Object.fromEntries(
      members
        .slice(0, bounds.count)
        .map(([name, member]) => [shortened(name, bounds.text, cut), within(member, depth - 1)]),
    );
  };
  return { value: within(value, bounds.depth), cuts };
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

function shortened(text: string, most: number, cut: () => void): string {
  if (text.length <= most) return seen(text);
  cut();
  return `${seen(text.slice(0, most).toWellFormed())}${ellipsis}`;
}

/** Line ends and tabs stay: JSON writes them as escapes. */
const seen = (text: string): string =>
  replaceHidden(text, character => (/[\n\r\t]/.test(character) ? character : codeOf(character)));

const codeOf = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;

/** The first items whose JSON has at most `characters` in all; at least one, if there is any. */
export function fitting<Item extends Json>(items: readonly Item[], characters: number): readonly Item[] {
  let charactersLeft = characters;
  const place = items.findIndex((item, index) => {
    charactersLeft -= JSON.stringify(item).length + 1;
    return charactersLeft < 0 && index > 0;
  });
  return place < 0 ? items : items.slice(0, place);
}

/** The summary and the facts of a list of which only the first entries are in the answer. */
export function shownPart(
  tool: 'complete' | 'explain' | 'list',
  noun: 'query' | 'entry',
  shown: number,
  total: number,
): Pick<Outcome, 'summary' | 'facts'> {
  const complete = shown === total;
  return {
    summary: say(`${tool}.${complete ? 'all' : 'cut'}`, { count: shown, found: counted(noun, total) }),
    facts: { returned: shown, total, complete },
  };
}
