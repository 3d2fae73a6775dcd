import type serverTexts from '../../catalogue/messages/server.json';
import type { Problem } from '../language/problem.ts';
import type { LanguageService, QueryContext } from '../language/service.ts';
import type { Wording } from '../language/wording.ts';
import type { FileSyntax, QueryDocument } from '../queryfile/query-document.ts';

/** Every command that can be a lens of a query, in order. */
export const lensCommands = [
  'wikijql.run',
  'wikijql.openSandbox',
  'wikijql.copyUrl',
  'wikijql.copyQuery',
] as const;
export type LensCommand = (typeof lensCommands)[number];

/** The server's own messages, in any language. */
export type ServerMessage = keyof typeof serverTexts;

/** A language as the server knows it. */
export interface Language {
  readonly service: LanguageService;
  readonly syntax: FileSyntax;
  readonly wording: Wording;
  /** The source of a diagnostic, shown before its code. */
  readonly source: string;
  /** The lenses of a query. */
  readonly lenses: readonly LensCommand[];
}

/** An open file in one of the server's languages, and its context. */
export interface OpenFile {
  readonly document: QueryDocument;
  readonly language: Language;
  readonly context: QueryContext;
}

/** The problems of one block of a file. */
export interface ProblemsOfBlock {
  readonly index: number;
  readonly problems: readonly Problem[];
}
