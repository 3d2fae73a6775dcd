/** The library as modules in a page under a strict policy says the same as on Node. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import * as library from '../../server/src/platform/library/library.ts';
import { corpusNames, readCorpus } from '../support/corpus.ts';
import { launchChromium } from '../support/editor/chromium.ts';
import { inRoot } from '../support/paths.ts';

const folder = inRoot('dist/library');
const modules = new Map(
  readdirSync(folder)
    .filter(name => name.endsWith('.mjs'))
    .map(name => [`/${name}`, readFileSync(`${folder}/${name}`, 'utf8')]),
);
const policy = "default-src 'none'; script-src 'self'";
const server = createServer(({ url = '' }, response) => {
  const script = modules.get(url);
  const type = script === undefined ? 'text/html' : 'text/javascript';
  response
    .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy })
    .end(script ?? '<!doctype html>');
});

let browser: Browser;
let page: Page;
/** Uncaught errors, and violations of the policy. */
const troubles: string[] = [];
before(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  browser = await launchChromium();
  page = await browser.newPage();
  page.on('pageerror', error => troubles.push(error.message));
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await page.evaluate("import('/library.mjs').then(loaded => { window.library = loaded; })");
});
after(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** The result of a call in the page, as data. */
async function inPage(expression: string, ...values: readonly unknown[]): Promise<unknown> {
  const words = values.map(value => JSON.stringify(value)).join(', ');
  const text = await page.evaluate<string>(
    `Promise.resolve((${expression})(${words})).then(result => JSON.stringify(result))`,
  );
  return JSON.parse(text);
}

const asData = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A time that the library is given, as explanations name dates. */
const now = Date.UTC(2026, 10, 26);

const examples = corpusNames.flatMap(name =>
  readCorpus(name).map(({ query }) => ({ query, language: name === 'wiki' ? 'wikiquery' : 'jql' }) as const),
);

test('check, fix, format, explain, complete and parse give what they give on Node, for every query of the corpus', async () => {
  const texts = await library.loadWikiTexts();
  const onNode = examples.map(({ query, language }) => [
    library.check(query, { language, now }),
    library.fix(query, { language, now }),
    library.format(query, { language }),
    library.explain(query, { language, now, texts }),
    library.complete(query, query.length, { language, now, texts }),
    library.parse(query, { language }),
  ]);
  const results = await inPage(
    `async (examples, now) => {
      const texts = await library.loadWikiTexts();
      return examples.map(({ query, language }) => [
        library.check(query, { language, now }),
        library.fix(query, { language, now }),
        library.format(query, { language }),
        library.explain(query, { language, now, texts }),
        library.complete(query, query.length, { language, now, texts }),
        library.parse(query, { language }),
      ]);
    }`,
    examples,
    now,
  );
  assert(Array.isArray(results) && results.length === examples.length && examples.length > 1000);
  for (const [index, example] of examples.entries())
    assert.deepEqual(results[index], asData(onNode[index]), example.query);
});

test('the parsers of other languages are loaded when code is read', async () => {
  const python = 'requests.get(API, params={"action": "query", "list": "allpages", "aplimit": 5})';
  assert.deepEqual(
    await inPage('code => library.fromCode(code)', python),
    asData(await library.fromCode(python)),
  );
});

test('nothing went wrong', () => assert.deepEqual(troubles, []));
