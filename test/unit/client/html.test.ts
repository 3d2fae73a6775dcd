import assert from 'node:assert/strict';
import test from 'node:test';
import { htmlText, remembering } from '#shared/base/read-html.ts';
import { filtered } from '../../../client/webview/issue/html-filter.ts';

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
  const parsed: string[] = [];
  const remembered = remembering(html => {
    parsed.push(html);
    return html.toUpperCase();
  });
  assert.deepEqual([remembered('a'), remembered('a'), remembered('b')], ['A', 'A', 'B']);
  assert.deepEqual(parsed, ['a', 'b']);
});

const allowance = { characters: 1_000_000, elements: 20_000 };
const sieved = (html: string): string => filtered(html, { ...allowance }).html;

const sieve: readonly (readonly [html: string, written: string])[] = [
  ['<p class="x" onclick=taken()>a &lt;b&gt;</p>', '<p>a &lt;b&gt;</p>'],
  ['<a href="javascript:x" target=_top>a</a>', '<a href="javascript:x">a</a>'],
  ['<script>taken()</script><svg><a>x</a></svg>y', 'y'],
  ['<form><input><b>kept</b></form>', '<b>kept</b>'],
  ['a<br>b', 'a<br>b'],
  ['<ul><li>a<li>b</ul><li>c', '<ul><li>a</li><li>b</li></ul><div>c</div>'],
];
for (const [html, written] of sieve)
  test(`the filter makes ${written} of ${html}`, () => assert.equal(sieved(html), written));

test('a paragraph that is too long continues in a new block, inside the same inline elements', () => {
  const words = 'word '.repeat(1000);
  assert.equal(
    sieved(`<p>before <a href="/x"><b>${words}</b></a> after</p>`),
    `<p>before <a href="/x"><b>${'word '.repeat(798)}</b></a><div></div><a href="/x"><b>${'word '.repeat(202)}</b></a> after</p>`,
  );
});
test('after many breaks elements go on without their long attributes, which would be written each time', () => {
  const tag = `<b title="${'t'.repeat(2000)}">`;
  const written = sieved(tag.repeat(150) + 'word '.repeat(50_000));
  assert.ok(written.length < 1_500_000, String(written.length));
  assert.match(written, /<div><\/div>(?:<b>){150}word /);
});
test('a long listing is divided between its lines', () => {
  const written = sieved(`<pre>${`${'x'.repeat(79)}\n`.repeat(200)}</pre>`);
  for (const part of written.slice('<pre>'.length, -'</pre>'.length).split('<div></div>'))
    assert.match(part, /^(?:x{79}\n)+$/);
});
test('a text without blanks is divided too, between characters', () => {
  const parts = sieved('👩'.repeat(5000)).split('<div></div>');
  assert.deepEqual([...new Set(parts.join(''))], ['👩']);
  assert.ok(parts.every(part => part.length <= 4001 && part.isWellFormed()));
});

const huge: readonly string[] = ['<b>', '<table>', '<ul><li>', '<p><b>', '<svg>', '<x a=1>', '<b>x</b>', 'x'];
for (const piece of huge)
  test(`half a megabyte of ${piece} is read as far as it is allowed`, () => {
    const html = piece.repeat(500_000 / piece.length);
    const left = { characters: 400_000, elements: 1000 };
    const { whole, html: written } = filtered(html, left);
    assert.equal(whole, false);
    assert.ok(written.length < 450_000);
    assert.equal(filtered('<p>next</p>', left).whole, false, 'the allowance is used up');
    assert.ok(htmlText(html).length <= 500_000);
  });

test('texts share an allowance', () => {
  const left = { characters: 100, elements: 3 };
  assert.equal(filtered('<p>one</p><p>two</p>', left).whole, true);
  assert.deepEqual(filtered('<p>three</p><p>four</p>', left), { html: '<p>three</p>', whole: false });
});

const shown = (html: string): string => filtered(html, { characters: 1000, elements: 100 }).html;

test('a box of wiki markup stays a box, where code is one by itself', () => {
  assert.equal(
    shown('<div class="panel"><div class="panelHeader"><b>h</b></div><p>a</p></div><div>b</div>'),
    '<aside><div><b>h</b></div><p>a</p></aside><div>b</div>',
  );
  assert.equal(shown('<div class="code panel"><pre>a</pre></div>'), '<div><pre>a</pre></div>');
});
