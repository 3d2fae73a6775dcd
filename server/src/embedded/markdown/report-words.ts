import texts from '../../../catalogue/messages/reports.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';

export const say = wordingOf(texts);

/** As `say`, for a key from data. */
export const sayByKey = wordingOf<string>(texts);
