/** Reads messages of trackers: matches them with forms that have named placeholders, and finds their positions and quotations. */

/** A form of a message: the texts between its placeholders, and their names. */
interface Pattern {
  readonly code: string;
  /** One more than there are placeholders, in lower case. */
  readonly between: readonly string[];
  /** The name of each placeholder; `''` = its text is not needed. */
  readonly names: readonly string[];
}

interface PatternMatch {
  readonly code: string;
  /** The texts of the placeholders, by name. */
  readonly held: ReadonlyMap<string, string>;
}

/** Returns the first form that a message matches; `undefined` = none. */
export type PatternMatcher = (message: string) => PatternMatch | undefined;

/**
 * Returns a matcher of forms such as `Field '{field}' does not exist`; `{}` matches any text. A form can match
 * anywhere in a message, in any case; each placeholder takes the shortest text. A message is searched once for each
 * form.
 */
export function matcherOf(
  forms: readonly { readonly code: string; readonly pattern: string }[],
): PatternMatcher {
  const patterns = forms.map(({ code, pattern }) => readPattern(code, pattern));
  return message => {
    const lower = lowerCase(message);
    for (const pattern of patterns) {
      const held = matchPattern(pattern, message, lower);
      if (held !== undefined) return { code: pattern.code, held };
    }
    return undefined;
  };
}

/** Returns the text in lower case if that keeps its length, so that offsets stay valid. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function readPattern(code: string, text: string): Pattern {
  const between: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{(\w*)\}/g)) {
    between.push(lowerCase(text.slice(from, match.index)));
    names.push(match[1]!);
    from = match.index + match[0].length;
  }
  return { code, between: [...between, lowerCase(text.slice(from))], names };
}

function matchPattern(
  { between, names }: Pattern,
  message: string,
  lower: string,
): ReadonlyMap<string, string> | undefined {
  const [begin = '', ...others] = between;
  const first = lower.indexOf(begin);
  if (first < 0) return undefined;
  const held = new Map<string, string>();
  let from = first + begin.length;
  for (const [index, literal] of others.entries()) {
    const end = lower.indexOf(literal, from);
    if (end < 0) return undefined;
    if (names[index] !== '') held.set(names[index]!, message.slice(from, end));
    from = end + literal.length;
  }
  return held;
}

interface Position {
  /** The offset where the message begins to state the position. */
  readonly start: number;
  readonly line: number;
  readonly character: number;
}

const maxPositionLength = 100;

/**
 * Returns the position at the end of a message, as in `(line 1, character 3)`, in any language; undefined = it has
 * none.
 */
export function positionIn(text: string): Position | undefined {
  const end = text.trimEnd().length;
  const start = text.lastIndexOf('(', end);
  if (text[end - 1] !== ')' || start < end - maxPositionLength) return undefined;
  const numbers = text.slice(start, end).match(/\d+/g) ?? [];
  const [line = 0, character = 0] = numbers.map(Number);
  return numbers.length === 2 ? { start, line, character } : undefined;
}

/** Returns the texts between the quotes of a message, and those between its quotations. */
export const quotedIn = (text: string): readonly string[] =>
  text
    .split(/['"“”„«»]/)
    .slice(1, -1)
    .map(part => part.trim())
    .filter(part => part !== '');
