import type { Reply } from '../../reply.ts';
import type { Settled } from '../options.ts';
import { problem, unauthorized } from '../replies.ts';
import { type Account, type Accounts, tryPassword } from './accounts.ts';
import { challengePage, failedPage } from './pages.ts';
import { type Session, type Sessions, sessionIdIn } from './sessions.ts';

type LoginReason = 'OK' | 'OUT' | 'AUTHENTICATED_FAILED' | 'AUTHENTICATION_DENIED';

export type Outcome = 'none' | 'accepted' | 'failed' | 'locked' | 'expired' | 'refused';

/** Who asks, or why nobody does. */
export interface Verdict {
  readonly outcome: Outcome;
  /** The account that the request names, rightly or not; `undefined` = none that exists. */
  readonly account: Account | undefined;
  /** True = it asks as this account; false = as nobody. */
  readonly signedIn: boolean;
  readonly session: Session | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** A response sent in place of the requested one. */
  readonly reply: Reply | undefined;
}

export interface AuthContext {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly settled: Settled;
  /** The address of the tracker, without a slash at its end. */
  readonly base: string;
}

const nobody: Verdict = {
  outcome: 'none',
  account: undefined,
  signedIn: false,
  session: undefined,
  headers: {},
  reply: undefined,
};

const reason = (value: LoginReason): Record<string, string> => ({ 'X-Seraph-LoginReason': value });

/** Decides who asks: by Basic credentials, else a token, else a session cookie. */
export function authenticate(headers: Readonly<Record<string, unknown>>, auth: AuthContext): Verdict {
  const authorization = typeof headers['authorization'] === 'string' ? headers['authorization'] : '';
  const [, basic] = /^Basic\s+(\S*)/iu.exec(authorization) ?? [];
  if (basic !== undefined) return byPassword(Buffer.from(basic, 'base64').toString('utf8'), auth);
  const [, bearer] = /^Bearer\s+(\S+)/iu.exec(authorization) ?? [];
  if (bearer !== undefined) return byToken(bearer, auth);
  const id = sessionIdIn(typeof headers['cookie'] === 'string' ? headers['cookie'] : undefined);
  return id === undefined || auth.settled.flavour === 'cloud' ? nobody : byCookie(id, auth);
}

function byPassword(pair: string, auth: AuthContext): Verdict {
  const { accounts, sessions, settled, base } = auth;
  const colon = pair.indexOf(':');
  const account = accounts.find(pair.slice(0, Math.max(colon, 0)));
  if (account) account.counts.basic++;
  if (!settled.basic) return { ...nobody, outcome: 'refused', account, reply: problem(403, 'basicDisabled') };
  const secret = settled.flavour === 'cloud' ? account?.token : account?.password;
  const isRight = pair.slice(colon + 1) === secret;
  const trial = account ? tryPassword(account, isRight, settled.attempts, settled.clock()) : 'failed';
  if (account && trial === 'accepted') return accepted(account, auth);
  if (account) account.counts[trial === 'locked' ? 'basicWhileLocked' : 'basicFailed']++;
  const verdict = { ...nobody, account, outcome: trial };
  if (account?.locked) return { ...verdict, headers: challengeHeaders(auth), reply: challengePage(base) };
  const headers = reason('AUTHENTICATED_FAILED');
  return settled.failedLogin === 'anonymous'
    ? { ...verdict, headers: { ...headers, 'Set-Cookie': sessions.cookie() } }
    : { ...verdict, headers, reply: failedPage(base) };
}

/** Begins a session; a Cloud site has none, and takes the credentials every time. */
function accepted(account: Account, { sessions, settled }: AuthContext): Verdict {
  const verdict = { ...nobody, outcome: 'accepted' as const, account, signedIn: true };
  if (settled.flavour === 'cloud') return verdict;
  const session = sessions.begin(account);
  return { ...verdict, session, headers: { ...reason('OK'), 'Set-Cookie': sessions.cookie(session.id) } };
}

function byToken(token: string, { accounts, base }: AuthContext): Verdict {
  const account = accounts.byToken(token);
  return account
    ? { ...nobody, outcome: 'accepted', account, signedIn: true, headers: reason('OK') }
    : {
        ...nobody,
        outcome: 'failed',
        headers: reason('AUTHENTICATED_FAILED'),
        reply: unauthorized('badToken', base),
      };
}

function byCookie(id: string, { sessions, settled, base }: AuthContext): Verdict {
  const session = sessions.use(id);
  if (!session)
    return {
      ...nobody,
      outcome: 'expired',
      reply: settled.expiredSession === 'unauthorized' ? unauthorized('notSignedIn', base) : undefined,
    };
  const rotated = sessions.rotate(session);
  return {
    ...nobody,
    outcome: 'accepted',
    account: session.account,
    signedIn: true,
    session,
    headers: { ...reason('OK'), ...(rotated ? { 'Set-Cookie': sessions.cookie(session.id) } : {}) },
  };
}

/** Headers for an account that only its user can unlock, on the login page. */
export const challengeHeaders = ({ base, settled, sessions }: AuthContext): Record<string, string> => ({
  'X-Authentication-Denied-Reason': `CAPTCHA_CHALLENGE; login-url=${base}/login.jsp`,
  ...reason(settled.challengeReason),
  'Set-Cookie': sessions.cookie(),
});
