import { type Call, need } from '../api/call.ts';
import { defineList } from '../api/list.ts';
import { byWhom, inNamespaces, inTime } from '../api/select.ts';
import { revisionMembers, titleMembers, warnWithoutSlots } from '../api/show.ts';
import { digitStamp } from '../stamps.ts';
import type { DeletedPage } from '../world/types.ts';

/** Deleted revisions, oldest first unless the parameters of a list say otherwise. */
function deletedRevisions(call: Call): DeletedPage[] {
  const { parameters, world } = call;
  const rows = world.deleted.map(page => ({ page, time: page.revision.time }));
  return [...inTime(rows, parameters)]
    .map(({ page }) => page)
    .filter(({ title, revision }) => byWhom(revision, parameters) && inNamespaces(title, parameters));
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
