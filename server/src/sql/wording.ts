import texts from '../../catalogue/messages/sql.json' with { type: 'json' };
import { wordingOf } from '../language/wording.ts';

export type SqlText = keyof typeof texts;

/** The sentences of this room. */
export const say = wordingOf(texts);
