import trackerTexts from '../../catalogue/messages/tracker-run.json' with { type: 'json' };
import texts from '../../catalogue/messages/network.json' with { type: 'json' };
import { visibleLine } from '../common/visible-text.ts';
import type { HttpFailure } from '../http/failure.ts';
import { wordingOf } from '../language/wording.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Site } from '../protocol/sites.ts';
import { SessionFailure } from '../session/session-failure.ts';
import { shorten } from '../common/shorten.ts';

interface Text {
  readonly severity: string;
  readonly message: string;
  readonly action?: string;
}
type Values = Readonly<Record<string, string | number>>;

const severities = ['error', 'warning', 'information'] as const;
const actions = ['configureSite', 'signIn', 'switchAccount', 'openSettings', 'retry'] as const;

/** Creates notices from a table of texts. */
export interface Notices<Code extends string> {
  /** A notice with values for the placeholders of its message. */
  of(code: Code, values: Values): Notice;
  /** The notice for a failure of the network. */
  failure(failure: HttpFailure, site: string): Notice;
  /** The notice for an HTTP status that is not a success. */
  status(status: number, values: Values): Notice;
}

type Common = keyof typeof texts;

function noticesFrom<Code extends string>(
  table: Readonly<Record<Code | Common, Text>>,
): Notices<Code | Common> {
  const entries = new Map<string, Text>(Object.entries(table));
  const word = wordingOf(Object.fromEntries([...entries].map(([code, { message }]) => [code, message])));
  const of = (code: Code | Common, values: Values): Notice => {
    const entry = entries.get(code);
    const action = actions.find(each => each === entry?.action);
    const shown = Object.entries(values).map(([name, value]) => [name, visible(value)]);
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
    status(status, values) {
      const code = `http${status}`;
      return of(isCode(code) ? code : 'httpOther', { ...values, status });
    },
  };
}

export const commonNotices = noticesFrom<Common>(texts);
export const trackerNotices = noticesFrom<keyof typeof trackerTexts>({ ...texts, ...trackerTexts });

/** The notice for a failure of the network, for a site of either kind. */
export const failureNotice = (failure: HttpFailure, { kind, name }: Site): Notice =>
  (kind === 'wiki' ? commonNotices : trackerNotices).failure(failure, name);

/** Maximum UTF-16 units of a value in a message. */
const longestValue = 1_000;

/** A value without control and bidirectional characters, and not too long: a site can put anything into it. */
function visible(value: string | number): string | number {
  return typeof value === 'number' ? value : visibleLine(shorten(value, longestValue));
}
