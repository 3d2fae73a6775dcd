import { type JsonObject, isObject } from '../../json.ts';
import type { Reply } from '../../reply.ts';
import { tryPassword } from '../auth/accounts.ts';
import { type AuthContext, type Verdict, challengeHeaders } from '../auth/authenticate.ts';
import { empty, failure, json, unauthorized } from '../replies.ts';
import type { Visitor } from '../visitor.ts';
import { personBean } from './beans.ts';
import { badBody, parsed } from './search.ts';
import { stamp } from './stamps.ts';

/** `/rest/api/2/myself`: never for nobody. */
export function answerMyself(query: URLSearchParams, visitor: Visitor): Reply {
  const { person, base, logins, settled } = visitor;
  if (!person) return unauthorized('notSignedIn', base);
  const groups = person.groups.map(name => ({ name, self: `${base}/rest/api/2/group?groupname=${name}` }));
  const isExpanded = (query.get('expand') ?? '').split(',').includes('groups');
  return json({
    ...personBean(visitor, person),
    ...(settled.flavour === 'server' && { deleted: false, lastLoginTime: stamp(logins.previous) }),
    locale: 'en_UK',
    groups: { size: groups.length, items: isExpanded ? groups : [] },
    applicationRoles: { size: 1, items: [] },
    expand: 'groups,applicationRoles',
  });
}

/** `/rest/api/2/serverInfo`. */
export const answerServerInfo = ({ base, settled, now }: Visitor): Reply =>
  json({
    baseUrl: base,
    version: settled.flavour === 'cloud' ? '1001.0.0-SNAPSHOT' : '10.3.0',
    versionNumbers: settled.flavour === 'cloud' ? [1001, 0, 0] : [10, 3, 0],
    deploymentType: settled.flavour === 'cloud' ? 'Cloud' : 'Server',
    buildNumber: settled.flavour === 'cloud' ? 100_200 : 10_030_000,
    serverTime: stamp(now),
    serverTitle: 'Millbrook Town Works',
  });

/** `/rest/auth/1/session`: whose session this is, a new one, or its end. */
export function answerSession(method: string, body: string, verdict: Verdict, auth: AuthContext): Reply {
  const { account, session, signedIn } = verdict;
  const { base, sessions } = auth;
  if (method === 'POST') return logIn(body, auth);
  if (!signedIn || !account) return unauthorized('notSignedIn', base);
  if (method === 'DELETE') {
    if (session) sessions.endOne(session.id);
    return { ...empty(204), headers: { 'X-Seraph-LoginReason': 'OUT' } };
  }
  return json({
    self: `${base}/rest/auth/1/session`,
    name: account.name,
    loginInfo: loginInfo(account.failedInARow, account.counts.logins, account.previousLogin),
  });
}

const loginInfo = (failedLoginCount: number, loginCount: number, previous: number): JsonObject => ({
  failedLoginCount,
  loginCount,
  lastFailedLoginTime: stamp(previous),
  previousLoginTime: stamp(previous),
});

function logIn(body: string, auth: AuthContext): Reply {
  const { accounts, sessions, settled, base } = auth;
  const sent = parsed(body);
  if (!isObject(sent) || typeof sent['username'] !== 'string' || typeof sent['password'] !== 'string')
    return badBody();
  const account = accounts.find(sent['username']);
  if (!account) return unauthorized('loginFailed', base);
  account.counts.sessionPosts++;
  const trial = tryPassword(
    account,
    sent['password'] === account.password,
    settled.attempts,
    settled.clock(),
  );
  if (trial === 'accepted') {
    const session = sessions.begin(account);
    const { failedInARow, counts, previousLogin } = account;
    return json(
      {
        session: { name: 'JSESSIONID', value: session.id },
        loginInfo: loginInfo(failedInARow, counts.logins, previousLogin),
      },
      200,
      { 'Set-Cookie': sessions.cookie(session.id), 'X-Seraph-LoginReason': 'OK' },
    );
  }
  if (account.locked) return { ...failure(403, 'loginDenied'), headers: challengeHeaders(auth) };
  const failed = unauthorized('loginFailed', base);
  return { ...failed, headers: { ...failed.headers, 'X-Seraph-LoginReason': 'AUTHENTICATED_FAILED' } };
}
