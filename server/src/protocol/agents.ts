/** The tools for agents, which the editor offers to its chat. */
import * as v from 'valibot';
import { jsonSchema } from './json.ts';
import { dictionary, object, optional, request } from './schema.ts';

const toolCallSchema = object({
  /** As `tools.json` has it. */
  tool: v.string(),
  /** Its arguments. */
  input: jsonSchema,
});
export type ToolCall = v.InferOutput<typeof toolCallSchema>;

const toolAnswerSchema = object({
  /** For a model to read. */
  text: v.string(),
  /** The same for a program. */
  structured: dictionary(jsonSchema),
  /** Nothing was done. */
  isRefused: v.boolean(),
});
export type ToolAnswerResult = v.InferOutput<typeof toolAnswerSchema>;

export const agentToolRequest = request('wikijql/agentTool', toolCallSchema, toolAnswerSchema);

/** What a user should know before a site is asked. */
const confirmationSchema = object({
  site: v.string(),
  url: v.string(),
  /** Absent = nobody is signed in. */
  account: optional(v.string()),
  /** What is asked, without the values of sensitive parameters. */
  query: v.string(),
});
export type Confirmation = v.InferOutput<typeof confirmationSchema>;

/** `null` = the call asks no site, or will be refused. */
export const agentConfirmationRequest = request(
  'wikijql/agentConfirmation',
  toolCallSchema,
  v.nullable(confirmationSchema),
);
