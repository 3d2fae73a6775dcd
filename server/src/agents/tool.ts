/** What a tool is: the schema of its arguments, and its work. */
import * as v from 'valibot';
import { Refusal } from './refusal.ts';
import type { Outcome } from './tool-answer.ts';

/** A tool by its name. */
export interface AgentTool {
  readonly schema: v.GenericSchema;
  /** @throws Refusal where it does nothing */
  readonly call: (given: unknown, signal: AbortSignal) => Promise<Outcome>;
}

/** A tool whose work is given arguments of the schema's shape. */
export const agentTool = <const Schema extends v.GenericSchema>(
  schema: Schema,
  work: (given: v.InferOutput<Schema>, signal: AbortSignal) => Promise<Outcome>,
): AgentTool => ({
  schema,
  call: async (given, signal) => work(readArguments(schema, given), signal),
});

/** @throws Refusal where the arguments have another shape */
export function readArguments<const Schema extends v.GenericSchema>(
  schema: Schema,
  given: unknown,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, given ?? {});
  if (success) return output;
  const [issue] = issues;
  const member = (v.getDotPath(issue) ?? '').slice(0, 100);
  const expected = issue.expected ?? '';
  if (member === '') throw new Refusal('arguments', { expected });
  throw new Refusal(expected === 'never' ? 'arguments.unknown' : 'arguments.member', { member, expected });
}
