/** Reads the arguments of the library's functions: a wrong one is a TypeError that says which and why. */
import * as v from 'valibot';
import versions from '../../../catalogue/wiki/versions.json' with { type: 'json' };
import { wikimediaProfile } from '#shared/base/site-address.ts';
import type { SiteLock } from '#shared/base/site-lock.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import { createJqlLanguage } from '../../runs/languages/jql-language.ts';
import type { RunnableLanguage } from '../../runs/languages/served-language.ts';
import { createWikiLanguage, type WikiLanguage } from '../../runs/languages/wiki-language.ts';
import { readLock, siteLock } from '../../sites/locks/lock-text.ts';
import { wikiTexts, type WikiTexts as Texts } from '../../wiki/catalogue/catalogue-texts.ts';
import locks from '../../../catalogue/messages/locks.json' with { type: 'json' };
import { lazy } from '#shared/base/lazy.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import type { CodeTarget, Language, WikiTexts } from './types.ts';

const sayByKey = wordingOf<string>(locks);

const optional = v.optional;
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** The moments that a date can be. */
const moment = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15));
const languages = ['jql', 'wikiquery'] as const;
const loadedTexts = v.custom<WikiTexts>(
  value => typeof value === 'object' && value !== null && wikiLanguages.has(value),
  'Expected what loadWikiTexts() resolves with',
);
const siteAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:/i, 'Expected an address of HTTP'));

const language = v.picklist(languages);
const ofQuery = {
  language,
  now: optional(moment),
  profile: optional(v.picklist([wikimediaProfile, ...Object.keys(versions.profiles)])),
  lock: optional(v.string()),
  texts: optional(loadedTexts),
};

const ofCode = <const Id extends Language, const Target extends CodeTarget>(
  id: Id,
  targets: readonly Target[],
) =>
  v.strictObject({
    ...ofQuery,
    language: v.literal(id),
    target: v.picklist(targets),
    url: siteAddress,
    query: optional(v.string()),
    limit: optional(v.pipe(wholeNumber, v.minValue(1))),
    contact: optional(v.string()),
  });

/** The options of each function. */
export const schemas = {
  check: v.strictObject({ ...ofQuery, fixes: optional(v.boolean()) }),
  fix: v.strictObject(ofQuery),
  format: v.strictObject({ language, keywordCase: optional(v.picklist(['upper', 'lower', 'keep'])) }),
  complete: v.strictObject(ofQuery),
  explain: v.variant('language', [
    v.strictObject({ ...ofQuery, language: v.literal('jql') }),
    v.strictObject({ ...ofQuery, language: v.literal('wikiquery'), texts: loadedTexts }),
  ]),
  parse: v.strictObject(ofQuery),
  toCode: v.variant('language', [
    ofCode('jql', ['jql', 'page', 'rest', 'curl', 'jira', 'jira.js', 'jira-cli']),
    ofCode('wikiquery', [
      'url',
      'curl',
      'fetch',
      'requests',
      'pywikibot',
      'mwclient',
      'mwn',
      'mw.Api',
      'php',
    ]),
  ]),
} as const;
type Name = keyof typeof schemas;

/** The language and the context that options describe. */
export type Surroundings = JqlSurroundings | WikiSurroundings;

interface JqlSurroundings {
  readonly languageId: 'jql';
  readonly language: RunnableLanguage;
  readonly context: QueryContext;
}

export interface WikiSurroundings {
  readonly languageId: 'wikiquery';
  readonly language: WikiLanguage;
  readonly context: QueryContext;
}

/** Returns an argument. @throws TypeError where it is of another type */
export const readText = (name: string, text: unknown, argument = 'text'): string =>
  read(`${name}(): ${argument}`, v.string(), text);

/** Returns an offset in a text. @throws TypeError where it is not one */
export const readOffset = (name: string, offset: unknown, text: string): number =>
  read(`${name}(): offset`, v.pipe(wholeNumber, v.maxValue(text.length)), offset);

/** Returns the options of a function. @throws TypeError where one is wrong or unknown */
export const readOptions = <const F extends Name>(
  name: F,
  options: unknown,
): v.InferOutput<(typeof schemas)[F]> => read(`${name}(): options`, schemas[name], options);

function read<const Schema extends v.GenericSchema>(
  place: string,
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  const [issue] = issues;
  const path = v.getDotPath(issue);
  throw new TypeError(`${path === null ? place : `${place}.${path}`}: ${issue.message}`);
}

const jqlLanguage = lazy(createJqlLanguage);
/** The language of wikis for each set of texts. */
const wikiLanguages = new WeakMap<object, () => WikiLanguage>();
const noTexts: WikiTexts = withTexts(wikiTexts());

/** Returns the texts as callers see them. */
export function withTexts(texts: Texts): WikiTexts {
  const shown: WikiTexts = Object.freeze({ kind: 'wiki-texts' });
  wikiLanguages.set(
    shown,
    lazy(() => createWikiLanguage(texts)),
  );
  return shown;
}

/** Returns the language and the context that options describe. @throws TypeError for a lock that cannot be used */
export function surroundingsOf({
  language: languageId,
  now = Date.now(),
  profile,
  lock: lockText,
  texts = noTexts,
}: {
  readonly language: Language;
  readonly now?: number | undefined;
  readonly profile?: string | undefined;
  readonly lock?: string | undefined;
  readonly texts?: WikiTexts | undefined;
}): Surroundings {
  const lock = lockText === undefined ? undefined : lockOf(lockText);
  const context: QueryContext = {
    now,
    sites: [],
    defaultSite: lock?.site ?? '',
    ...(profile !== undefined && { profile }),
    ...(lock && { locks: { locks: new Map([[lock.site, lock]]), unusable: new Map() } }),
  };
  return languageId === 'jql'
    ? { languageId, context, language: jqlLanguage() }
    : { languageId, context, language: wikiLanguages.get(texts)!() };
}

let lastLock: { readonly text: string; readonly lock: SiteLock } | undefined;

/** Reads the text of a lock; the last one is kept, and with it what the languages made of it. */
function lockOf(text: string): SiteLock {
  if (lastLock?.text === text) return lastLock.lock;
  const contents = readLock(text);
  const lock = 'fault' in contents ? contents : siteLock('', contents);
  if ('fault' in lock)
    throw new TypeError(sayByKey(`lock-unusable.${lock.fault}`, { ...lock.values, file: 'options.lock' }));
  lastLock = { text, lock };
  return lock;
}
