import type { JsonObject } from '../../json.ts';
import type { Reply } from '../../reply.ts';
import { failure, json, unauthorized } from '../replies.ts';
import type { Visitor } from '../visitor.ts';
import filters from '../world/filters.json' with { type: 'json' };
import type { Person } from '../world/types.ts';
import { personBean } from './beans.ts';

type Filter = (typeof filters)[number];

const isOwn = ({ owner }: Filter, person: Person | undefined): boolean => owner === person?.name;
const mayRead = (filter: Filter, person: Person | undefined): boolean =>
  isOwn(filter, person) || (filter.isShared && person !== undefined);
const isFavourite = ({ favouriteOf }: Filter, person: Person | undefined): boolean =>
  person !== undefined && favouriteOf.includes(person.name);

function filterBean(filter: Filter, visitor: Visitor): JsonObject {
  const { base, person, version, world } = visitor;
  const owner = world.person(filter.owner);
  const query = encodeURIComponent(filter.jql);
  return {
    self: `${base}/rest/api/${version}/filter/${filter.id}`,
    id: String(filter.id),
    name: filter.name,
    description: '',
    ...(owner && { owner: personBean(visitor, owner) }),
    jql: filter.jql,
    viewUrl: `${base}/issues/?filter=${filter.id}`,
    searchUrl: `${base}/rest/api/${version}/search?jql=${query}`,
    favourite: isFavourite(filter, person),
    favouritedCount: filter.favouriteOf.length,
    sharePermissions: [],
    subscriptions: { size: 0, items: [], 'max-results': 1000, 'start-index': 0, 'end-index': 0 },
  };
}

/** `/rest/api/2/filter/favourite`: those that the visitor has marked; nobody has marked any. */
export const answerFavourites = (visitor: Visitor): Reply =>
  json(
    filters
      .filter(filter => isFavourite(filter, visitor.person) && mayRead(filter, visitor.person))
      .map(filter => filterBean(filter, visitor)),
  );

/** `/rest/api/3/filter/my`, which only the Cloud has. */
export function answerMyFilters(visitor: Visitor): Reply {
  if (!visitor.person) return unauthorized('notSignedIn', visitor.base);
  return json(
    filters.filter(filter => isOwn(filter, visitor.person)).map(filter => filterBean(filter, visitor)),
  );
}

const maxFiltersPage = 100;

/** `/rest/api/3/filter/search`, in pages: what is not asked for by `expand` is left out. */
export function answerFilterSearch(query: URLSearchParams, visitor: Visitor): Reply {
  const readable = filters.filter(filter => mayRead(filter, visitor.person));
  const startAt = Math.max(0, Number(query.get('startAt') ?? 0));
  const maxResults = Math.min(maxFiltersPage, Math.max(1, Number(query.get('maxResults') ?? 50)));
  const wanted = new Set(['self', 'id', 'name', ...(query.get('expand') ?? '').split(',')]);
  const page = readable.slice(startAt, startAt + maxResults);
  return json({
    maxResults,
    startAt,
    total: readable.length,
    isLast: startAt + page.length >= readable.length,
    values: page.map(filter =>
      Object.fromEntries(Object.entries(filterBean(filter, visitor)).filter(([name]) => wanted.has(name))),
    ),
  });
}

/** `/rest/api/2/filter/ID`: one that may not be read is as if it did not exist. */
export function answerFilter(id: string, visitor: Visitor): Reply {
  const found = filters.find(filter => String(filter.id) === id);
  return found && mayRead(found, visitor.person)
    ? json(filterBean(found, visitor))
    : failure(400, 'noFilter');
}
