import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Position } from 'vscode-languageserver-types';
import { cases } from '../support/depth.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { positionOf } from '../support/marked.ts';

const line = (number: number, character = 0) => ({ line: number, character });

/** Bytes without any meaning, the same in every run. */
function noise(length: number): string {
  let state = 12345;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return String.fromCharCode(state % 0x10000);
  }).join('');
}

/** Of the largest inputs the usual run has a tenth. */
const million = cases(100_000, 1_000_000);
const queries = '### Query\nlist=allpages\n\n';

const inputs: Readonly<Record<string, string>> = {
  'an empty file': '',
  'binary bytes': noise(20_000),
  'lone surrogates':
    '### \ud800\nlist=allpages\napfrom=\udc00|\ud83d\n@\ud800 = 1\n{{\udfff}}\n# @site \ud800\n',
  'null characters': '\u0000###\u0000\nlist=\u0000allpages\u0000\n',
  'CRLF and a byte-order mark': '\uFEFF### One\r\nlist=allpagez\r\n\r\n### Two\r\nlist=allpages\r\n',
  'CR alone': '### One\rlist=allpagez\r\r### Two\rlist=allpages\r',
  'mixed line ends': '### One\r\nlist=allpagez\n\r### Two\rlist=allpages\n\r\n',
  'nothing but separators': '###\n'.repeat(5000),
  'deep templates': '{{'.repeat(20_000),
  'variables that use each other': '@a = {{b}}\n@b = {{a}}\nlist={{a}}{{b}}\n',
  'variables that grow': `@a0 = ${'x'.repeat(50)}\n${Array.from({ length: 40 }, (_, n) => `@a${n + 1} = {{a${n}}}{{a${n}}}`).join('\n')}\ntitles={{a40}}\n`,
  'variables between the lines': Array.from(
    { length: cases(2000, 5000) },
    (_, n) => `@a${n} = 1\ntitles${n}={{a${n}}}\n`,
  ).join(''),
  'ten thousand values': `list=allpages\ntitles=${'A|'.repeat(10_000)}\n`,
  'ten thousand parameters': `list=allpages\n${'apfrom=A\n'.repeat(10_000)}`,
  'a program': 'const x = { list: "allpages" };\nif (x) { /* ### */ }\n',
  'megabytes on one line': `titles=${'x'.repeat(10 * million)}`,
  'megabytes of one URL': `https://wiki.example/w/api.php?action=query&titles=${'%41%7C'.repeat(1.6 * million)}`,
  'very many queries': queries.repeat(million / 10),
};

/** The requests of an editor about a position. */
const aboutPlace = (position: Position): readonly [method: string, params: object][] => {
  const range = { start: line(Math.max(0, position.line - 20)), end: line(position.line + 20) };
  return [
    ['textDocument/completion', { position }],
    ['textDocument/hover', { position }],
    ['textDocument/codeAction', { range: { start: position, end: position }, context: { diagnostics: [] } }],
    ['textDocument/selectionRange', { positions: [position] }],
    ['textDocument/inlayHint', { range }],
    ['textDocument/semanticTokens/range', { range }],
    ['textDocument/documentHighlight', { position }],
    ['textDocument/definition', { position }],
    ['textDocument/prepareRename', { position }],
  ];
};
/** The requests of an editor about a file. */
const aboutFile: readonly [method: string, params: object][] = [
  ['textDocument/documentSymbol', {}],
  ['textDocument/foldingRange', {}],
  ['textDocument/documentLink', {}],
  ['textDocument/codeLens', {}],
  ['textDocument/semanticTokens/full', {}],
  ['textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } }],
];

let client: LanguageClient;
before(async () => {
  client = await startLanguageClient();
});
after(async () => assert.equal(await client.stop(), 0));

for (const [name, text] of Object.entries(inputs)) {
  test(`${name}: every request is answered and nothing fails`, async () => {
    const logged = client.sent.log.length;
    const uri = await client.open(text);
    const end = positionOf(text, text.length);
    const places = [line(0), line(0, 6), line(1, 9), end];
    for (const [method, params] of [...places.flatMap(aboutPlace), ...aboutFile])
      await client.ask(method, uri, params);
    await client.change(uri, end, end, 'x\n');
    await client.change(uri, line(0), line(0), 'y');
    const diagnostics = await client.published(uri);
    assert(diagnostics.every(({ range }) => range.end.line <= end.line + 1));
    await client.close(uri);
    assert.deepEqual(client.sent.log.slice(logged), []);
  });
}

const other = 'list=allpages\n';

test('while a file of very many queries is checked, another one is edited, completed and checked', async () => {
  const big = await client.open(`${queries.repeat(cases(30_000, 100_000))}# @unknown\n`);
  const small = await client.open(other);
  assert.notDeepEqual(await client.complete(small, line(0, 13)), []);
  await client.change(small, line(0, 12), line(0, 13), 'z');
  assert.equal((await client.published(small)).length, 1);
  assert.deepEqual(
    client.sent.diagnostics.filter(({ uri }) => uri === big),
    [],
    'the big file is still being checked',
  );
  assert.equal((await client.published(big)).length, 1);
});

test('a query that is too long to be read says so, and is only not read', async () => {
  const uri = await client.open(`### Long\ntitles=${'x'.repeat(10_000_000)}\n### Next\nlist=allpagez\n`);
  assert.deepEqual(
    (await client.published(uri)).map(({ code, range }) => [code, range.start.line]),
    [
      ['query-too-long', 0],
      ['unrecognizedvalues', 3],
    ],
  );
});

test('line ends of every kind count as one', async () => {
  for (const name of ['CRLF and a byte-order mark', 'CR alone', 'mixed line ends']) {
    const uri = await client.open(inputs[name]!);
    assert.deepEqual(
      (await client.published(uri)).map(({ range }) => range),
      [{ start: line(1, 5), end: line(1, 13) }],
      name,
    );
  }
});
