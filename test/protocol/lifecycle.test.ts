import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ErrorCodes, ResponseError } from 'vscode-languageserver-protocol';
import { startLanguageClient } from '../support/language-client.ts';
import expected from './capabilities.json' with { type: 'json' };

const line = (number: number, character = 0) => ({ line: number, character });

test('the server tells what it can do', async () => {
  await using client = await startLanguageClient();
  assert.equal(client.initialized.serverInfo?.name, 'wikijql');
  assert.match(client.initialized.serverInfo?.version ?? '', /^\d+\.\d+\.\d+$/);
  assert.deepEqual(client.initialized.capabilities, expected);
});

test('it offers to be asked for diagnostics where the client can ask, and no commands where the client has them', async () => {
  await using client = await startLanguageClient({ pull: true, options: { panels: true } });
  const { executeCommandProvider: _, ...others } = expected;
  assert.deepEqual(client.initialized.capabilities, {
    ...others,
    diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
  });
});

test('the code of a problem is a link only for a client that opens its page', async () => {
  for (const [problemPages, href] of [
    [true, 'wikijql-problem:/unrecognizedvalues.md'],
    [false, undefined],
  ] as const) {
    await using client = await startLanguageClient({ pull: true, options: { problemPages } });
    const uri = await client.open('list=allpagez\n');
    const [problem] = await client.pulled(uri);
    assert.equal(problem?.codeDescription?.href, href);
    const page = (code: string) =>
      client.connection.sendRequest<string | null>('wikijql/problemPage', { code });
    assert.match((await page('unrecognizedvalues')) ?? '', /^# unrecognizedvalues\n/);
    assert.equal(await page('no-such-code'), null);
  }
});

test('a file lives from opening to closing, and the server ends on request', async () => {
  await using client = await startLanguageClient();
  const uri = await client.open('list=allpagez\n');
  assert.equal((await client.published(uri)).length, 1);
  await client.change(uri, line(0, 12), line(0, 13), 's');
  assert.deepEqual(await client.published(uri), []);
  await client.change(uri, line(1), line(1), 'aplimit=5\n\n### Two\nlist=allpagez\n');
  assert.deepEqual(
    (await client.published(uri)).map(({ range }) => range.start),
    [line(4, 5)],
  );
  await client.change(uri, line(0), line(3), '');
  assert.deepEqual(
    (await client.published(uri)).map(({ range }) => range.start),
    [line(1, 5)],
  );
  await client.close(uri);
  const last = await client.received(() =>
    client.sent.diagnostics.findLast(({ version }) => version === undefined),
  );
  assert.deepEqual(last.diagnostics, []);
  assert.equal(await client.stop(), 0);
  assert.equal(await client.errors, '');
});

test('an exit without a shutdown is an error', async () => {
  await using client = await startLanguageClient();
  await client.connection.sendNotification('exit');
  assert.equal(await client.ended, 1);
});

test('a client that is gone takes the server with it', async () => {
  await using client = await startLanguageClient();
  client.process.stdin.end();
  assert.equal(await client.ended, 1);
});

test('a file in a language of others is left alone', async () => {
  await using client = await startLanguageClient();
  const uri = await client.open('list=allpagez\n', 'plaintext');
  const other = await client.open('list=allpagez\n');
  await client.published(other);
  assert.deepEqual(
    client.sent.diagnostics.filter(each => each.uri === uri),
    [],
  );
  assert.equal(await client.ask('textDocument/hover', uri, { position: line(0, 7) }), null);
  assert.deepEqual(await client.ask('textDocument/documentSymbol', uri), []);
});

const nothing: readonly [method: string, params: object, answer: unknown][] = [
  ['textDocument/completion', { position: line(0) }, null],
  ['textDocument/hover', { position: line(0) }, null],
  ['textDocument/definition', { position: line(0) }, null],
  ['textDocument/references', { position: line(0), context: { includeDeclaration: true } }, []],
  ['textDocument/documentHighlight', { position: line(0) }, null],
  ['textDocument/prepareRename', { position: line(0) }, null],
  ['textDocument/codeAction', { range: { start: line(0), end: line(0) }, context: { diagnostics: [] } }, []],
  ['textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } }, []],
  ['textDocument/documentSymbol', {}, []],
  ['textDocument/foldingRange', {}, []],
  ['textDocument/selectionRange', { positions: [line(0)] }, []],
  ['textDocument/documentLink', {}, []],
  ['textDocument/codeLens', {}, []],
  ['textDocument/inlayHint', { range: { start: line(0), end: line(0) } }, []],
  ['textDocument/semanticTokens/full', {}, { data: [] }],
  ['textDocument/diagnostic', {}, { kind: 'full', items: [] }],
];

test('of a file that is not open there is nothing to tell', async () => {
  await using client = await startLanguageClient({ pull: true });
  const closed = await client.open('list=allpagez\n');
  await client.close(closed);
  for (const uri of [closed, 'file:///never.wikiquery']) {
    for (const [method, params, answer] of nothing)
      assert.deepEqual(await client.ask(method, uri, params), answer, method);
  }
  const uri = closed;
  const { connection } = client;
  assert.equal(await connection.sendRequest('wikijql/context', { uri, position: line(0) }), null);
  assert.deepEqual(await connection.sendRequest('wikijql/queries', { uri }), []);
  assert.equal(await connection.sendRequest('wikijql/request', { uri, position: line(0) }), null);
  assert.equal(await connection.sendRequest('wikijql/raw', { run: 'never' }), null);
});

test('malformed parameters end nothing, and no line of the log shows the text of a file', async () => {
  await using client = await startLanguageClient();
  const uri = await client.open('titles=Confidential\n');
  await client.published(uri);
  const { connection } = client;
  const requests: readonly (readonly [method: string, params: object])[] = [
    ...nothing.map(([method]) => [method, {}] as const),
    ['textDocument/hover', { textDocument: { uri }, position: null }],
    ['textDocument/completion', { textDocument: { uri } }],
    ['textDocument/selectionRange', { textDocument: { uri }, positions: 'x' }],
    ['textDocument/rename', { textDocument: { uri }, position: line(0), newName: 5 }],
    ['textDocument/inlayHint', { textDocument: { uri } }],
    ['completionItem/resolve', { label: 'x', data: { languageId: 5, subject: null } }],
    ['workspace/executeCommand', { command: 'wikijql.run', arguments: [uri, 'x'] }],
    ['workspace/executeCommand', { command: 'nothing.known' }],
    ['wikijql/context', {}],
    ['wikijql/run', { run: 1, uri, position: 'x' }],
    ['wikijql/more', {}],
    ['wikijql/nothing', {}],
  ];
  for (const [method, params] of requests) {
    await connection.sendRequest(method, params).catch((error: unknown) => {
      assert(error instanceof ResponseError, method);
      assert.doesNotMatch(error.message, /Confidential/);
      assert.notEqual(error.code, ErrorCodes.ParseError);
    });
  }
  await connection.sendNotification('textDocument/didChange', {});
  await connection.sendNotification('textDocument/didOpen', { textDocument: null });
  await connection.sendNotification('wikijql/release', {});
  await connection.sendNotification('nothing/known', {});
  assert.notEqual(await client.ask('textDocument/hover', uri, { position: line(0, 2) }), null);
  const log = client.sent.log.map(({ message }) => message);
  assert.match(log.join('\n'), /hover: TypeError < at/);
  assert.doesNotMatch(log.join('\n'), /Confidential/);
  assert.equal(await client.stop(), 0);
});
