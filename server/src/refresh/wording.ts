import serverTexts from '../../catalogue/messages/server.json' with { type: 'json' };
import sqlTexts from '../../catalogue/messages/sql.json' with { type: 'json' };
import { wordingOf } from '../language/wording.ts';

export const sayServer = wordingOf(serverTexts);

export const saySql = wordingOf(sqlTexts);
