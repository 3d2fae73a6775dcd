import people from './people.json' with { type: 'json' };
import { stamp } from '../stamps.ts';
import { fullTitle, localTitle } from './titles.ts';
import type { Block, DeletedPage, LogEvent, Page } from './types.ts';
import { type Users, day, userOf } from './users.ts';

type Event = Omit<LogEvent, 'id' | 'tags' | 'pageid'> & Partial<Pick<LogEvent, 'tags' | 'pageid'>>;

interface Known {
  readonly now: number;
  readonly users: Users;
  readonly pages: readonly Page[];
  readonly blocks: readonly Block[];
  readonly deleted: readonly DeletedPage[];
}

/** Every event of the logs, oldest first, with ids. */
export function buildLog(known: Known): LogEvent[] {
  return [
    ...creations(known),
    ...uploads(known),
    ...accounts(known),
    ...rights(known),
    ...blockings(known),
    ...deletions(known),
    ...protections(known),
    ...moves(known),
  ]
    .toSorted((a, b) => a.time - b.time)
    .map((event, index): LogEvent => ({ tags: [], pageid: 0, ...event, id: index + 1 }));
}

const creations = ({ pages }: Known): Event[] =>
  pages.flatMap(({ id, title, revisions: [first] }) =>
    first
      ? [
          {
            type: 'create',
            action: 'create',
            user: first.user,
            title,
            pageid: id,
            time: first.time,
            comment: first.comment,
            tags: first.tags,
            params: {},
          },
        ]
      : [],
  );

const uploads = ({ pages }: Known): Event[] =>
  pages.flatMap(({ id, title, versions }) =>
    versions.map(({ time, user, comment }, index): Event => ({
      type: 'upload',
      action: index === versions.length - 1 ? 'upload' : 'overwrite',
      user,
      title,
      pageid: id,
      time,
      comment,
      params: { img_sha1: String(id).padStart(31, '0'), img_timestamp: stamp(time) },
    })),
  );

const accounts = ({ users }: Known): Event[] =>
  [...users.values()].flatMap(user =>
    user.registered === undefined
      ? []
      : [
          {
            type: 'newusers',
            action: 'create',
            user,
            title: localTitle(`User:${user.name}`),
            time: user.registered,
            comment: '',
            params: { userid: user.id },
          },
        ],
  );

const rights = ({ now, users }: Known): Event[] =>
  [...users.values()]
    .filter(({ groups, name }) => groups.length > 0 && name !== 'Ada')
    .map((user, index): Event => ({
      type: 'rights',
      action: 'rights',
      user: userOf(users, 'Ada'),
      title: localTitle(`User:${user.name}`),
      time: now - (400 - index * 13) * day,
      comment: 'by vote',
      params: { oldgroups: [], newgroups: user.groups },
    }));

const blockings = ({ now, users, blocks }: Known): Event[] => [
  ...blocks.map(({ target, by, time, expiry, reason, pages }): Event => ({
    type: 'block',
    action: 'block',
    user: by,
    title: localTitle(`User:${target}`),
    time,
    comment: reason,
    params: {
      duration: typeof expiry === 'number' ? `${Math.round((expiry - now) / day)} days` : 'infinity',
      flags: ['nocreate'],
      sitewide: pages.length === 0,
      ...(typeof expiry === 'number' ? { expiry: stamp(expiry) } : {}),
    },
  })),
  {
    type: 'block',
    action: 'unblock',
    user: userOf(users, 'Chiara'),
    title: localTitle('User:192.0.2.44'),
    time: now - 33 * day,
    comment: 'another person now',
    params: {},
  },
];

const deletions = ({ now, users, deleted }: Known): Event[] => [
  ...people.deleted.map(({ title, by, reason: comment }, index): Event => ({
    type: 'delete',
    action: 'delete',
    user: userOf(users, by),
    title: localTitle(title),
    time: now - (149 - index * 20) * day,
    comment,
    params: {},
  })),
  ...deleted.slice(-1).map(({ title }): Event => ({
    type: 'delete',
    action: 'delete',
    user: userOf(users, 'Ada'),
    title,
    time: now - 20 * day,
    comment: 'advertising',
    params: {},
  })),
];

const protections = ({ now, users, pages }: Known): Event[] =>
  pages
    .filter(page => page.protections.length > 0)
    .map(({ id, title, protections: list }, index): Event => ({
      type: 'protect',
      action: 'protect',
      user: userOf(users, 'Bruno'),
      title,
      pageid: id,
      time: now - (200 - index * 9) * day,
      comment: 'often damaged',
      params: {
        description: list.map(({ type, level }) => `[${type}=${level}]`).join(' '),
        cascade: list.some(({ cascade }) => cascade),
        details: list.map(({ type, level, expiry, cascade }) => ({
          type,
          level,
          expiry: expiry === 'infinity' ? 'infinite' : stamp(expiry),
          cascade,
        })),
      },
    }));

const moves = ({ now, users, pages }: Known): Event[] =>
  pages
    .filter(({ title: { namespace, text } }) => namespace === 0 && text.length === 11)
    .map(({ title }, index): Event => ({
      type: 'move',
      action: 'move',
      user: userOf(users, 'Dmitri'),
      title: localTitle(`The ${title.text}`),
      time: now - (90 - index * 4) * day,
      comment: 'without the article',
      params: { target_ns: title.namespace, target_title: fullTitle(title), suppressredirect: true },
    }));
