/** A tool: the schema of its arguments, and its work. */
import * as v from 'valibot';
import guessed from '../../catalogue/agents/guessed-names.json' with { type: 'json' };
import { shorten } from '#shared/base/shorten.ts';
import { type Members, Refusal, say } from './refusal.ts';

type Values = Readonly<Record<string, unknown>>;
/** The arguments of a tool by their names. */
type ArgumentsSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** A tool by its name. */
export interface AgentTool {
  readonly schema: ArgumentsSchema;
  /** @throws Refusal where it does nothing */
  readonly call: (input: unknown, signal: AbortSignal) => Promise<Outcome>;
}

/** A tool whose work is given arguments of the schema's shape. */
export const agentTool = <const Schema extends ArgumentsSchema>(
  schema: Schema,
  work: (input: v.InferOutput<Schema>, signal: AbortSignal) => Promise<Outcome>,
): AgentTool => ({
  schema,
  call: async (input, signal) => work(readArguments(schema, input), signal),
});

/** Characters of an argument's name in a sentence. */
const maxArgumentNameLength = 100;

/** @throws Refusal where the arguments have another shape */
export function readArguments<const Schema extends ArgumentsSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const members = calledByTheirNames(schema, ownMembers(input ?? {}));
  const unknown = Object.keys(members).find(name => !Object.hasOwn(schema.entries, name));
  if (unknown !== undefined)
    throw new Refusal(
      'arguments.unknown',
      { member: shorten(unknown, maxArgumentNameLength), known: Object.keys(schema.entries).join(', ') },
      {},
      { [unknown]: null },
    );
  const { success, output, issues } = v.safeParse(schema, members);
  if (success) return output;
  const [issue] = issues;
  const member = v.getDotPath(issue) ?? '';
  if (issue.type === 'strict_object') throw new Refusal('arguments.missing', { member });
  throw new Refusal(
    'arguments.member',
    { member, expected: expectedBy(issue) },
    {},
    nearestTo(issue, member),
  );
}

const guesses: readonly (readonly [argument: string, guesses: readonly string[]])[] = Object.entries(
  guessed.arguments,
);
const fileGuesses: readonly string[] = guessed.arguments.file;
const languages: ReadonlyMap<string, string> = new Map(Object.entries(guessed.languages));
const languageValues: ReadonlyMap<string, string> = new Map(Object.entries(guessed.languageValues));

/** A name as its guesses are written: `maxResults`, `max_results` and `max-results` are one. */
const spelt = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * Arguments by the names that the tool has for them, where an agent guessed others, such as `key` or `maxResults`. A name that
 * could be two arguments, or whose argument is given as well, stays: it will be refused.
 */
export function calledByTheirNames<Value>(
  { entries }: ArgumentsSchema,
  members: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value | string | readonly string[]>> {
  const named = new Map<string, Value | string | readonly string[]>();
  const hasFile = Object.keys(members).some(name => name === 'file' || fileGuesses.includes(spelt(name)));
  for (const [name, value] of Object.entries(members)) {
    const guess = spelt(name);
    const argument = Object.hasOwn(entries, name) ? name : argumentFor(guess, entries, { members, hasFile });
    if (argument === undefined || named.has(argument)) named.set(name, value);
    else named.set(argument, value);
    const language = languages.get(guess);
    if (argument === 'text' && language !== undefined && Object.hasOwn(entries, 'language'))
      named.set('language', members['language'] ?? language);
  }
  const language = named.get('language');
  if (typeof language === 'string')
    named.set('language', languageValues.get(spelt(language)) ?? language.toLowerCase());
  const columns = named.get('columns');
  if (typeof columns === 'string')
    named.set(
      'columns',
      columns.split(',').map(column => column.trim()),
    );
  return Object.fromEntries(named);
}

/**
 * The argument that is meant by a name and is not given: the argument in another spelling, or the first one for which it is
 * often guessed. A file has its text, so that a query is the name of one there.
 */
function argumentFor(
  guess: string,
  entries: v.ObjectEntries,
  { members, hasFile }: { readonly members: object; readonly hasFile: boolean },
): string | undefined {
  const isMissing = (argument: string): boolean =>
    Object.hasOwn(entries, argument) &&
    !Object.hasOwn(members, argument) &&
    !(argument === 'text' && hasFile);
  return (
    Object.keys(entries).find(name => name.toLowerCase() === guess && isMissing(name)) ??
    guesses.find(([argument, names]) => isMissing(argument) && names.includes(guess))?.[0]
  );
}

/** The own members of an object, without inherited ones. @throws Refusal for anything else */
function ownMembers(input: unknown): Values {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new Refusal('arguments');
  return Object.fromEntries(Object.entries(input));
}

/** A number that is written as a text, or is too small or too large: as it may be. */
function nearestTo({ type, requirement, input }: v.BaseIssue<unknown>, member: string): Members | undefined {
  if (type === 'number' && typeof input === 'string' && /^\d{1,9}$/.test(input))
    return { [member]: Number(input) };
  const isBound = type === 'min_value' || type === 'max_value';
  return isBound && Number.isFinite(requirement) ? { [member]: Number(requirement) } : undefined;
}

/** Describes what an argument must be. */
function expectedBy({ type, expected, requirement, input, message }: v.BaseIssue<unknown>): string {
  const number = Number(requirement);
  switch (type) {
    case 'picklist':
      return say('expected.choice', { choices: choicesOf(expected ?? '') });
    case 'regex':
      return message;
    case 'min_value':
      return say('expected.least', { number });
    case 'max_value':
      return say('expected.most', { number });
    case 'max_length':
      return say(typeof input === 'string' ? 'expected.characters' : 'expected.entries', { number });
    case 'string':
      return say('expected.text');
    case 'array':
      return say('expected.list');
    default:
      return say('expected.number');
  }
}

/** From the form `("one" | "other")`. */
const choicesOf = (expected: string): string => expected.replace(/^\(|\)$/g, '').replaceAll(' | ', ', ');

/** The outcome of a tool. */
export interface Outcome {
  /** The result and the next step, in the program’s own words: it quotes no text of a site or a file. */
  readonly summary: string;
  /** Numbers, codes and names from the settings. */
  readonly facts: Members;
  /** Everything that others may have written. */
  readonly data: Members;
}

/** The answer that an agent receives. */
export interface ToolAnswer {
  /** The answer as a text for a model. */
  readonly text: string;
  /** The same for a program; `untrusted` has the names of the members that others may have written. */
  readonly structured: Members;
  /** True if the tool did nothing because of an error. */
  readonly isRefused: boolean;
}
