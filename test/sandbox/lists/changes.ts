import { type Call, fail, need } from '../api/call.ts';
import { knownModule } from '../api/catalogue.ts';
import { type JsonObject, compact } from '../json.ts';
import { defineList } from '../api/list.ts';
import { byWhom, inNamespaces, inTime, isShown } from '../api/select.ts';
import { commentMembers, isRedirect, sha1, titleMembers, userMembers } from '../api/show.ts';
import { digitStamp, stamp } from '../stamps.ts';
import { fullTitle } from '../world/titles.ts';
import type { Change, LogEvent, Page, Revision } from '../world/types.ts';
import { watched } from './pages.ts';

type Kind = 'edit' | 'new' | 'log';

function kindOf({ event, revision }: Change): Kind {
  if (event) return 'log';
  return revision?.parent === 0 ? 'new' : 'edit';
}

/** The edit or event of a change; a change is always one of them. */
function subjectOf({ event, revision }: Change): LogEvent | (Revision & { readonly title: Page['title'] }) {
  if (event) return event;
  if (revision) return { ...revision, title: revision.page.title };
  throw new Error('A change is an edit or an event.');
}

const isTop = ({ revision }: Change): boolean =>
  revision !== undefined && revision.page.revisions.at(-1) === revision;

function* selected(call: Call, changes: Iterable<Change>): Generator<Change> {
  const { parameters } = call;
  for (const change of changes) {
    const subject = subjectOf(change);
    const { user, title } = subject;
    const facts = {
      minor: change.revision?.minor ?? false,
      bot: user.groups.includes('bot'),
      anon: user.id === 0,
      redirect: isRedirect(call, change.revision?.page),
      patrolled: true,
      autopatrolled: true,
      unpatrolled: false,
      unread: false,
    };
    const wanted = parameters.text('title');
    if (
      inNamespaces(title, parameters) &&
      byWhom(subject, parameters) &&
      isShown(parameters, facts) &&
      (parameters.list('type')?.includes(kindOf(change)) ?? true) &&
      (!parameters.flag('toponly') || isTop(change)) &&
      (wanted === undefined || fullTitle(title) === wanted.replaceAll('_', ' '))
    )
      yield change;
  }
}

const before = (revision: Revision | undefined): Revision | undefined =>
  revision?.page.revisions[revision.page.revisions.indexOf(revision) - 1];

function changeMembers(change: Change, call: Call): JsonObject {
  const { parameters } = call;
  const wants = (name: string): boolean => parameters.holds('prop', name);
  const { event, revision } = change;
  const subject = subjectOf(change);
  const patrol = wants('patrolled') || wants('patrol');
  return compact({
    type: kindOf(change),
    ...(wants('title') || wants('ids') ? titleMembers(subject.title) : {}),
    ...(wants('ids')
      ? {
          pageid: revision?.page.id ?? event?.pageid ?? 0,
          revid: revision?.id ?? 0,
          old_revid: revision?.parent ?? 0,
          rcid: change.id,
        }
      : {}),
    ...userMembers(subject.user, parameters),
    ...(wants('flags')
      ? {
          bot: subject.user.groups.includes('bot'),
          new: kindOf(change) === 'new',
          minor: revision?.minor ?? false,
        }
      : {}),
    ...(wants('sizes') ? { oldlen: before(revision)?.size ?? 0, newlen: revision?.size ?? 0 } : {}),
    timestamp: wants('timestamp') ? stamp(change.time) : undefined,
    ...commentMembers(subject.comment, call),
    redirect: wants('redirect') ? isRedirect(call, revision?.page) : undefined,
    ...(patrol ? { patrolled: true, unpatrolled: false, autopatrolled: true } : {}),
    ...(wants('loginfo') && event
      ? {
          logid: event.id,
          logtype: event.type,
          logaction: event.action,
          logparams: event.params,
        }
      : {}),
    tags: wants('tags') ? subject.tags : undefined,
    sha1: wants('sha1') && revision ? sha1(revision.text()) : undefined,
  });
}

export const recentchanges = defineList<Change>({
  name: 'recentchanges',
  rows: call => {
    if (call.parameters.holds('prop', 'patrolled')) need(call, 'patrol');
    return selected(call, inTime(call.world.changes, call.parameters));
  },
  token: ({ time, id }) => `${digitStamp(time)}|${id}`,
  show: changeMembers,
  page: change => subjectOf(change).title,
});

