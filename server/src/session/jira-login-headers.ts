import type { HttpResponse } from '../http/client.ts';
import type { Site } from '../protocol/sites.ts';
import { loginPage } from './login-page.ts';
import type { Refusal } from './login-rule.ts';

/** What a tracker's headers say of a login, at any status. (spec/issue-tracker-access.md, "Errors"; facts/jira-rest.json, auth) */
export interface LoginHeaders {
  /** The login was denied, whatever the password: a challenge, or another reason. */
  readonly denial?: Refusal;
  /** The credentials or the session did not count. */
  readonly failed: boolean;
  /** Known, but without the right: the login of such an account counts as failed too. */
  readonly unauthorised: boolean;
  /** Logged out, or never in. */
  readonly out: boolean;
  /** Who the server thinks it is; absent = it does not say; `''` = nobody. */
  readonly user?: string;
}

const challenge = /^\s*CAPTCHA_CHALLENGE\b/i;
const loginUrl = /;\s*login-url\s*=\s*"?([^";\s]+)"?/i;
const reasonHeader = /^x-[a-z0-9-]+-loginreason$/;

export function loginHeaders({ headers }: HttpResponse, site: Pick<Site, 'url'>): LoginHeaders {
  const reasons = Object.entries(headers)
    .filter(([name]) => reasonHeader.test(name))
    .flatMap(([, value]) => value.toUpperCase().split(/[\s,;]+/));
  const denied = headers['x-authentication-denied-reason'];
  const user = headers['x-ausername'];
  const denial = denied === undefined ? deniedByReason(reasons) : deniedByHeader(denied, site);
  return {
    ...(denial ? { denial } : {}),
    failed: reasons.includes('AUTHENTICATED_FAILED'),
    unauthorised: reasons.includes('AUTHORISATION_FAILED'),
    out: reasons.includes('OUT'),
    ...(user === undefined ? {} : { user: userOf(user) }),
  };
}

function deniedByHeader(value: string, site: Pick<Site, 'url'>): Refusal {
  const page = loginPage(loginUrl.exec(value)?.[1] ?? '', site);
  const reason = challenge.test(value) ? 'challenge' : 'denied';
  return loginUrl.test(value) && page !== undefined ? { reason, loginUrl: page } : { reason };
}

const deniedByReason = (reasons: readonly string[]): Refusal | undefined =>
  reasons.includes('AUTHENTICATION_DENIED') ? { reason: 'denied' } : undefined;

function userOf(header: string): string {
  const user = decoded(header.trim());
  return user === 'anonymous' ? '' : user;
}

/** A tracker percent-encodes a name that is not ASCII. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
