/** Queries in files of other languages. */
import * as v from 'valibot';
import { placeSchema } from './run.ts';
import { object, request } from './schema.ts';

const embeddedQuerySchema = object({
  languageId: v.string(),
  /** The query as a file of its own. */
  text: v.string(),
});
export type EmbeddedQueryResult = v.InferOutput<typeof embeddedQuerySchema>;

/** The query around a position of a file of another language; null = no query is there. */
export const embeddedQueryRequest = request(
  'wikijql/embeddedQuery',
  placeSchema,
  v.nullable(embeddedQuerySchema),
);
