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
export type CopiedForm = v.InferOutput<typeof codeFormSchema>;

const copyAsResultSchema = object({
  forms: list(codeFormSchema),
  /** Why the query has no form, as a sentence. */
  refusal: optional(v.string()),
});
export type CopyAsResult = v.InferOutput<typeof copyAsResultSchema>;

/** The query at a position in every form that it can be copied as; no secret is in them. `null` = the document is unknown. */
export const copyAsRequest = request('wikijql/copyAs', placeSchema, v.nullable(copyAsResultSchema));

const pasteAsParamsSchema = object({
  /** What was copied elsewhere: an address, a command, code. */
  text: v.string(),
  /** The file that the query is for, whose site need not be named again. */
  uri: optional(v.string()),
});
export type PasteAsParams = v.InferOutput<typeof pasteAsParamsSchema>;

const pasteAsResultSchema = object({
  /** Absent = the text is about a site, but it is no query: see `refusal`. */
  query: optional(
    object({
      kind: siteKindSchema,
      /** The language's id. */
      language: v.string(),
      /** Directives and body, without a title; ends with a line end. */
      text: v.string(),
    }),
  ),
  /** A sentence. */
  refusal: optional(v.string()),
  /** What was left out, as a sentence; absent = nothing. */
  remark: optional(v.string()),
});
export type PasteAsResult = v.InferOutput<typeof pasteAsResultSchema>;

/** The query in a text of another program, as the text of a query file. `null` = nothing known is in it. */
export const pasteAsRequest = request(
  'wikijql/pasteAs',
  pasteAsParamsSchema,
  v.nullable(pasteAsResultSchema),
);

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
