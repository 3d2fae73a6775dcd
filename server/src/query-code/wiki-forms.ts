import type { CodeForm } from '../query-file/language/runner.ts';
import { fetchModule, mwApi, mwn } from './javascript-code.ts';
import { UnusableText } from './literals.ts';
import { php } from './php-code.ts';
import { mwclient, pythonRequests, pywikibot } from './python-code.ts';
import { wikiCurl } from './shell-code.ts';
import { type WikiSample, wikiSample, type WikiSource } from './wiki-sample.ts';

/** The writers of all forms but the address, which the caller provides. */
const writers: readonly (readonly [id: string, write: (sample: WikiSample) => string | undefined])[] = [
  ['curl', withoutToken(wikiCurl)],
  ['fetch', withoutToken(fetchModule)],
  ['requests', withoutToken(pythonRequests)],
  ['pywikibot', pywikibot],
  ['mwclient', withoutToken(mwclient)],
  ['mwn', withoutToken(mwn)],
  ['mw.Api', mwApi],
  ['php', withoutToken(php)],
];

/** Skips queries with a token: it belongs to a session, which these programs do not have. */
function withoutToken(write: (sample: WikiSample) => string | undefined): typeof write {
  return sample => (sample.token === undefined ? write(sample) : undefined);
}

/** A wiki query as code; `[]` = it has a character that no request can carry. */
export function wikiForms(source: WikiSource, url: string): readonly CodeForm[] {
  const sample = wikiSample(source);
  try {
    const forms = writers.flatMap(([id, write]) => {
      const code = write(sample);
      return code === undefined ? [] : [{ id, code }];
    });
    return [{ id: 'url', code: url }, ...forms];
  } catch (error) {
    if (error instanceof UnusableText) return [];
    throw error;
  }
}
