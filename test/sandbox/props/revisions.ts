import { type Call, fail } from '../api/call.ts';
import { defineProp } from '../api/prop.ts';
import { byWhom, inTime } from '../api/select.ts';
import { revisionMembers, warnWithoutSlots } from '../api/show.ts';
import { digitStamp } from '../stamps.ts';
import type { Revision } from '../world/types.ts';

const onePageOnly = ['limit', 'startid', 'endid', 'start', 'end', 'dir', 'user', 'excludeuser'];

/** Many revisions of one page, or the newest of each page: the parameters decide, and they must not be mixed. */
function isHistory(call: Call): boolean {
  const { parameters, pages } = call;
  const given = onePageOnly.filter(
    name => parameters.has(name) && !(name === 'dir' && parameters.text('dir') === 'older'),
  );
  const existing = pages.filter(({ page }) => page).length;
  if (given.length > 0 && existing > 1) fail(call, 'invalidparammix', given[0] ?? '');
  return given.length > 0;
}

function timeOf(call: Call, name: 'startid' | 'endid'): number | undefined {
  const id = call.parameters.number(name);
  if (id === undefined) return undefined;
  const revision = call.world.revisionById(id);
  return revision?.time ?? fail(call, name === 'startid' ? 'badid_rvstartid' : 'badid_rvendid', name);
}

function* history(revisions: readonly Revision[], call: Call): Generator<Revision> {
  const newer = call.parameters.text('dir') === 'newer';
  const [start, end] = [timeOf(call, 'startid'), timeOf(call, 'endid')];
  const [first, last] = newer ? [start, end] : [end, start];
  for (const revision of inTime(revisions, call.parameters))
    if (
      revision.time >= (first ?? 0) &&
      revision.time <= (last ?? Number.POSITIVE_INFINITY) &&
      byWhom(revision, call.parameters)
    )
      yield revision;
}

export const revisions = defineProp<Revision>({
  name: 'revisions',
  begin: warnWithoutSlots,
  items: ({ page, revisions: asked }, call) => {
    if (!page) return [];
    if (isHistory(call)) return history(page.revisions, call);
    const chosen = asked.length > 0 ? asked : page.revisions.slice(-1);
    return chosen.filter(
      ({ tags }) => tags.includes(call.parameters.text('tag') ?? '') || !call.parameters.has('tag'),
    );
  },
  token: ({ time, id }) => `${digitStamp(time)}|${id}`,
  show: (revision, call) => revisionMembers(revision, revision.page.title, call),
  page: ({ page }) => page.title,
});
