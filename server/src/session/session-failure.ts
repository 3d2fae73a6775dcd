import { visibleLine } from '../common/visible-text.ts';
import texts from '../../catalogue/messages/session.json' with { type: 'json' };
import { hostOf } from '../http/client.ts';
import { HttpFailure } from '../http/failure.ts';
import { wordingOf } from '../language/wording.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Site } from '../protocol/sites.ts';
import { automaticPause, type Refusal, type RenewalRefusal } from './login-rule.ts';

export type SessionCode = keyof typeof texts;
type Holes = Readonly<Record<string, string | number>>;

interface Text {
  readonly severity: string;
  readonly message: string;
  readonly action?: string;
}

const entries = new Map<string, Text>(Object.entries(texts));
const word = wordingOf(Object.fromEntries([...entries].map(([code, { message }]) => [code, message])));
const severities = ['error', 'warning', 'information'] as const;
const actions = ['configureSite', 'signIn', 'switchAccount', 'retry', 'openLogin'] as const;

/** Words what became of a session. `{site}` and `{host}` are filled from the site. */
export function sessionNotice(
  code: SessionCode,
  site: Pick<Site, 'name' | 'url'>,
  holes: Holes = {},
): Notice {
  const entry = entries.get(code);
  const action = actions.find(each => each === entry?.action);
  const shown = { site: site.name, host: hostOf(site.url), ...holes };
  return {
    severity: severities.find(each => each === entry?.severity) ?? 'error',
    code,
    message: word(
      code,
      Object.fromEntries(Object.entries(shown).map(([name, hole]) => [name, visible(hole)])),
    ),
    ...(action ? { action } : {}),
  };
}

/** Words a refusal, with the page where a person can solve it. */
export function refusalNotice(
  { reason, loginUrl }: Refusal,
  site: Pick<Site, 'name' | 'url'>,
  account: string,
): Notice {
  const { action, ...notice } = sessionNotice(`rejected.${reason}`, site, { account });
  if (action !== 'openLogin') return { ...notice, ...(action ? { action } : {}) };
  return loginUrl === undefined ? { ...notice, action: 'signIn' } : { ...notice, action, loginUrl };
}

/** Words why nobody is signed in without a click. */
export function renewalNotice(
  code: RenewalRefusal | 'unknown' | 'unknown.elsewhere',
  site: Pick<Site, 'name' | 'url'>,
  account: string,
): Notice {
  return sessionNotice(code, site, { account, minutes: automaticPause / 60_000 });
}

/** There is no session for a request, so it was not sent or its answer is worth nothing. */
export class SessionFailure extends HttpFailure {
  /** Worded already. */
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

/** What a person typed or a site sent is shown without control and direction characters. */
function visible(hole: string | number): string | number {
  return typeof hole === 'number' ? hole : visibleLine(hole);
}
