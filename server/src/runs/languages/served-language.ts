import type { CheckedLanguage } from '../../query-file/checking/check-document.ts';
import type { Runner } from '../../query-file/language/runner.ts';

/** Every command that can be a lens of a query, in order. */
export const lensCommands = [
  'wikijql.run',
  'wikijql.openSandbox',
  'wikijql.copyUrl',
  'wikijql.copyQuery',
] as const;
type LensCommand = (typeof lensCommands)[number];

/** A language as the server knows it. */
export interface Language extends CheckedLanguage {
  /** The lenses of a query. */
  readonly lenses: readonly LensCommand[];
}

/** A language and how its queries run. */
export interface RunnableLanguage extends Language {
  readonly runner: Runner;
}
