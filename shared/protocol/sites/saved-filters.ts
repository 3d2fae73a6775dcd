/** The saved filters of trackers, which are only read. */
import * as v from 'valibot';
import { noticeSchema, rangeSchema } from '../notice.ts';
import { list, object, optional, request } from '../schema.ts';
import { siteReferenceSchema } from '../sites.ts';

const savedFilterSchema = object({
  id: v.string(),
  name: v.string(),
  jql: v.string(),
  /** The display name of its owner. */
  owner: optional(v.string()),
  /** The list that it belongs to: the account's own, those that it marked as favourites, or those that others share. */
  group: v.picklist(['own', 'favourite', 'shared']),
  isFavourite: v.boolean(),
  /** The address of its page. */
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
  /** The tracker cannot evaluate it as intended: an error, or a name that the site does not have. */
  isBroken: v.boolean(),
});
export type JudgedFilter = v.InferOutput<typeof judgedFilterSchema>;

const filterListSchema = object({ filters: list(judgedFilterSchema), notices: list(noticeSchema) });
export type FilterList = v.InferOutput<typeof filterListSchema>;

/**
 * The filters that an account can see, checked against the catalogue of the site. Sends nothing without a session or
 * a token.
 */
export const filtersRequest = request('wikijql/filters', siteReferenceSchema, filterListSchema);

const filterReferenceSchema = object({ site: v.string(), id: v.string() });
export type FilterReference = v.InferOutput<typeof filterReferenceSchema>;

/** A filter as the text of a query file; absent = not available, for the reasons in the notices. */
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
  /** The range of the directive that names the filter. */
  range: rangeSchema,
  /** The range of the query's JQL. */
  body: optional(rangeSchema),
  /** The saved filter; absent = it is not available, or was not requested. */
  filter: optional(savedFilterSchema),
  /** The filter's JQL, formatted as in a query file. */
  text: optional(v.string()),
  /** Whether the query means the same as the filter: white space, comments and the case of words are ignored. */
  isSame: v.boolean(),
  /** Why the filter is not available, as a sentence. */
  problem: optional(v.string()),
});
export type LinkedFilter = v.InferOutput<typeof linkedFilterSchema>;

/**
 * The queries of an open file with `@filter`, compared with the tracker's filters. With `onlyKnown`, only those whose
 * filters were already fetched, without a request.
 */
export const linkedFiltersRequest = request(
  'wikijql/linkedFilters',
  object({ uri: v.string(), onlyKnown: optional(v.literal(true)) }),
  list(linkedFilterSchema),
);
