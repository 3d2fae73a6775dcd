/** Messages and failures of sessions. */
import texts from '../../../catalogue/messages/session.json' with { type: 'json' };
import { hostOf } from '../http/http-client.ts';
import { HttpFailure } from '../http/http-failure.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { automaticPause, type Refusal, type RenewalRefusal } from './login/login-rule.ts';
import { noticesOf, type NoticeValues } from './notice-table.ts';

export type SessionCode = keyof typeof texts;

const makeNotice = noticesOf<SessionCode>(texts);

/** The message for an event of a session. `{site}` and `{host}` are those of the site. */
export function sessionNotice(
  code: SessionCode,
  site: Pick<Site, 'name' | 'url'>,
  values: NoticeValues = {},
): Notice {
  return makeNotice(code, { site: site.name, host: hostOf(site.url), ...values });
}

/** The message for a refusal, with the login page where the user can resolve it. */
export function refusalNotice(
  { reason, loginUrl }: Refusal,
  site: Pick<Site, 'name' | 'url'>,
  account: string,
): Notice {
  const { action, ...notice } = sessionNotice(`rejected.${reason}`, site, { account });
  if (action !== 'openLogin') return { ...notice, ...(action ? { action } : {}) };
  return loginUrl === undefined ? { ...notice, action: 'signIn' } : { ...notice, action, loginUrl };
}

/** The message for why there is no automatic sign-in. */
export function renewalNotice(
  code: RenewalRefusal | 'unknown' | 'unknown.elsewhere',
  site: Pick<Site, 'name' | 'url'>,
  account: string,
): Notice {
  return sessionNotice(code, site, { account, minutes: automaticPause / 60_000 });
}

/** There is no session for a request: it was not sent, or its response does not count. */
export class SessionFailure extends HttpFailure {
  readonly notice: Notice;

  constructor(notice: Notice, site: Pick<Site, 'url'>, requests = 0) {
    super('session', hostOf(site.url), {}, requests);
    this.name = 'SessionFailure';
    this.notice = notice;
  }

  override after(requests: number): SessionFailure {
    return new SessionFailure(this.notice, { url: `http://${this.host}` }, requests);
  }
}
