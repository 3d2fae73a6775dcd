import type { ServerMessage } from '#shared/base/server-message.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import type { RunnableLanguage } from '../runs/languages/served-language.ts';
import type { Platform } from './platform.ts';
import type { Backend } from '../network/backend.ts';

/** The dependencies of the server: its platform, the backend that runs on it, and what is the same on every platform. */
export interface Runtime extends Platform {
  readonly languages: ReadonlyMap<string, RunnableLanguage>;
  readonly backend: Backend;
  readonly wording: Wording<ServerMessage>;
}
