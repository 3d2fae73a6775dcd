import { compact } from '../json.ts';
import { defineList } from '../api/list.ts';
import { inTime, isShown } from '../api/select.ts';
import { titleMembers } from '../api/show.ts';
import { stamp } from '../stamps.ts';
import { chance } from '../world/random.ts';
import site from '../world/site.json' with { type: 'json' };
import { fullTitle } from '../world/titles.ts';
import type { Revision } from '../world/types.ts';
import type { World } from '../world/world.ts';

const day = 86_400_000;

type Filter = (typeof site.abuseFilters)[number];

export const abusefilters = defineList<Filter>({
  name: 'abusefilters',
  continueBy: 'startid',
  rows: ({ parameters }) => {
    const older = parameters.text('dir') === 'older';
    const [start, end] = [parameters.number('startid'), parameters.number('endid')];
    const [least, most] = older ? [end, start] : [start, end];
    const rows = site.abuseFilters.filter(
      ({ id, enabled, private: hidden }) =>
        id >= (least ?? 0) &&
        id <= (most ?? Number.POSITIVE_INFINITY) &&
        isShown(parameters, { enabled, private: hidden ?? false, deleted: false, protected: false }),
    );
    return older ? rows.toReversed() : rows;
  },
  token: ({ id }) => String(id),
  show: (filter, { parameters, world, rights }) => {
    const wants = (name: string): boolean => parameters.holds('prop', name);
    const readable = !filter.private || rights.has('abusefilter-view-private');
    return compact({
      id: wants('id') ? filter.id : undefined,
      description: wants('description') ? filter.description : undefined,
      pattern:
        wants('pattern') && readable ? `added_lines irlike "${filter.description.toLowerCase()}"` : undefined,
      actions: wants('actions') ? filter.actions.join(',') : undefined,
      hits: wants('hits') ? filter.hits : undefined,
      comments: wants('comments') && readable ? 'Kept short on purpose.' : undefined,
      lasteditor: wants('lasteditor') ? filter.by : undefined,
      lastedittime: wants('lastedittime') ? stamp(world.now - filter.days * day) : undefined,
      private: wants('private') && filter.private ? '' : undefined,
      enabled: wants('status') && filter.enabled ? '' : undefined,
    });
  },
});

interface Hit {
  readonly id: number;
  readonly time: number;
  readonly filter: Filter;
  readonly revision: Revision;
}

/** The hits of the filters: as many as each says, spread over the edits. */
function filterHits({ revisions }: World): Hit[] {
  const hits = site.abuseFilters.flatMap(filter =>
    Array.from({ length: filter.hits }, (_, index) => {
      const revision = chance(filter.id * 100 + index).pick(revisions);
      return { filter, revision, time: revision.time };
    }),
  );
  return hits.toSorted((a, b) => a.time - b.time).map((hit, index) => ({ ...hit, id: index + 1 }));
}

export const abuselog = defineList<Hit>({
  name: 'abuselog',
  continueBy: 'start',
  rows: call => {
    const { parameters, world } = call;
    const [user, title, logId] = [
      parameters.text('user'),
      parameters.text('title'),
      parameters.number('logid'),
    ];
    const ids = parameters.list('filter');
    const hits = filterHits(world).filter(
      ({ id, filter, revision }) =>
        (logId === undefined || id === logId) &&
        (user === undefined || revision.user.name === user) &&
        (title === undefined || fullTitle(revision.page.title) === title) &&
        (ids?.includes(String(filter.id)) ?? true),
    );
    return inTime(hits, parameters);
  },
  token: ({ time }) => stamp(time),
  show: ({ id, time, filter, revision }, { parameters, rights }) => {
    const wants = (name: string): boolean => parameters.holds('prop', name);
    const sees = rights.has('abusefilter-log-detail') && !filter.private;
    return compact({
      id: wants('ids') ? id : undefined,
      ...(wants('ids') && { filter_id: sees ? String(filter.id) : '' }),
      filter: wants('filter') ? filter.description : undefined,
      user: wants('user') ? revision.user.name : undefined,
      ...(wants('title') ? titleMembers(revision.page.title) : {}),
      action: wants('action') ? 'edit' : undefined,
      result: wants('result') ? filter.actions.join(',') : undefined,
      revid: wants('revid') && filter.actions.includes('tag') ? revision.id : undefined,
      timestamp: wants('timestamp') ? stamp(time) : undefined,
    });
  },
});
