import type serverTexts from '../../catalogue/messages/server.json';

/** The ids of the server's own messages. */
export type ServerMessage = keyof typeof serverTexts;
