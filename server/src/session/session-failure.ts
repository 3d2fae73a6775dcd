import { visibleLine } from '../common/visible-text.ts';
import texts from '../../catalogue/messages/session.json' with { type: 'json' };
import { hostOf } from '../http/client.ts';
import { HttpFailure } from '../http/failure.ts';
import { wordingOf } from '../language/wording.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Site } from '../protocol/sites.ts';
import { automaticPause, type Refusal, type RenewalRefusal } from './login-rule.ts';

export type SessionCode = keyof typeof texts;
type Values = Readonly<Record<string, string | number>>;

interface Text {
  readonly severity: string;
  readonly message: string;
  readonly action?: string;
}

const entries = new Map<string, Text>(Object.entries(texts));
const word = wordingOf(Object.fromEntries([...entries].map(([code, { message }]) => [code, message])));
const severities = ['error', 'warning', 'information'] as const;
const actions = ['configureSite', 'signIn', 'switchAccount', 'retry', 'openLogin'] as const;

/** The message for what happened to a session. `{site}` and `{host}` are those of the site. */
export function sessionNotice(
  code: SessionCode,
  site: Pick<Site, 'name' | 'url'>,
  values: Values = {},
): Notice {
  const entry = entries.get(code);
  const action = actions.find(each => each === entry?.action);
  const shown = { site: site.name, host: hostOf(site.url), ...values };
  return {
    severity: severities.find(each => each === entry?.severity) ?? 'error',
    code,
    message: word(
      code,
      Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, visible(value)])),
    ),
    ...(action ? { action } : {}),
  };
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

/** A value without control and bidirectional characters: the user or a site can put any into it. */
function visible(value: string | number): string | number {
  return typeof value === 'number' ? value : visibleLine(value);
}
