import trackerTexts from '../../catalogue/messages/tracker-run.json' with { type: 'json' };
import texts from '../../catalogue/messages/network.json' with { type: 'json' };
import type { HttpResponse } from './http/http-client.ts';
import type { HttpFailure } from './http/http-failure.ts';
import { reasonIn } from './http/read-json.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { type NoticeText, type NoticeValues, noticesOf } from './session/notice-table.ts';
import { SessionFailure } from './session/session-failure.ts';

/** Creates notices from a table of texts. */
export interface Notices<Code extends string> {
  /** A notice with values for the placeholders of its message. */
  of(code: Code, values: NoticeValues): Notice;
  /** The notice for a failure of the network. */
  failure(failure: HttpFailure, site: string): Notice;
  /** The notice for an HTTP status that is not a success. */
  status(status: number, values: NoticeValues): Notice;
}

type Common = keyof typeof texts;

function noticesFrom<Code extends string>(
  table: Readonly<Record<Code | Common, NoticeText>>,
): Notices<Code | Common> {
  const of = noticesOf<Code | Common>(table);
  const isCode = (code: string): code is Code | Common => Object.hasOwn(table, code);
  return {
    of,
    failure(failure, site) {
      if (failure instanceof SessionFailure) return failure.notice;
      const { kind, detail, host } = failure;
      const special = `${kind}.${detail.reason}`;
      return { ...of(isCode(special) ? special : kind, { reason: '', ...detail, site, host }), code: kind };
    },
    status(status, values) {
      const code = `http${status}`;
      return of(isCode(code) ? code : 'httpOther', { ...values, status });
    },
  };
}

export const commonNotices = noticesFrom<Common>(texts);
export const trackerNotices = noticesFrom<keyof typeof trackerTexts>({ ...texts, ...trackerTexts });

/** The notice for a successful status without JSON, with the title of a page that came instead. */
export const withTitle = (notice: Notice, response: HttpResponse): Notice =>
  notice.code === 'html' ? withReason(notice, response) : notice;

/** A notice about a response that is not a success, with the site's own reason where it gives one. */
export function withReason(notice: Notice, response: HttpResponse): Notice {
  const reason = reasonIn(response);
  if (reason === '') return notice;
  return {
    ...notice,
    message: commonNotices.of('statusReason', { message: notice.message, reason }).message,
  };
}

/** The notice for a failure of the network, for a site of either kind. */
export const failureNotice = (failure: HttpFailure, { kind, name }: Site): Notice =>
  (kind === 'wiki' ? commonNotices : trackerNotices).failure(failure, name);
