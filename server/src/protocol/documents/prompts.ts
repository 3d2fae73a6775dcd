/** The values that a query asks for before it runs. */
import * as v from 'valibot';
import { placeSchema } from '../run.ts';
import { list, object, optional, request } from '../schema.ts';

const promptSchema = object({
  name: v.string(),
  /** What the user is asked. */
  label: v.string(),
  /** What kind of value, in a few words. */
  kind: v.string(),
  isList: v.boolean(),
  isNumber: v.boolean(),
  /** The site suggests values. */
  isSuggested: v.boolean(),
  /** A parameter whose value must not be kept takes it. */
  isSecret: v.boolean(),
  default: optional(list(v.string())),
});
export type PromptQuestion = v.InferOutput<typeof promptSchema>;

/** What to ask before the query at a position runs; `[]` = nothing. */
export const promptsRequest = request('wikijql/prompts', placeSchema, list(promptSchema));

const promptValuesParamsSchema = object({
  ...placeSchema.entries,
  /** The name of the prompt. */
  name: v.string(),
  typed: v.string(),
});
export type PromptValuesParams = v.InferOutput<typeof promptValuesParamsSchema>;

const promptValueSchema = object({ value: v.string(), shown: v.string() });
export type PromptValue = v.InferOutput<typeof promptValueSchema>;

/** What the query's site suggests for a prompt; `[]` = nothing, for any reason. */
export const promptValuesRequest = request(
  'wikijql/promptValues',
  promptValuesParamsSchema,
  list(promptValueSchema),
);
