/** Evaluates the account, the limits and the clock of a probe. */
import { perMinute, tierOfClass, wikimediaTier } from '#shared/base/wikimedia-limits.ts';
import type { Finding, Answered, Probe } from './diagnosis-facts.ts';

/** Milliseconds of difference between the clocks that are tolerated. */
const tolerated = 60_000;

const answered = ({ answer }: Probe): Answered | undefined =>
  'failure' in answer || answer.content.kind !== 'api' ? undefined : answer;

/** Evaluates who the site says one is. */
export function evaluateAccount(probe: Probe): Finding {
  const { session, sessionProblem, account } = probe;
  const { message } = session;
  if (sessionProblem !== undefined)
    return { outcome: 'failed', key: 'account.rejected', values: { message: sessionProblem } };
  if (session.state === 'signedIn') {
    const name = session.account ?? '';
    if (account === undefined) return { outcome: 'skipped', key: 'account.unused', values: { message } };
    return name === ''
      ? { outcome: 'passed', key: 'account.token' }
      : { outcome: 'passed', key: 'account.signedIn', values: { account: name } };
  }
  if (session.state === 'anonymous') return { outcome: 'passed', key: 'account.anonymous' };
  return { outcome: 'warning', key: 'account.unused', values: { message } };
}

/** The right for larger requests, and the rows of a list that it allows in one request. */
const highLimit = { right: 'apihighlimits', rows: '5,000' };

/** Evaluates how much the site allows at once; `undefined` = it did not answer as an API. */
export function evaluateLimits(probe: Probe): Finding | undefined {
  const answer = answered(probe);
  if (answer === undefined) return undefined;
  const details = tierDetails(probe, answer);
  return { ...limitFinding(probe, answer), ...(details.length > 0 && { details }) };
}

/** Who asks a wiki of Wikimedia, how many requests a minute it accepts, and what would raise that. */
function tierDetails(
  { site, session, account, userAgent }: Probe,
  { limitClass = '' }: Answered,
): NonNullable<Finding['details']> {
  const isSignedIn = session.state === 'signedIn';
  const ofClass = isSignedIn ? undefined : tierOfClass(limitClass);
  const tier = wikimediaTier(site.url, userAgent, isSignedIn ? (account ?? {}) : undefined);
  if (tier === undefined) return [];
  return [[`limits.tier.${ofClass ?? tier}`, perMinute]];
}

function limitFinding(probe: Probe, answer: Answered): Finding {
  const { retryAfter, rateLimits } = answer;
  if (retryAfter !== undefined)
    return { outcome: 'warning', key: 'limits.wait', values: { seconds: retryAfter } };
  const { rights, rateLimits: ofAccount = [] } = probe.account ?? {};
  if (rights !== undefined)
    return rights.includes(highLimit.right)
      ? { outcome: 'passed', key: 'limits.rows.high', values: { count: highLimit.rows } }
      : { outcome: 'passed', key: 'limits.rows.usual' };
  const announced = [...rateLimits.map(([name, value]) => `${name} ${value}`), ...ofAccount];
  return announced.length === 0
    ? { outcome: 'passed', key: 'limits.none' }
    : { outcome: 'passed', key: 'limits.rates', values: { limits: announced.join(', ') } };
}

/** Compares the clock of the site with that of this machine; `undefined` = the site did not answer. */
export function evaluateClock({ answer }: Probe): Finding | undefined {
  if ('failure' in answer) return undefined;
  const { clockSkew } = answer;
  if (clockSkew === undefined) return { outcome: 'skipped', key: 'clock.unknown' };
  const seconds = Math.round(Math.abs(clockSkew) / 1000);
  return Math.abs(clockSkew) > tolerated
    ? { outcome: 'warning', key: 'clock.skew', values: { seconds } }
    : { outcome: 'passed', key: 'clock.passed', values: { seconds: Math.max(1, seconds) } };
}
