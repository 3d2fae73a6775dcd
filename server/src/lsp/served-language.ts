import type serverTexts from '../../catalogue/messages/server.json';
import type { CheckedLanguage } from '../checking/checked-language.ts';
import type { QueryContext } from '../language/service.ts';
import type { QueryDocument } from '../queryfile/query-document.ts';

/** Every command that can be a lens of a query, in order. */
export const lensCommands = [
  'wikijql.run',
  'wikijql.openSandbox',
  'wikijql.copyUrl',
  'wikijql.copyQuery',
] as const;
export type LensCommand = (typeof lensCommands)[number];

/** The lens of a query that can be watched, which needs the client. */
export const watchCommand = 'wikijql.watch';

/** The server's own messages, in any language. */
export type ServerMessage = keyof typeof serverTexts;

/** A language as the server knows it. */
export interface Language extends CheckedLanguage {
  /** The lenses of a query. */
  readonly lenses: readonly LensCommand[];
}

/** An open file in one of the server's languages, and its context. */
export interface OpenFile {
  readonly document: QueryDocument;
  readonly language: Language;
  readonly context: QueryContext;
}
