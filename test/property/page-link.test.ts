/** The playground's links: a state comes back as it was, and a fragment that was cut or forged is a state within bounds or none. */
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  fragmentOf,
  maxLinkedTextLength,
  type PageState,
  stateOf,
} from '../../client/playground/page-link.ts';
import { cases } from '../support/depth.ts';
import { Random } from '../support/random.ts';

const state = fc.record<PageState>(
  {
    language: fc.constantFrom('wikiquery', 'jql', 'markdown'),
    text: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('list=allpages\n', '<script>alert(1)</script>', '\ud800', '\0', ''),
    ),
    site: fc.webUrl(),
  },
  { noNullPrototype: true },
);

/** The fragment of any value, as a forger would make it. */
const forged = (value: unknown): string =>
  `#${deflateRawSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')}`;

test('a state comes back as it was, from a fragment that an address may have', () =>
  fc.assert(
    fc.asyncProperty(state, async original => {
      const fragment = await fragmentOf(original);
      assert.match(fragment ?? '', /^#[\w-]+$/);
      assert.deepEqual(await stateOf(fragment ?? ''), original);
    }),
    { numRuns: cases(200, 2000) },
  ));

test('a text that is too long for a link has none, and the longest one comes back', async () => {
  const random = new Random(1);
  const text = Array.from({ length: maxLinkedTextLength }, () => String.fromCodePoint(32 + random.below(95)));
  const longest: PageState = { language: 'jql', text: text.join(''), site: 'https://bugs.example.org' };
  assert.deepEqual(await stateOf((await fragmentOf(longest)) ?? ''), longest);
  assert.equal(await fragmentOf({ ...longest, text: `${longest.text}a` }), undefined);
});

const base: PageState = {
  language: 'wikiquery',
  text: 'list=allpages\n',
  site: 'https://wiki.example.org/w/api.php',
};
for (const [name, fragment] of Object.entries({
  nothing: '#',
  'no base64url': '#a+b/c',
  'bytes that are not compressed': '#aGVsbG8',
  'no JSON': forged('{'),
  'another value': forged([base]),
  'an unknown language': forged({ ...base, language: 'html' }),
  'a member more': forged({ ...base, run: true }),
  'a member less': forged({ language: 'jql', text: '' }),
  'a text that is too long': forged({ ...base, text: 'a'.repeat(maxLinkedTextLength + 1) }),
  'a site that is too long': forged({ ...base, site: 'a'.repeat(3000) }),
  'ten million characters in few': forged({ ...base, text: 'a'.repeat(10_000_000) }),
  'too many characters': `#${'a'.repeat(1_000_000)}`,
}))
  test(`a fragment of ${name} holds no state`, async () => assert.equal(await stateOf(fragment), undefined));

const alphabet = Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_#%<>"&= \u0000é',
);

/** A fragment with some of its characters changed, removed, doubled or cut off. */
function mutated(fragment: string, random: Random): string {
  const characters = Array.from(fragment);
  for (let count = 1 + random.below(4); count > 0; count--) {
    const place = random.below(characters.length + 1);
    const change = random.below(4);
    if (change === 0) characters.splice(place, 1, random.one(alphabet));
    else if (change === 1) characters.splice(place, 1 + random.below(5));
    else if (change === 2) characters.splice(place, 0, random.one(alphabet));
    else characters.length = place;
  }
  return characters.join('');
}

test('10,000 mutants of fragments are states within bounds, or none', async () => {
  const random = new Random(27);
  const originals: readonly PageState[] = [
    base,
    { ...base, text: '<img src=x onerror=alert(1)>' },
    { ...base, language: 'jql', text: 'project = A\n'.repeat(90) },
    {
      ...base,
      language: 'markdown',
      text: '```wikiquery\n# @prompt a: text "<b>" = 1\nlist={{a}}\n```\n\n```sql\n-- @view chart bar x=<b> y=n\nSELECT 1\n```\n',
    },
  ];
  const fragments = await Promise.all(originals.map(fragmentOf));
  let states = 0;
  for (let count = 0; count < 10_000; count++) {
    const read = await stateOf(mutated(fragments[count % fragments.length] ?? '', random));
    if (read === undefined) continue;
    states++;
    assert.deepEqual(Object.keys(read).toSorted(), ['language', 'site', 'text']);
    assert.ok(['wikiquery', 'jql', 'markdown'].includes(read.language));
    assert.ok(read.text.length <= maxLinkedTextLength && read.site.length <= 2000);
  }
  assert.ok(states > 0 && states < 10_000, String(states));
});