export const watchlist = defineList<Change>({
  name: 'watchlist',
  rows: call => {
    if (!call.user) fail(call, 'notloggedin');
    const pages = new Set(watched(call));
    const changes = inTime(call.world.changes, call.parameters);
    const mine = [...changes].filter(({ revision }) => revision && pages.has(revision.page));
    return [...selected(call, mine)].filter(change => call.parameters.flag('allrev') || isTop(change));
  },
  token: ({ time, id }) => `${digitStamp(time)}|${id}`,
  show: (change, call) => {
    const { rcid: _rcid, ...members } = changeMembers(change, call);
    return {
      ...members,
      ...(call.parameters.holds('prop', 'notificationtimestamp') ? { notificationtimestamp: '' } : {}),
    };
  },
  page: change => subjectOf(change).title,
});

/** The actions of the catalogue; `type/*` there stands for all of a type. */
function isKnownAction(action: string): boolean {
  const type = knownModule('query+logevents').parameters.find(({ name }) => name === 'action')?.type ?? [];
  return type.includes(action) || type.includes(action.replace(/\/.*$/su, '/*'));
}

export const logevents = defineList<LogEvent>({
  name: 'logevents',
  rows: call => {
    const { parameters, world } = call;
    const action = parameters.text('action');
    if (action !== undefined && !isKnownAction(action))
      fail(call, 'unknown_leaction', 'action', { value: action });
    const [type = parameters.text('type'), verb = '*'] = action?.split('/') ?? [];
    const wanted = parameters.text('title')?.replaceAll('_', ' ');
    return inTime(
      world.log.filter(
        event =>
          (type === undefined || event.type === type) &&
          (verb === '*' || event.action === verb) &&
          inNamespaces(event.title, parameters) &&
          byWhom(event, parameters) &&
          (wanted === undefined || fullTitle(event.title) === wanted) &&
          fullTitle(event.title).startsWith(parameters.text('prefix')?.replaceAll('_', ' ') ?? ''),
      ),
      parameters,
    );
  },
  token: ({ time, id }) => `${digitStamp(time)}|${id}`,
  show: (event, call) => {
    const { parameters } = call;
    const wants = (name: string): boolean => parameters.holds('prop', name);
    return compact({
      logid: wants('ids') ? event.id : undefined,
      ...(wants('title') ? titleMembers(event.title) : {}),
      ...(wants('ids') ? { pageid: event.pageid, logpage: event.pageid } : {}),
      params: wants('details') ? event.params : undefined,
      ...(wants('type') ? { type: event.type, action: event.action } : {}),
      ...userMembers(event.user, parameters),
      timestamp: wants('timestamp') ? stamp(event.time) : undefined,
      ...commentMembers(event.comment, call),
      tags: wants('tags') ? event.tags : undefined,
    });
  },
});

export const usercontribs = defineList<Revision>({
  name: 'usercontribs',
  rows: call => {
    const { parameters, world } = call;
    if (parameters.holds('prop', 'patrolled')) need(call, 'patrol');
    const users = parameters.list('user')?.map(name => name.replace(/^User:/u, '').replaceAll('_', ' '));
    if (users?.length === 0) fail(call, 'paramempty_ucuser', 'user');
    const ids = parameters.numbers('userids');
    const prefix = parameters.text('userprefix');
    const tag = parameters.text('tag');
    return inTime(
      world.revisions.filter(
        ({ user, tags, page, minor, parent, id }) =>
          (users?.includes(user.name) ?? true) &&
          (ids?.includes(user.id) ?? true) &&
          (prefix === undefined || user.name.startsWith(prefix)) &&
          (tag === undefined || tags.includes(tag)) &&
          inNamespaces(page.title, parameters) &&
          (!parameters.has('iprange') || user.id === 0) &&
          (!parameters.flag('toponly') || page.revisions.at(-1)?.id === id) &&
          isShown(parameters, {
            minor,
            new: parent === 0,
            top: page.revisions.at(-1)?.id === id,
            patrolled: true,
            autopatrolled: true,
          }),
      ),
      parameters,
    );
  },
  token: ({ user, time, id }) => `${user.id === 0 ? 'name' : 'id'}|${user.name}|${digitStamp(time)}|${id}`,
  show: (revision, call) => {
    const { parameters } = call;
    const wants = (name: string): boolean => parameters.holds('prop', name);
    const { page, user, parent, minor, size } = revision;
    return compact({
      userid: user.id,
      user: user.name,
      ...(wants('ids') ? { pageid: page.id, revid: revision.id, parentid: parent } : {}),
      ...(wants('title') ? titleMembers(page.title) : {}),
      timestamp: wants('timestamp') ? stamp(revision.time) : undefined,
      ...(wants('flags') ? { new: parent === 0, minor, top: page.revisions.at(-1) === revision } : {}),
      ...commentMembers(revision.comment, call),
      ...(wants('patrolled') ? { patrolled: true, autopatrolled: true } : {}),
      size: wants('size') ? size : undefined,
      sizediff: wants('sizediff') ? size - (before(revision)?.size ?? 0) : undefined,
      tags: wants('tags') ? revision.tags : undefined,
    });
  },
});
