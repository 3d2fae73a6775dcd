/** Reads the arguments of a verb: options by their names, and paths. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import guesses from '../../../catalogue/cli/guessed-options.json' with { type: 'json' };
import verbs from '../../../catalogue/cli/verbs.json' with { type: 'json' };
import { nearest } from '#shared/base/text/nearest.ts';
import { Failure } from '../failure.ts';

export type Verb = keyof typeof verbs;

/** An option of a verb: one with `choices` or `value` takes a value. */
export interface Option {
  readonly short?: string;
  readonly choices?: readonly string[];
  /** The placeholder of its value in the help. */
  readonly value?: string;
  /** The key of what it does, in the table of texts. */
  readonly text: string;
}

interface VerbDescription {
  readonly usage: string;
  readonly options: Readonly<Record<string, Option>>;
}

const descriptions: Readonly<Record<Verb, VerbDescription>> = verbs;

/** How a verb is used. */
export const describedVerb = (verb: Verb): VerbDescription => descriptions[verb];

type DeclaredOptions<V extends Verb> = (typeof verbs)[V]['options'];

/** The options that a verb declares; of several verbs, those of any of them. */
export type OptionOf<V extends Verb> = V extends Verb ? keyof DeclaredOptions<V> & string : never;

type Valued<Options> = {
  [Name in keyof Options]: Options[Name] extends { choices: unknown } | { value: unknown } ? Name : never;
}[keyof Options];

/** Those of them that take a value. */
type ValueOptionOf<V extends Verb> = V extends Verb ? Valued<DeclaredOptions<V>> & string : never;

/**
 * The arguments of a verb. Its code can read only the options that the verb declares. Code that several verbs share takes
 * the arguments of any verb: an option that a verb does not declare was not given. For this, the members are methods, whose
 * parameters the compiler compares in both directions.
 */
export interface Arguments<V extends Verb = Verb> {
  readonly verb: V;
  readonly paths: readonly string[];
  /** The value of an option; `undefined` = it was not given. */
  value(option: ValueOptionOf<V>): string | undefined;
  /** All values of an option that can be given several times, in order. */
  values(option: ValueOptionOf<V>): readonly string[];
  has(option: OptionOf<V>): boolean;
}

const help: Option = { short: 'h', text: 'option.help' };

/** The options of a verb by name, `--help` last. */
export const optionsOf = (verb: Verb): Readonly<Record<string, Option>> => ({
  ...describedVerb(verb).options,
  help,
});

export const isVerb = (word: string): word is Verb => Object.hasOwn(verbs, word);
export const verbNames: readonly Verb[] = Object.keys(verbs).filter(isVerb);

/** Reads the arguments after a verb. @throws Failure where there is something that the verb does not take */
export function readArguments<V extends Verb>(verb: V, words: readonly string[]): Arguments<V> {
  const described = optionsOf(verb);
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(described).map(([name, option]) => [
      name,
      {
        type: takesValue(option) ? ('string' as const) : ('boolean' as const),
        ...(option.short !== undefined && { short: option.short }),
      },
    ]),
  );
  const { tokens, positionals } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const valuesByName = new Map<string, readonly string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, index } = token;
    const option = Object.hasOwn(described, name) ? described[name] : undefined;
    if (option === undefined) throw unknownOption(verb, rawName, words[index] ?? '');
    if (!takesValue(option) && value !== undefined)
      throw new Failure('arguments.takes-value', { option: rawName });
    if (takesValue(option) && !value) throw new Failure('arguments.no-value', { option: rawName });
    checkChoice(option, rawName, value);
    valuesByName.set(name, [...(valuesByName.get(name) ?? []), value ?? '']);
  }
  if (positionals.includes('')) throw new Failure('arguments.empty');
  return {
    verb,
    paths: positionals,
    value: name => valuesByName.get(name)?.at(-1),
    values: name => valuesByName.get(name) ?? [],
    has: name => valuesByName.has(name),
  };
}

const guessedOptions: ReadonlyMap<string, string> = new Map(Object.entries(guesses));

/** Names of files can begin as options do. */
function unknownOption(verb: Verb, option: string, word: string): Failure {
  if (/^-[^-].*[./\\]/s.test(word)) return new Failure('arguments.unknown-option.file', { option, word });
  const name = option.replace(/^-+/, '');
  const names = Object.keys(optionsOf(verb));
  const guessed = guessedOptions.get(name);
  const similar = guessed !== undefined && names.includes(guessed) ? guessed : nearest(name, names);
  return similar === undefined || !option.startsWith('--')
    ? new Failure('arguments.unknown-option', { option, verb })
    : new Failure('arguments.unknown-option.nearest', { option, nearest: `--${similar}` });
}

/** @throws Failure where there are words after those that a command takes */
export function refuseExtra([word]: readonly string[]): void {
  if (word !== undefined) throw new Failure('arguments.extra', { word });
}

function checkChoice({ choices }: Option, option: string, value: string | undefined): void {
  if (choices === undefined || value === undefined || choices.includes(value)) return;
  throw new Failure('arguments.not-a-choice', { option, value, values: choices.join(', ') });
}

const takesValue = ({ choices, value }: Option): boolean => choices !== undefined || value !== undefined;
