import type { Call } from '../api/call.ts';
import { type JsonObject, compact } from '../json.ts';
import { defineList } from '../api/list.ts';
import { inOrder, isShown, userName, inTime } from '../api/select.ts';
import { parsedComment, titleMembers } from '../api/show.ts';
import { rightsOf } from '../api/sessions.ts';
import { digitStamp, expiryStamp, stamp } from '../stamps.ts';
import { byText, localTitle } from '../world/titles.ts';
import type { Block, User } from '../world/types.ts';
import type { World } from '../world/world.ts';

const implicit = ['*', 'user', 'autoconfirmed'];

export const groupsOf = (user: User): string[] => [...implicit, ...user.groups];

/** A time in words: `12:00, 21 January 2024`. */
const longTime = (time: number): string =>
  `${stamp(time).slice(11, 16)}, ${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time)}`;

export function blockMembers(world: World, user: User): JsonObject {
  const block = world.blocks.find(({ target }) => target === user.name);
  if (!block) return {};
  return {
    blockid: block.id,
    blockedby: block.by.name,
    blockedbyid: block.by.id,
    blockedtimestamp: stamp(block.time),
    blockreason: block.reason,
    blockexpiry: block.expiry === 'infinity' ? 'infinite' : expiryStamp(block.expiry),
    blockpartial: block.pages.length > 0,
    blocknocreate: block.flags.has('nocreate'),
    blockanononly: block.flags.has('anononly'),
    blockedtimestampformatted: longTime(block.time),
  };
}

/** The members of an account that `prop` selects, in `users` and `allusers`. */
function accountMembers(user: User, { parameters, world }: Call): JsonObject {
  const wants = (name: string): boolean => parameters.holds('prop', name);
  return compact({
    ...(wants('centralids') ? { centralids: { local: user.id }, attachedlocal: { local: true } } : {}),
    ...(wants('blockinfo') ? blockMembers(world, user) : {}),
    editcount: wants('editcount') ? user.edits : undefined,
    ...(wants('registration') && {
      registration: user.registered === undefined ? null : stamp(user.registered),
    }),
    groups: wants('groups') ? groupsOf(user) : undefined,
    groupmemberships: wants('groupmemberships')
      ? user.groups.map(group => ({ group, expiry: 'infinity' }))
      : undefined,
    implicitgroups: wants('implicitgroups') ? implicit : undefined,
    rights: wants('rights') ? [...rightsOf(user)] : undefined,
    emailable: wants('emailable') ? user.id % 2 === 0 : undefined,
    gender: wants('gender') ? user.gender : undefined,
  });
}

export const allusers = defineList<User>({
  name: 'allusers',
  continueBy: 'from',
  rows: ({ parameters, world }) => {
    const [from, to, prefix] = ['from', 'to', 'prefix'].map(name => userName(parameters.text(name)));
    const down = parameters.text('dir') === 'descending';
    const [least, most] = down ? [to, from] : [from, to];
    const groups = parameters.list('group');
    const excluded = parameters.list('excludegroup');
    const rights = parameters.list('rights');
    const rows = world.users.filter(
      user =>
        user.id > 0 &&
        (least === undefined || byText(user.name, least) >= 0) &&
        (most === undefined || byText(user.name, most) <= 0) &&
        user.name.startsWith(prefix ?? '') &&
        (groups?.some(group => groupsOf(user).includes(group)) ?? true) &&
        !(excluded ?? []).some(group => groupsOf(user).includes(group)) &&
        (rights?.some(right => rightsOf(user).has(right)) ?? true) &&
        (!parameters.flag('witheditsonly') || user.edits > 0) &&
        !(parameters.flag('activeusers') && recentActions(world, user) === 0),
    );
    return inOrder(
      rows.toSorted((a, b) => byText(a.name, b.name)),
      parameters,
    );
  },
  token: ({ name }) => name,
  show: (user, call) => ({
    userid: user.id,
    name: user.name,
    ...accountMembers(user, call),
    ...(call.parameters.flag('activeusers') ? { recentactions: recentActions(call.world, user) } : {}),
  }),
});

const recentActions = ({ now, changes }: World, user: User): number =>
  changes.filter(
    ({ time, event, revision }) => time > now - 30 * 86_400_000 && (event ?? revision)?.user === user,
  ).length;

