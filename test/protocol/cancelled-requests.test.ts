import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CancellationTokenSource, LSPErrorCodes, ResponseError } from 'vscode-languageserver-protocol';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';

const line = (number: number, character = 0) => ({ line: number, character });

/** So many queries take longer than one turn for whatever walks through them. */
const long = `@of = allpages\n${'### Query\nlist={{of}}\n'.repeat(60_000)}`;
const all = { start: line(0), end: line(180_000) };

const walks: readonly [method: string, params?: object][] = [
  ['textDocument/diagnostic'],
  ['textDocument/documentSymbol'],
  ['textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } }],
  ['textDocument/rangeFormatting', { options: { tabSize: 2, insertSpaces: true }, range: all }],
  ['textDocument/inlayHint', { range: all }],
  ['textDocument/semanticTokens/range', { range: all }],
  ['textDocument/references', { position: line(0, 2), context: { includeDeclaration: true } }],
  ['textDocument/documentHighlight', { position: line(0, 2) }],
  ['textDocument/rename', { position: line(0, 2), newName: 'kind' }],
  ['textDocument/codeAction', { range: all, context: { diagnostics: [], only: ['source.fixAll'] } }],
];

let client: LanguageClient;
before(async () => {
  client = await startLanguageClient({ pull: true });
});
after(async () => client.stop());

const codeOf = (outcome: Promise<unknown>): Promise<number | 'answered'> =>
  outcome.then(
    () => 'answered' as const,
    (error: unknown) => {
      assert(error instanceof ResponseError);
      return error.code;
    },
  );

for (const [method, params] of walks) {
  test(`${method} of a long file leaves turns to others and ends when it is cancelled`, async () => {
    const uri = await client.open(long);
    const order: string[] = [];
    const cancel = new CancellationTokenSource();
    const walking = codeOf(client.ask(method, uri, params, cancel.token)).then(code => {
      order.push('walk');
      return code;
    });
    await client.ask('textDocument/hover', uri, { position: line(2, 2) });
    order.push('hover');
    cancel.cancel();
    assert.equal(await walking, LSPErrorCodes.RequestCancelled);
    assert.deepEqual(order, ['hover', 'walk']);
    await client.close(uri);
  });
}

test('a request that is cancelled before its turn is not worked on', async () => {
  const uri = await client.open(long);
  const codes = walks.map(([method, params]) => {
    const cancel = new CancellationTokenSource();
    const code = codeOf(client.ask(method, uri, params, cancel.token));
    cancel.cancel();
    return code;
  });
  assert.deepEqual(
    await Promise.all(codes),
    walks.map(() => LSPErrorCodes.RequestCancelled),
  );
  await client.close(uri);
});

test('an edit ends a walk through the text before it', async () => {
  const uri = await client.open(long);
  const walking = codeOf(client.ask('textDocument/documentSymbol', uri));
  await client.ask('textDocument/hover', uri, { position: line(2, 2) });
  await client.change(uri, line(0), line(0), '\n');
  assert.equal(await walking, LSPErrorCodes.ContentModified);
  await client.close(uri);
});

test('a file that is closed ends a walk through it', async () => {
  const uri = await client.open(long);
  const walking = codeOf(client.ask('textDocument/documentSymbol', uri));
  await client.ask('textDocument/hover', uri, { position: line(2, 2) });
  await client.close(uri);
  assert.equal(await walking, LSPErrorCodes.ContentModified);
});

test('what is cancelled after it was answered changes nothing', async () => {
  const uri = await client.open('list=allpages\n');
  const cancel = new CancellationTokenSource();
  assert.notEqual(await client.ask('textDocument/hover', uri, { position: line(0, 7) }, cancel.token), null);
  cancel.cancel();
  assert.notEqual(await client.ask('textDocument/hover', uri, { position: line(0, 7) }), null);
});
