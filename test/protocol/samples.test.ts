/** The samples that a newcomer opens first: the whole server has nothing to say against them. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { inRoot } from '../support/paths.ts';
import { startLanguageClient } from '../support/language-client.ts';
import { textIn } from '../support/marked.ts';

const folder = inRoot('test/sandbox/samples');
const withMistakes = new Set(['10-mistakes.wikiquery']);
const names = readdirSync(folder).filter(name => name.endsWith('.wikiquery') && !withMistakes.has(name));

test('no sample has a problem, but where mistakes are its point', async () => {
  await using client = await startLanguageClient({ pull: true });
  assert.ok(names.length >= 12);
  for (const name of names) {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    const found = await client.pulled(await client.open(text));
    assert.deepEqual(
      found.map(({ code, range }) => `${String(code)} ${textIn(text, range)}`),
      [],
      name,
    );
  }
});
