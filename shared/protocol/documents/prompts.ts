/** The values that a query asks for before it runs: what the user is asked, and what the sites suggest. */
import * as v from 'valibot';
import { placeSchema } from '../run.ts';
import { dictionary, list, object, optional, request } from '../schema.ts';

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

const answersParamsSchema = object({
  /** Where the query is that is about to run. */
  ...placeSchema.entries,
  questions: list(promptSchema),
});
export type AnswersParams = v.InferOutput<typeof answersParamsSchema>;

/** The answers by the names of the prompts: a text for each item. */
const answersSchema = dictionary(list(v.string()));
export type PromptAnswers = v.InferOutput<typeof answersSchema>;

/**
 * From the server to the client, while the client waits for a run: asks the user for values; `null` = the user gave up. Where
 * a client does not know the request, prompts have their defaults.
 */
export const answersRequest = request('wikijql/answers', answersParamsSchema, v.nullable(answersSchema));

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
