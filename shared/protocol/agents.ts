/** The tools for agents, which the editor offers to its chat. */
import * as v from 'valibot';
import { jsonSchema } from './json.ts';
import { dictionary, object, optional, request } from './schema.ts';

const toolCallSchema = object({
  /** The name of the tool, as in `tools.json`. */
  tool: v.string(),
  input: jsonSchema,
});
export type ToolCall = v.InferOutput<typeof toolCallSchema>;

const toolAnswerSchema = object({
  /** The answer as text for a model. */
  text: v.string(),
  /** The answer as data for a program. */
  structured: dictionary(jsonSchema),
  /** The call was refused, and had no effect. */
  isRefused: v.boolean(),
});
export type ToolAnswerResult = v.InferOutput<typeof toolAnswerSchema>;

export const agentToolRequest = request('wikijql/agentTool', toolCallSchema, toolAnswerSchema);

/** The information with which the user confirms that a site may be asked. */
const confirmationSchema = object({
  site: v.string(),
  url: v.string(),
  /** Absent = nobody is signed in. */
  account: optional(v.string()),
  /** The query, without the values of sensitive parameters. */
  query: v.string(),
});
export type Confirmation = v.InferOutput<typeof confirmationSchema>;

/** The information to confirm a call; `null` = the call asks no site, or will be refused. */
export const agentConfirmationRequest = request(
  'wikijql/agentConfirmation',
  toolCallSchema,
  v.nullable(confirmationSchema),
);

/** The variables of the environment by which a window tells a process that serves agents where it listens. */
export const windowVariables = {
  address: 'WIKIJQL_WINDOW_ADDRESS',
  /** Proves that the window started the process. It is not a credential of a site. */
  secret: 'WIKIJQL_WINDOW_SECRET',
  version: 'WIKIJQL_WINDOW_VERSION',
} as const;

/** A call of such a process, as a line of JSON after a first line with the secret; without `call`: the call is cancelled. */
export const windowCallSchema = object({ id: v.number(), call: optional(toolCallSchema) });
export type WindowCall = v.InferOutput<typeof windowCallSchema>;

/** The window's answer to a call, as a line of JSON. */
export const windowAnswerSchema = object({ id: v.number(), answer: toolAnswerSchema });
export type WindowAnswer = v.InferOutput<typeof windowAnswerSchema>;
