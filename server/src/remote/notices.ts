import trackerTexts from '../../catalogue/messages/tracker-run.json' with { type: 'json' };
import texts from '../../catalogue/messages/network.json' with { type: 'json' };
import { visibleLine } from '../common/visible-text.ts';
import type { HttpFailure } from '../http/failure.ts';
import { wordingOf } from '../language/wording.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Site } from '../protocol/sites.ts';
import { SessionFailure } from '../session/session-failure.ts';
import { shorten } from './shorten.ts';

interface Text {
  readonly severity: string;
  readonly message: string;
  readonly action?: string;
}
type Holes = Readonly<Record<string, string | number>>;

const severities = ['error', 'warning', 'information'] as const;
const actions = ['configureSite', 'signIn', 'switchAccount', 'openSettings', 'retry'] as const;

/** Makes notices from a table of texts. */
export interface Notices<Code extends string> {
  /** A notice with the holes of its message filled. */
  of(code: Code, holes: Holes): Notice;
  /** A failure of the network as a notice that names the site. */
  failure(failure: HttpFailure, site: string): Notice;
  /** An HTTP status that is not a success as a notice. */
  status(status: number, holes: Holes): Notice;
}

type Common = keyof typeof texts;

function noticesFrom<Code extends string>(
  table: Readonly<Record<Code | Common, Text>>,
): Notices<Code | Common> {
  const entries = new Map<string, Text>(Object.entries(table));
  const word = wordingOf(Object.fromEntries([...entries].map(([code, { message }]) => [code, message])));
  const of = (code: Code | Common, holes: Holes): Notice => {
    const entry = entries.get(code);
    const action = actions.find(each => each === entry?.action);
    const shown = Object.entries(holes).map(([name, value]) => [name, visible(value)]);
    return {
      severity: severities.find(each => each === entry?.severity) ?? 'error',
      code,
      message: word(code, Object.fromEntries(shown)),
      ...(action ? { action } : {}),
    };
  };
  const isCode = (code: string): code is Code | Common => entries.has(code);
  return {
    of,
    failure: (failure, site) =>
      failure instanceof SessionFailure
        ? failure.notice
        : of(failure.kind, { reason: '', ...failure.detail, site, host: failure.host }),
    status(status, holes) {
      const code = `http${status}`;
      return of(isCode(code) ? code : 'httpOther', { ...holes, status });
    },
  };
}

export const wikiNotices = noticesFrom<Common>(texts);
export const trackerNotices = noticesFrom<keyof typeof trackerTexts>({ ...texts, ...trackerTexts });

/** A failure of the network at a site of either kind. */
export const failureNotice = (failure: HttpFailure, { kind, name }: Site): Notice =>
  (kind === 'wiki' ? wikiNotices : trackerNotices).failure(failure, name);

/** UTF-16 units of one value in a message. */
const longest = 1_000;

/** What a site sent is shown without control and direction characters, and not too long. */
function visible(value: string | number): string | number {
  return typeof value === 'number' ? value : visibleLine(shorten(value, longest));
}
