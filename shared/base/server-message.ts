import type runTexts from '../../server/catalogue/messages/runs.json';
import type serverTexts from '../../server/catalogue/messages/server.json';

/** The server's own messages, in any language. */
export type ServerMessage = keyof typeof serverTexts | keyof typeof runTexts;
