import type { RunnableLanguage } from './served-language.ts';
import { createJqlLanguage } from './jql-language.ts';
import { createWikiLanguage } from './wiki-language.ts';
import { builtInTexts } from '../../wiki/catalogue/built-in-texts.ts';

/** The languages of this server by their ids, each with its catalogue. */
export function createLanguages(): ReadonlyMap<string, RunnableLanguage> {
  return new Map([
    ['wikiquery', createWikiLanguage(builtInTexts)],
    ['jql', createJqlLanguage()],
  ]);
}
