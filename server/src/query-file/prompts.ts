/** Values that are asked for before a run: how they are written, and which answers they take. */
import type { Token } from '#shared/base/text/span.ts';
import type { Directive } from './block.ts';
import { canBeBound, type BoundValue, type BoundValues, isPlainNumber } from './bound-values.ts';
import { listedTokens } from './options/directive-values.ts';
import type { DefinedIn } from './variables.ts';

/** A value that is asked for before a run. */
export interface Prompt {
  readonly name: Token;
  /** A field of JQL, or one of the kinds of values. */
  readonly kind: Token;
  /** Several values can be given. */
  readonly isList: boolean;
  /** The question to the user; absent = the name. */
  readonly label?: string;
  /** The default, as written; absent = none. */
  readonly default?: string;
  readonly directive: Directive;
  readonly place: DefinedIn;
}

/** The parts of a prompt in their order; each but the first two can be absent. */
const parts = {
  name: /[A-Za-z_][\w-]*/y,
  colon: /\s*:\s*/y,
  kind: /"([^"]+)"|[^\s"=]+/y,
  list: /\s+list(?![^\s"=])/y,
  label: /\s*"([^"]*)"/y,
  equals: /\s*=\s*/y,
  end: /\s*$/y,
} as const;

/** Reads `name: kind list "Label" = default`; `undefined` = it is something else. */
export function readPrompt(directive: Directive, place: DefinedIn): Prompt | undefined {
  const { text, span } = directive.value;
  let at = 0;
  const take = (part: RegExp): RegExpExecArray | undefined => {
    part.lastIndex = at;
    const match = part.exec(text) ?? undefined;
    at += match?.[0].length ?? 0;
    return match;
  };
  const token = (match: RegExpExecArray): Token => {
    const [whole, inside = whole] = match;
    const start = span.start + match.index + whole.indexOf(inside);
    return { text: inside, span: { start, end: start + inside.length } };
  };
  const name = take(parts.name);
  if (name === undefined || take(parts.colon) === undefined) return undefined;
  const kind = take(parts.kind);
  if (kind === undefined) return undefined;
  const isList = take(parts.list) !== undefined;
  const label = take(parts.label)?.[1] ?? '';
  const value = take(parts.equals) ? text.slice(at).trim() : '';
  if (value === '' && take(parts.end) === undefined) return undefined;
  return {
    name: token(name),
    kind: token(kind),
    isList,
    directive,
    place,
    ...(label !== '' && { label }),
    ...(value !== '' && { default: value }),
  };
}

interface PlacedDirective {
  readonly directive: Directive;
  readonly place: DefinedIn;
}

/** The prompts of directives `@prompt`, the file's first, in the order of the text; of one name the last, a query's own before the file's. */
export function promptsOf(directives: readonly PlacedDirective[]): readonly Prompt[] {
  if (directives.length === 0) return none;
  const prompts = directives.flatMap(({ directive, place }) => readPrompt(directive, place) ?? []);
  return [...new Map(prompts.map(prompt => [prompt.name.text, prompt])).values()];
}

const none: readonly Prompt[] = [];

/** The items of an answer that is written as one text. */
export const answerItems = ({ isList }: Pick<Prompt, 'isList'>, text: string): readonly string[] =>
  isList ? listedTokens({ text, span: { start: 0, end: text.length } }).map(item => item.text) : [text];

/** The reason why items cannot be the answer to a prompt; `undefined` = they can. */
export function answerProblem(
  { kind, isList }: Pick<Prompt, 'kind' | 'isList'>,
  items: readonly string[],
): 'answer-missing' | 'answer-several' | 'answer-number' | 'answer-character' | undefined {
  if (items.every(item => item.trim() === '')) return 'answer-missing';
  if (items.length > 1 && !isList) return 'answer-several';
  if (kind.text === 'number' && !items.every(isPlainNumber)) return 'answer-number';
  return items.every(canBeBound) ? undefined : 'answer-character';
}

/** The answer to a prompt as a value of a query. */
export const boundValueOf = (prompt: Prompt, items: readonly string[]): BoundValue => ({
  items,
  ...(prompt.kind.text === 'number' && { isNumber: true }),
});

/** The defaults of prompts, as far as they can be used. */
export function defaultsOf(prompts: readonly Prompt[]): BoundValues {
  const defaults = new Map<string, BoundValue>();
  for (const prompt of prompts) {
    const items = prompt.default === undefined ? [] : answerItems(prompt, prompt.default);
    if (answerProblem(prompt, items) === undefined)
      defaults.set(prompt.name.text, boundValueOf(prompt, items));
  }
  return defaults;
}
