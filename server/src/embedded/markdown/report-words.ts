import texts from '../../../catalogue/messages/reports.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';

export type ReportMessage = keyof typeof texts;

export const reportWord = wordingOf(texts);

/** Like `reportWord`, for a key that comes from data. */
export const reportWordBy = wordingOf<string>(texts);
