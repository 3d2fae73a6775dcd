import type runTexts from '../../catalogue/messages/runs.json';
import type serverTexts from '../../catalogue/messages/server.json';

/** The server's own messages, in any language. */
export type ServerMessage = keyof typeof serverTexts | keyof typeof runTexts;
