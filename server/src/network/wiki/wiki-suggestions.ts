/** Requests the suggestions of a wiki. */
import { maximumBytes } from '../http/limits.ts';
import { arrayOf, isObject } from '#shared/protocol/json-values.ts';
import type { Suggestion } from '#shared/protocol/request.ts';
import type { SuggestionRequest } from '../backend.ts';
import type { SiteAddress } from '#shared/protocol/sites.ts';
import { silentListener, type BackoffDependencies } from '../send-with-backoff.ts';
import { SuggestionList } from '../suggestions.ts';
import { askWiki } from './ask-wiki.ts';
import { withDefaults } from './wiki-request.ts';

/** How a wiki lists titles or names with a prefix. */
interface Listing {
  readonly list: string;
  readonly parameters: (typed: string) => Readonly<Record<string, string>>;
  /** The member of each record that contains the name. */
  readonly member: string;
}

const count = '20';
const listings: ReadonlyMap<string, Listing> = new Map<string, Listing>([
  [
    'page',
    {
      list: 'prefixsearch',
      parameters: typed => ({ pssearch: typed, pslimit: count }),
      member: 'title',
    },
  ],
  [
    'category',
    {
      list: 'allcategories',
      parameters: typed => ({ acprefix: typed, aclimit: count }),
      member: 'category',
    },
  ],
  ['user', { list: 'allusers', parameters: typed => ({ auprefix: typed, aulimit: count }), member: 'name' }],
  ['tag', { list: 'tags', parameters: () => ({ tglimit: 'max' }), member: 'name' }],
]);

/** Milliseconds without typing before the wiki is asked. */
const pause = 100;
/** A busy wiki rejects requests for suggestions. */
const maxlag = '5';

/** The pages, categories, users or tags that start with what is typed; `undefined` = unavailable, for any reason. */
export async function askWikiSuggestions(
  dependencies: BackoffDependencies,
  site: SiteAddress,
  { field, typed }: SuggestionRequest,
  signal: AbortSignal,
): Promise<readonly Suggestion[] | undefined> {
  const listing = listings.get(field);
  if (listing === undefined) return undefined;
  await dependencies.clock.sleep(pause, signal);
  if (signal.aborted) return undefined;
  const { list, parameters, member } = listing;
  const query = withDefaults(Object.entries({ maxlag, list, ...parameters(typed) }));
  const question = { site, parameters: query, post: false, maximumBytes: maximumBytes.suggestions };
  const outcome = await askWiki(dependencies, question, silentListener, signal);
  if (!('answer' in outcome) || outcome.errors.list.length > 0) return undefined;
  const answered = outcome.answer['query'];
  const records = isObject(answered) ? arrayOf(answered[list]) : undefined;
  const suggestions = new SuggestionList();
  for (const record of records ?? []) if (isObject(record)) suggestions.add(record[member]);
  return records && suggestions.suggestions;
}
