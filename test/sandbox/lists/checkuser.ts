import { type Call, fail, need } from '../api/call.ts';
import { defineList } from '../api/list.ts';
import { titleMembers } from '../api/show.ts';
import { stamp } from '../stamps.ts';
import site from '../world/site.json' with { type: 'json' };
import type { Revision } from '../world/types.ts';

const day = 86_400_000;

/** What a check of an account or address finds: its edits. */
const checked = (call: Call): Revision[] => {
  need(call, 'checkuser');
  const { parameters, world } = call;
  if (parameters.text('token') !== call.csrfToken) fail(call, 'badtoken');
  return world.revisions.filter(({ user }) => user.name === parameters.text('target')).toReversed();
};

export const checkuser = defineList<Revision>({
  name: 'checkuser',
  rows: checked,
  token: ({ id }) => String(id),
  show: ({ page, time, user, comment, minor }) => ({
    timestamp: stamp(time),
    ...titleMembers(page.title),
    user: user.name,
    ip: '192.0.2.1',
    agent: 'Mozilla/5.0',
    summary: comment,
    minor,
  }),
  wrap: (rows, { parameters }) => ({ [parameters.text('request') ?? 'actions']: rows }),
});

export const checkuserlog = defineList<(typeof site.checks)[number]>({
  name: 'checkuserlog',
  rows: call => {
    need(call, 'checkuser-log');
    return site.checks;
  },
  token: ({ target }) => target,
  show: ({ days, by, type, reason, target }, { world }) => ({
    timestamp: stamp(world.now - days * day),
    checkuser: by,
    type,
    reason,
    target,
  }),
  wrap: entries => ({ entries }),
});
