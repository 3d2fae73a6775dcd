/** Queries as code of other programs, queries from such code, and queries in files of other languages. */
import * as v from 'valibot';
import { list, object, optional, request } from '../schema.ts';
import { placeSchema } from '../run.ts';
import { siteKindSchema } from '../sites.ts';

const codeFormSchema = object({
  id: v.string(),
  label: v.string(),
  detail: v.string(),
  /** Ends with a line end where it is more than an address or a query. */
  code: v.string(),
});

const copyAsResultSchema = object({
  forms: list(codeFormSchema),
  /** Why the query cannot be converted, as a sentence. */
  refusal: optional(v.string()),
});
export type CopyAsResult = v.InferOutput<typeof copyAsResultSchema>;

/**
 * The query at a position in every form that it can be copied as, without secrets. `null` = the document is unknown.
 */
export const copyAsRequest = request('wikijql/copyAs', placeSchema, v.nullable(copyAsResultSchema));

const pasteAsParamsSchema = object({
  /** The copied text: an address, a shell command, or code. */
  text: v.string(),
  /** The target file, whose site is not repeated in the query. */
  uri: optional(v.string()),
});
export type PasteAsParams = v.InferOutput<typeof pasteAsParamsSchema>;

const pasteAsResultSchema = object({
  /** Absent = the text addresses a site, but is not a query: see `refusal`. */
  query: optional(
    object({
      kind: siteKindSchema,
      /** The language's id. */
      language: v.string(),
      /** Directives and body, without a title; ends with a line end. */
      text: v.string(),
      /** The same without the lines that name the site. */
      body: v.string(),
      /** The address of the query's site where it is not configured. */
      address: optional(v.string()),
    }),
  ),
  /** Why the text is not a query, as a sentence. */
  refusal: optional(v.string()),
  /** The parts that were left out, as a sentence; absent = none. */
  remark: optional(v.string()),
});
export type PasteAsResult = v.InferOutput<typeof pasteAsResultSchema>;

/** Converts a text of another program into the text of a query file. `null` = no request was recognized in it. */
export const pasteAsRequest = request(
  'wikijql/pasteAs',
  pasteAsParamsSchema,
  v.nullable(pasteAsResultSchema),
);

const embeddedQuerySchema = object({
  languageId: v.string(),
  /** The query as the text of a query file. */
  text: v.string(),
});
export type EmbeddedQueryResult = v.InferOutput<typeof embeddedQuerySchema>;

/** The query at a position of a file of another language; `null` = no query at the position. */
export const embeddedQueryRequest = request(
  'wikijql/embeddedQuery',
  placeSchema,
  v.nullable(embeddedQuerySchema),
);
