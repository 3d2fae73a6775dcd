import assert from 'node:assert/strict';
import test from 'node:test';
import { htmlText, remembering } from '../../../client/webview/html.ts';

const cases: readonly (readonly [html: string, text: string])[] = [
  ['plain', 'plain'],
  ['', ''],
  ['a <b>bold</b> move', 'a bold move'],
  ['<span class="searchmatch">light</span>house', 'lighthouse'],
  ['Tom &amp; Jerry &lt;3 &#x41;&eacute;', 'Tom & Jerry <3 Aé'],
  ['one<br>two<p>three</p>four', 'one two three four'],
  ['<script>alert(1)</script>after', 'after'],
  ['<style>a{}</style><template><b>x</b></template>after', 'after'],
  ['<img src=x onerror="alert(1)">', ''],
  ['<a href="/wiki/A" title="x > y">A</a>', 'A'],
  ['<!-- a comment -->shown', 'shown'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['unclosed <b', 'unclosed'],
  ['two\n  lines', 'two lines'],
  ['&lt;script&gt;', '<script>'],
];

for (const [html, text] of cases)
  test(`the text of ${JSON.stringify(html)} is ${JSON.stringify(text)}`, () =>
    assert.equal(htmlText(html), text));

test('a text is worked out once', () => {
  const asked: string[] = [];
  const remembered = remembering(html => {
    asked.push(html);
    return html.toUpperCase();
  });
  assert.deepEqual([remembered('a'), remembered('a'), remembered('b')], ['A', 'A', 'B']);
  assert.deepEqual(asked, ['a', 'b']);
});
