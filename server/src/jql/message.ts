import type fixMessages from '../../catalogue/messages/jql-fixes.json';
import type commonFixMessages from '../../catalogue/messages/query-file-fixes.json';
import type messages from '../../catalogue/messages/jql.json';

/** The key of a problem's wording. */
export type JqlMessage = keyof typeof messages;

/** The key of a fix's title. */
export type JqlFixTitle = keyof typeof fixMessages | keyof typeof commonFixMessages;
