/** The values that a query asks for before it runs. */
import * as v from 'valibot';
import { placeSchema } from '../run.ts';
import { list, object, optional, request } from '../schema.ts';

const promptSchema = object({
  name: v.string(),
  /** The question to the user. */
  label: v.string(),
  /** The kind of value, in a few words. */
  kind: v.string(),
  isList: v.boolean(),
  isNumber: v.boolean(),
  /** The site can suggest values. */
  isSuggested: v.boolean(),
  /** The value is for a sensitive parameter and must not be stored. */
  isSecret: v.boolean(),
  default: optional(list(v.string())),
});
export type PromptQuestion = v.InferOutput<typeof promptSchema>;

/** The prompts of the query at a position; `[]` = none. */
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

/** The values that the query's site suggests for a prompt; `[]` = none, for any reason. */
export const promptValuesRequest = request(
  'wikijql/promptValues',
  promptValuesParamsSchema,
  list(promptValueSchema),
);
