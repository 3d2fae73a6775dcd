import type { RunnableLanguage } from './served-language.ts';

/** A language by its id, with its catalogue. */
export type LoadLanguage = (id: string) => Promise<RunnableLanguage>;

/** Loads a language and its catalogue on first use: a program that ends at once needs only one of them. */
export function lazyLanguages(): LoadLanguage {
  const loaded = new Map<string, Promise<RunnableLanguage>>();
  return id => {
    const language = loaded.get(id) ?? load(id);
    loaded.set(id, language);
    return language;
  };
}

async function load(id: string): Promise<RunnableLanguage> {
  if (id === 'jql') return (await import('./jql-language.ts')).createJqlLanguage();
  const { createWikiLanguage } = await import('./wiki-language.ts');
  return createWikiLanguage((await import('../../wiki/catalogue/built-in-texts.ts')).builtInTexts);
}
