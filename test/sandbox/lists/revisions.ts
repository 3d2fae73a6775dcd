import { type Call, need } from '../api/call.ts';
import { compact } from '../json.ts';
import { defineList } from '../api/list.ts';
import { byWhom, inNamespaces, inTime } from '../api/select.ts';
import { pageMembers, revisionMembers, sha1, titleMembers, warnWithoutSlots } from '../api/show.ts';
import { digitStamp, stamp } from '../stamps.ts';
import { byTitle } from '../world/titles.ts';
import type { DeletedPage, Revision } from '../world/types.ts';

export const allrevisions = defineList<Revision>({
  name: 'allrevisions',
  rows: call => {
    warnWithoutSlots(call);
    return selected(call);
  },
  token: ({ time, id }) => `${digitStamp(time)}|${id}`,
  show: (revision, call) => {
    const { pageid = 0, ...title } = pageMembers(revision.page);
    return { pageid, revisions: [revisionMembers(revision, revision.page.title, call)], ...title };
  },
  page: ({ page }) => page.title,
});

function* selected({ parameters, world }: Call): Generator<Revision> {
  for (const revision of inTime(world.revisions, parameters))
    if (inNamespaces(revision.page.title, parameters) && byWhom(revision, parameters)) yield revision;
}

/** What was deleted, oldest first, as the parameters of a list want it. */
export function deletedRevisions(call: Call, titles?: readonly string[]): DeletedPage[] {
  const { parameters, world } = call;
  const rows = world.deleted.map(page => ({ page, time: page.revision.time }));
  return [...inTime(rows, parameters)]
    .map(({ page }) => page)
    .filter(
      ({ title, revision }) =>
        byWhom(revision, parameters) &&
        inNamespaces(title, parameters) &&
        (titles?.includes(title.text) ?? true),
    );
}

export const alldeletedrevisions = defineList<DeletedPage>({
  name: 'alldeletedrevisions',
  rows: call => {
    need(call, 'deletedhistory');
    warnWithoutSlots(call);
    return deletedRevisions(call);
  },
  token: ({ revision }) => `${digitStamp(revision.time)}|${revision.id}`,
  show: ({ title, revision }, call) => ({
    pageid: 0,
    revisions: [revisionMembers(revision, title, call)],
    ...titleMembers(title),
  }),
  page: ({ title }) => title,
});

export const deletedrevs = defineList<DeletedPage>({
  name: 'deletedrevs',
  rows: call => {
    need(call, 'deletedhistory');
    const { parameters, pages } = call;
    const asked = pages.flatMap(({ title }) => (title ? [title.text] : []));
    return deletedRevisions(call, asked.length > 0 ? asked : undefined)
      .filter(({ title }) => asked.length > 0 || parameters.has('user') || inNamespaces(title, parameters))
      .toSorted((a, b) => byTitle(a.title, b.title));
  },
  token: ({ title, revision }) => `${title.namespace}|${title.text}|${revision.id}`,
  show: ({ title, revision }, { parameters }) => {
    const wants = (name: string): boolean => parameters.holds('prop', name);
    const shown = compact({
      revid: wants('revid') ? revision.id : undefined,
      parentid: wants('parentid') ? revision.parent : undefined,
      user: wants('user') ? revision.user.name : undefined,
      userid: wants('userid') ? revision.user.id : undefined,
      comment: wants('comment') ? revision.comment : undefined,
      minor: wants('minor') ? revision.minor : undefined,
      len: wants('len') ? String(revision.size) : undefined,
      sha1: wants('sha1') ? sha1(revision.text()) : undefined,
      tags: wants('tags') ? revision.tags : undefined,
      timestamp: stamp(revision.time),
    });
    return { ...titleMembers(title), revisions: [shown] };
  },
});
