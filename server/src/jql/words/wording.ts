import texts from '../../../catalogue/messages/jql-words.json' with { type: 'json' };
import { optionalWordingOf, wordingOf } from '../../language/wording.ts';

export const say = wordingOf(texts);

/** By a key that is put together; `undefined` = there is no such text. */
export const sayIfKnown = optionalWordingOf(texts);
