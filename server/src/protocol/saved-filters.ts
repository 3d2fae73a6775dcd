/** The saved filters of trackers. They are only read. */
import * as v from 'valibot';
import { noticeSchema, rangeSchema } from './notice.ts';
import { list, object, optional, request } from './schema.ts';
import { siteReferenceSchema } from './sites.ts';

const savedFilterSchema = object({
  id: v.string(),
  name: v.string(),
  jql: v.string(),
  /** The name that its owner is shown by. */
  owner: optional(v.string()),
  /** Whose list it is in: the account's own, those that it has marked, or what others share. */
  group: v.picklist(['own', 'favourite', 'shared']),
  isFavourite: v.boolean(),
  /** Where it opens in a browser. */
  viewUrl: optional(v.string()),
});
export type SavedFilter = v.InferOutput<typeof savedFilterSchema>;

const filterProblemSchema = object({
  severity: v.picklist(['error', 'warning', 'information', 'hint']),
  message: v.string(),
});

const judgedFilterSchema = object({
  filter: savedFilterSchema,
  /** Errors and warnings in its JQL. */
  problems: list(filterProblemSchema),
  /** The tracker cannot answer it as it was meant: an error, or a name that the site does not have. */
  isBroken: v.boolean(),
});
export type JudgedFilter = v.InferOutput<typeof judgedFilterSchema>;

const filterListSchema = object({ filters: list(judgedFilterSchema), notices: list(noticeSchema) });
export type FilterList = v.InferOutput<typeof filterListSchema>;

/** The filters that an account sees, judged by the catalogue of the site. Sends nothing without a session or a token. */
export const filtersRequest = request('wikijql/filters', siteReferenceSchema, filterListSchema);

const filterReferenceSchema = object({ site: v.string(), id: v.string() });
export type FilterReference = v.InferOutput<typeof filterReferenceSchema>;

/** A filter as the text of a query file; absent with the notices that say why. */
const filterTextSchema = object({
  filter: optional(savedFilterSchema),
  text: optional(v.string()),
  notices: list(noticeSchema),
});
export type FilterText = v.InferOutput<typeof filterTextSchema>;

export const filterTextRequest = request('wikijql/filterText', filterReferenceSchema, filterTextSchema);

const linkedFilterSchema = object({
  site: v.string(),
  id: v.string(),
  /** Of the directive that names the filter. */
  range: rangeSchema,
  /** Of the JQL of the query. */
  body: optional(rangeSchema),
  /** The saved filter; absent = it is not available, or was not asked for. */
  filter: optional(savedFilterSchema),
  /** Its JQL as a query file has it. */
  text: optional(v.string()),
  /** Whether the query says the same as the filter: white space, comments and the case of words make no difference. */
  isSame: v.boolean(),
  /** Why the filter is not available, as a sentence. */
  problem: optional(v.string()),
});
export type LinkedFilter = v.InferOutput<typeof linkedFilterSchema>;

/**
 * The queries of an open file with `@filter`, compared with what the tracker has; with `isKnown` only those whose filters are
 * listed already, without a request.
 */
export const linkedFiltersRequest = request(
  'wikijql/linkedFilters',
  object({ uri: v.string(), isKnown: optional(v.literal(true)) }),
  list(linkedFilterSchema),
);
