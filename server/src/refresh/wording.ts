import sqlTexts from '../../catalogue/messages/sql.json' with { type: 'json' };
import { wordingOf } from '../language/wording.ts';

export const saySql = wordingOf(sqlTexts);
