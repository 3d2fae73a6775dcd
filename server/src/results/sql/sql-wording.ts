import texts from '../../../catalogue/messages/sql.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';

export type SqlText = keyof typeof texts;

/** The messages about SQL. */
export const say = wordingOf(texts);
