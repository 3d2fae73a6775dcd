import type { LanguageService } from '../language/service.ts';
import type { Wording } from '../language/wording.ts';
import type { FileSyntax } from '../queryfile/query-document.ts';

/** What it takes to check the files of a language. */
export interface CheckedLanguage {
  readonly service: LanguageService;
  readonly syntax: FileSyntax;
  readonly wording: Wording;
  /** The source of a diagnostic, shown before its code. */
  readonly source: string;
}
