import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoSecret, findSecrets } from '../support/secrets/search.ts';

const secret = 'canary <pass>/word+"1\'&\\ü';
const pair = `someone:${secret} and more`;
const json = JSON.stringify({ secret });

for (const [text, form] of [
  [`the password is ${secret}!`, 'plain'],
  [`Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`, 'base64'],
  [`Basic ${Buffer.from(`user:${secret}`).toString('base64')}`, 'base64'],
  [`Basic ${Buffer.from(pair).toString('base64')}`, 'base64'],
  [`Basic ${Buffer.from(pair).toString('base64url')}`, 'base64'],
  [Buffer.from(json).toString('base64'), 'base64'],
  [`?password=${encodeURIComponent(secret)}&more`, 'URL'],
  [`?password=${encodeURIComponent(secret).toLowerCase()}&more`, 'URL'],
  [new URLSearchParams({ lgpassword: secret }).toString(), 'URL'],
  [json, 'JSON'],
  [JSON.stringify({ json }), 'JSON'],
  ['<p>canary &lt;pass&gt;/word+&quot;1&#39;&amp;\\ü', 'HTML'],
  ['<p title=x>canary &lt;pass&gt;/word+"1\'&amp;\\ü', 'HTML'],
] as const) {
  test(`a secret is found in “${text}”`, () => {
    assert.throws(() => assertNoSecret(['', text], [secret]));
    assert.deepEqual(findSecrets([{ name: 'here', content: text }], [secret]), [
      { place: 'here', secret, form },
    ]);
  });
}

test('a secret is found in two bytes for each character, and in a name', () => {
  const content = Buffer.from(`a ${secret}`, 'utf16le');
  assert.equal(findSecrets([{ name: 'here', content }], [secret])[0]?.form, 'UTF-16');
  assert.equal(findSecrets([{ name: secret, content: '' }], [secret])[0]?.form, 'plain');
});

test('a long run of letters and digits is enough', () => {
  const content = 'c4naryOfTheTown, however the rest is written';
  assert.equal(findSecrets([{ name: 'here', content }], ['<c4naryOfTheTown>'])[0]?.form, 'core');
});

test('nothing is found in texts without a secret', () =>
  assertNoSecret(['the password was refused', 'ada'], [secret]));
