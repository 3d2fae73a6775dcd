import { type Call, warn } from '../api/call.ts';
import { type JsonObject, compact } from '../json.ts';
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
    const memberships = user?.groups ?? [];
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
            ? memberships.map(group => ({ group, expiry: 'infinity' }))
            : undefined,
          implicitgroups: wants('implicitgroups')
            ? groups.filter(name => !memberships.includes(name))
            : undefined,
          rights: wants('rights') ? [...rights] : undefined,
          ...(wants('changeablegroups') && {
            changeablegroups: memberships.includes('bureaucrat')
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
  answer: call => {
    const { parameters, csrfToken, loginToken } = call;
    if (call.isForAnyOrigin) {
      warn(call, 'tokens-origin');
      return { members: {} };
    }
    return {
      members: {
        tokens: Object.fromEntries(
          (parameters.list('type') ?? []).map(type => [
            `${type}token`,
            type === 'login' || type === 'createaccount' ? loginToken() : csrfToken,
          ]),
        ),
      },
    };
  },
};
