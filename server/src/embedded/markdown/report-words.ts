import texts from '../../../catalogue/messages/reports.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';

export const reportWord = wordingOf(texts);

/** As `reportWord`, for a key from data. */
export const reportWordBy = wordingOf<string>(texts);
