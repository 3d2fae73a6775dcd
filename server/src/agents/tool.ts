/** A tool: the schema of its arguments, and its work. */
import * as v from 'valibot';
import { shorten } from '#shared/base/shorten.ts';
import { type Members, Refusal, say } from './refusal.ts';

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
const longestMember = 100;

/** @throws Refusal where the arguments have another shape */
export function readArguments<const Schema extends ArgumentsSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const members = ownMembers(input ?? {});
  const unknown = Object.keys(members).find(name => !Object.hasOwn(schema.entries, name));
  if (unknown !== undefined)
    throw new Refusal('arguments.unknown', {
      member: shorten(unknown, longestMember),
      known: Object.keys(schema.entries).join(', '),
    });
  const { success, output, issues } = v.safeParse(schema, members);
  if (success) return output;
  const [issue] = issues;
  const member = v.getDotPath(issue) ?? '';
  if (issue.type === 'strict_object') throw new Refusal('arguments.missing', { member });
  throw new Refusal('arguments.member', { member, expected: expectedBy(issue) });
}

/** The own members of an object, without inherited ones. @throws Refusal for anything else */
function ownMembers(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new Refusal('arguments');
  return Object.fromEntries(Object.entries(input));
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