/** A name that was asked for, as it came, and the account of that name. */
interface Asked {
  readonly name: string | number;
  readonly user: User | undefined;
}

export const users = defineList<Asked>({
  name: 'users',
  rows: ({ parameters, world }) => {
    const ids = parameters.numbers('userids') ?? [];
    const names = (parameters.list('users') ?? []).map(name => userName(name) ?? name);
    const known = new Map(world.users.filter(({ id }) => id > 0).map(user => [user.name, user]));
    return [
      ...names.map((name): Asked => ({ name, user: known.get(name) })),
      ...ids.map((id): Asked => ({ name: id, user: world.users.find(user => user.id === id && id > 0) })),
    ];
  },
  token: ({ name }) => String(name),
  show: ({ name, user }, call) => {
    if (user) return { userid: user.id, name: user.name, ...accountMembers(user, call) };
    if (typeof name === 'number') return { userid: name, missing: true };
    const isAddress = /^\d{1,3}(\.\d{1,3}){3}(\/\d+)?$|^[\da-f:]+:[\da-f:]+$/iu.test(name);
    const cancreate = call.parameters.holds('prop', 'cancreate') && !isAddress ? { cancreate: true } : {};
    return isAddress || /[#/@<>[\]|{}]/u.test(name)
      ? { name, invalid: true }
      : { name, missing: true, ...cancreate };
  },
});

export const blocks = defineList<Block>({
  name: 'blocks',
  rows: ({ parameters, world }) => {
    const targets = parameters.list('users')?.map(name => userName(name));
    const ids = parameters.numbers('ids');
    const address = parameters.text('ip');
    const rows = world.blocks.filter(block => {
      const isRange = block.target.includes('/');
      const facts = {
        account: block.user !== undefined && block.user.id > 0,
        ip: block.user?.id === 0,
        range: isRange,
        temp: block.expiry !== 'infinity',
      };
      return (
        (targets?.includes(block.target) ?? true) &&
        (ids?.includes(block.id) ?? true) &&
        isShown(parameters, facts) &&
        (address === undefined ||
          block.target === address ||
          (isRange && address.startsWith(block.target.slice(0, block.target.lastIndexOf('.')))))
      );
    });
    return inTime(rows, parameters);
  },
  token: ({ time, id }) => `${digitStamp(time)}|${id}`,
  show: (block, call) => {
    const wants = (name: string): boolean => call.parameters.holds('prop', name);
    const firstOfRange = block.target.includes('/') ? block.target.replace(/\.0\/24$/u, '.0') : '0.0.0.0';
    const start = block.user?.id === 0 ? block.target : firstOfRange;
    const end = block.target.includes('/') ? start.replace(/\.0$/u, '.255') : start;
    return compact({
      id: wants('id') ? block.id : undefined,
      user: wants('user') ? block.target : undefined,
      userid: wants('userid') ? (block.user?.id ?? 0) : undefined,
      by: wants('by') ? block.by.name : undefined,
      byid: wants('byid') ? block.by.id : undefined,
      timestamp: wants('timestamp') ? stamp(block.time) : undefined,
      expiry: wants('expiry') ? expiryStamp(block.expiry) : undefined,
      reason: wants('reason') ? block.reason : undefined,
      parsedreason: wants('parsedreason') ? parsedComment(block.reason, call) : undefined,
      ...(wants('range') ? { rangestart: start, rangeend: end } : {}),
      ...(wants('flags') ? flagsOf(block) : {}),
      restrictions: wants('restrictions') ? (restrictionsOf(block, call.world) ?? []) : undefined,
    });
  },
});

const flagsOf = ({ flags, pages }: Block): JsonObject => ({
  automatic: false,
  anononly: flags.has('anononly'),
  nocreate: flags.has('nocreate'),
  autoblock: flags.has('autoblock'),
  noemail: flags.has('email'),
  hidden: false,
  allowusertalk: true,
  partial: pages.length > 0,
});

function restrictionsOf({ pages }: Block, world: World): JsonObject | undefined {
  if (pages.length === 0) return undefined;
  return {
    pages: pages.map(name => ({
      id: world.page(localTitle(name))?.id ?? 0,
      ...titleMembers(localTitle(name)),
    })),
  };
}
