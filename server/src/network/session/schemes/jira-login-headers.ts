/** Reads what Jira's headers say about a login. */
import type { HttpResponse } from '../../http/http-client.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { loginPage } from '../login-page.ts';
import type { Refusal } from '../login/login-rule.ts';

/** The state of a login in Jira's headers, with any status. */
export interface LoginHeaders {
  /** The login was denied without checking the password: because of a CAPTCHA, or for another reason. */
  readonly denial?: Refusal;
  /** The credentials or the session were rejected. */
  readonly failed: boolean;
  /** The account is known but has no permission: its login counts as failed too. */
  readonly unauthorised: boolean;
  /** Not logged in. */
  readonly out: boolean;
  /** The account of the request; absent = not in the headers; `''` = anonymous. */
  readonly user?: string;
}

const challenge = /^\s*CAPTCHA_CHALLENGE\b/i;
const loginUrl = /;\s*login-url\s*=\s*"?([^";\s]+)"?/i;
const reasonHeader = /^x-[a-z0-9-]+-loginreason$/;

/** Reads from the headers of a response how Jira took the credentials. */
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

/** Jira percent-encodes a name that is not ASCII. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
