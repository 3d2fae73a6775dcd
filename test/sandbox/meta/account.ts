import { type Call, fail, need } from '../api/call.ts';
import { type Json, type JsonObject, compact } from '../json.ts';
import type { MetaModule } from '../api/meta.ts';
import { stamp } from '../stamps.ts';
import { blockMembers, groupsOf } from '../lists/users.ts';

const noChanges: JsonObject = { add: [], remove: [], 'add-self': [], 'remove-self': [] };
const options: JsonObject = {
  gender: 'unknown',
  rcdays: 7,
  rclimit: 50,
  skin: 'plain',
  language: 'en',
  searchlimit: 20,
};

export const userinfo: MetaModule = {
  name: 'userinfo',
  answer: call => {
    const { user, parameters, world, rights } = call;
    const wants = (name: string): boolean => parameters.holds('prop', name);
    const limits = { edit: { [user ? 'user' : 'ip']: { hits: 90, seconds: 60 } } };
    const own = user?.groups ?? [];
    const groups = user ? groupsOf(user) : ['*'];
    return {
      members: {
        userinfo: compact({
          id: user?.id ?? 0,
          name: user?.name ?? '127.0.0.1',
          anon: user ? undefined : true,
          ...(wants('blockinfo') && user ? blockMembers(world, user) : {}),
          messages: wants('hasmsg') ? false : undefined,
          groups: wants('groups') ? groups : undefined,
          groupmemberships: wants('groupmemberships')
            ? own.map(group => ({ group, expiry: 'infinity' }))
            : undefined,
          implicitgroups: wants('implicitgroups') ? groups.filter(name => !own.includes(name)) : undefined,
          rights: wants('rights') ? [...rights] : undefined,
          ...(wants('changeablegroups') && {
            changeablegroups: own.includes('bureaucrat')
              ? { ...noChanges, add: ['sysop', 'bot'], remove: ['bot'] }
              : noChanges,
          }),
          options: wants('options') ? options : undefined,
          editcount: wants('editcount') ? (user?.edits ?? 0) : undefined,
          ...(wants('ratelimits') && { ratelimits: rights.has('noratelimit') ? {} : limits }),
          theoreticalratelimits: wants('theoreticalratelimits') ? limits : undefined,
          realname: wants('realname') ? (user?.realName ?? '') : undefined,
          ...(wants('email') ? { email: user ? `${user.name.toLowerCase()}@example.org` : '' } : {}),
          ...(wants('registrationdate') &&
            user && { registrationdate: user.registered === undefined ? null : stamp(user.registered) }),
          acceptlang: wants('acceptlang') ? [] : undefined,
          unreadcount: wants('unreadcount') && user ? 0 : undefined,
          ...(wants('centralids')
            ? { centralids: { local: user?.id ?? 0 }, attachedlocal: { local: user !== undefined } }
            : {}),
          latestcontrib: wants('latestcontrib') && user ? latestEdit(call) : undefined,
        }),
      },
    };
  },
};

const latestEdit = ({ world, user }: Call): string =>
  stamp(world.revisions.findLast(revision => revision.user === user)?.time ?? world.now);

export const tokens: MetaModule = {
  name: 'tokens',
  answer: ({ parameters, csrfToken, loginToken }) => ({
    members: {
      tokens: Object.fromEntries(
        (parameters.list('type') ?? []).map(type => [
          `${type}token`,
          type === 'login' || type === 'createaccount' ? loginToken() : csrfToken,
        ]),
      ),
    },
  }),
};

const field = (type: string, label: string, sensitive: boolean): JsonObject => ({
  type,
  label,
  help: label,
  optional: false,
  sensitive,
});

export const authmanagerinfo: MetaModule = {
  name: 'authmanagerinfo',
  answer: ({ parameters, user }) => {
    const request = {
      id: 'PasswordRequest',
      metadata: {},
      required: 'primary-required',
      provider: 'Password',
      account: '',
      fields: { username: field('string', 'Name', false), password: field('password', 'Password', true) },
    };
    const wanted = parameters.text('requestsfor');
    const status = parameters.text('securitysensitiveoperation');
    return {
      members: {
        authmanagerinfo: compact({
          canauthenticatenow: true,
          cancreateaccounts: true,
          canlinkaccounts: false,
          ...(status !== undefined && { securitysensitiveoperationstatus: user ? 'ok' : 'reauth' }),
          ...(wanted === 'login'
            ? { haspreservedstate: false, hasprimarypreservedstate: false, preservedusername: '' }
            : {}),
          ...(wanted !== undefined && { requests: wanted === 'login' ? [request] : [] }),
        }),
      },
    };
  },
};

export const oath: MetaModule = {
  name: 'oath',
  answer: call => {
    need(call, 'oathauth-api-all');
    return { members: { oath: { enabled: false } } };
  },
};

const notices: readonly {
  readonly id: string;
  readonly hours: number;
  readonly text: string;
  readonly section: string;
}[] = [
  { id: '3', hours: 2, text: 'Bruno thanked you for an edit', section: 'message' },
  { id: '2', hours: 30, text: 'Somebody wrote on your talk page', section: 'alert' },
  { id: '1', hours: 400, text: 'Your account is one year old', section: 'message' },
];

export const notifications: MetaModule = {
  name: 'notifications',
  answer: call => {
    if (!call.user) fail(call, 'login-required');
    const { parameters, world } = call;
    const chosen = notices.filter(({ section }) => parameters.holds('sections', section));
    const list: Json = chosen.slice(0, parameters.number('limit')).map(({ id, hours, text, section }) => {
      const time = world.now - hours * 3_600_000;
      return {
        wiki: 'sandboxwiki',
        id,
        type: 'system',
        category: 'system',
        section,
        timestamp: { utciso8601: stamp(time), utcunix: String(time / 1000) },
        '*': { header: text },
      };
    });
    return {
      members: {
        notifications: compact({
          list: parameters.holds('prop', 'list') ? list : undefined,
          continue: parameters.holds('prop', 'list') ? null : undefined,
          ...(parameters.holds('prop', 'count')
            ? { rawcount: chosen.length, count: String(chosen.length) }
            : {}),
        }),
      },
    };
  },
};

export const unreadnotificationpages: MetaModule = {
  name: 'unreadnotificationpages',
  answer: call => {
    if (!call.user) fail(call, 'login-required');
    const pages = [{ title: `User talk:${call.user.name}`, count: 1 }, { count: 2 }];
    return {
      members: {
        unreadnotificationpages: {
          sandboxwiki: {
            source: {
              title: 'Millbrook',
              url: `${call.base}/api.php`,
              base: `${call.base}/index.php?title=$1`,
            },
            pages,
            totalCount: 3,
          },
        },
      },
    };
  },
};

export const checkuserformattedblockinfo: MetaModule = {
  name: 'checkuserformattedblockinfo',
  answer: ({ user, world }) => ({
    members: {
      checkuserformattedblockinfo: {
        details: user && world.blocks.some(({ target }) => target === user.name) ? 'Blocked' : null,
      },
    },
  }),
};
