/** Mentions in a text: issues of known projects, addresses of known wikis, titles of pages. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { mentionFinder } from '../../../client/webview/cells/mentions.ts';
import payloads from '../../support/hostile-html.json' with { type: 'json' };

const wikis = ['https://wiki.example.org'];
const find = mentionFinder({ projects: ['LAMP', 'R2_D2'], wikis });
const mentioned = (text: string): string[] => find(text).map(({ kind, value }) => `${kind} ${value}`);

const cases: readonly (readonly [text: string, mentions: readonly string[]])[] = [
  ['see LAMP-12.', ['issue LAMP-12']],
  ['(LAMP-12, LAMP-3)', ['issue LAMP-12', 'issue LAMP-3']],
  ['LAMP-12: done; LAMP-13/LAMP-14', ['issue LAMP-12', 'issue LAMP-13', 'issue LAMP-14']],
  ['R2_D2-7', ['issue R2_D2-7']],
  ['UTF-8, ISO-8601, COVID-19, SHA-256, RFC-822, GPL-3 and ROAD-7', []],
  ['lamp-12 Lamp-12 LAMP-0 LAMP-012 LAMP-1.5 LAMP- LAMP12', []],
  ['XLAMP-12 LAMP-12x LAMP-12-13 LAMP-12_a ÅLAMP-12 LAMP-12é -LAMP-12', []],
  ['https://wiki.example.org/wiki/Old_mill', ['wikiAddress https://wiki.example.org/wiki/Old_mill']],
  [
    '(see https://wiki.example.org/wiki/Mill_(old)).',
    ['wikiAddress https://wiki.example.org/wiki/Mill_(old)'],
  ],
  ['(https://wiki.example.org/a)', ['wikiAddress https://wiki.example.org/a']],
  ['HTTPS://WIKI.EXAMPLE.ORG/a', ['wikiAddress https://wiki.example.org/a']],
  ['https://wiki.example.org/wiki/LAMP-12', ['wikiAddress https://wiki.example.org/wiki/LAMP-12']],
  ['https://other.example.org/wiki/LAMP-12', ['issue LAMP-12']],
  ['http://wiki.example.org/a', []],
  ['https://wiki.example.org:8443/a', []],
  ['https://wiki.example.org.evil.example/a https://evil.example/https://wiki.example.org', []],
  ['https://wiki.example.org@evil.example/ https://user:pass@wiki.example.org/', []],
  ['https://evil.example\\@wiki.example.org/ https:\\\\wiki.example.org', []],
  ['javascript:taken()//https:wiki.example.org data:text/html,https:wiki.example.org', []],
  ['[[Old mill]] and [[:Category:Mills|the mills]]', ['wikiPage Old mill', 'wikiPage Category:Mills']],
  ['[[Old mill#History]] [[ Old mill ]]', ['wikiPage Old mill', 'wikiPage Old mill']],
  ['[[LAMP-12]]', ['wikiPage LAMP-12']],
  ['[[]] [[ ]] [[|x]] [[#x]] [[a\nb]] [[a [[b]] [x] {{Old mill}}', ['wikiPage b']],
];

for (const [text, expected] of cases)
  test(`${JSON.stringify(text)} mentions ${expected.length === 0 ? 'nothing' : expected.join(', ')}`, () =>
    assert.deepEqual(mentioned(text), expected));

test('a mention is where it is in the text', () => {
  const text = 'x LAMP-1 [[Mill|the mill]] https://wiki.example.org/m.';
  assert.deepEqual(
    find(text).map(({ start, end }) => text.slice(start, end)),
    ['LAMP-1', '[[Mill|the mill]]', 'https://wiki.example.org/m'],
  );
});

test('nothing is mentioned where neither a project nor a wiki is known', () => {
  const none = mentionFinder({ projects: [], wikis: [] });
  assert.deepEqual(none('LAMP-1 [[Mill]] https://wiki.example.org/m UTF-8'), []);
  const projectsAlone = mentionFinder({ projects: ['LAMP'], wikis: [] });
  assert.deepEqual(
    projectsAlone('[[Mill]] LAMP-1').map(({ value }) => value),
    ['LAMP-1'],
  );
});

test('long texts are read to a bound, and addresses and titles that are too long are none', () => {
  assert.equal(find('LAMP-1 '.repeat(50_000)).length, 100);
  assert.deepEqual(find(`${' '.repeat(30_000)}LAMP-1`), []);
  assert.deepEqual(mentioned(`https://wiki.example.org/${'a'.repeat(3000)}`), []);
  assert.deepEqual(mentioned(`[[${'a'.repeat(300)}]]`), []);
  for (const part of ['LAMP-1', '[[', '[[a', 'https://', 'A', 'A-', '(', 'https://wiki.example.org/(']) {
    const begin = performance.now();
    find(part.repeat(1_000_000));
    assert(performance.now() - begin < 5000, part);
  }
});

test(`${payloads.length} hostile texts mention nothing but what is at a known site`, () => {
  for (const payload of payloads)
    for (const { kind, value } of find(`LAMP-1 ${payload} [[${payload}]]`)) {
      if (kind === 'issue') assert.equal(value, 'LAMP-1');
      if (kind === 'wikiAddress') assert(value.startsWith('https://wiki.example.org/'), value);
    }
});
