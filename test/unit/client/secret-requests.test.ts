import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import test from 'node:test';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  Trace,
  TraceFormat,
} from 'vscode-languageserver-protocol/node';
import { type Secrets, vaultOf } from '../../../client/src/session/secret-requests.ts';
import { secretless } from '../../../client/src/language-server/redact-trace.ts';

const canary = 'c4n4ry-Pässw0rd';
const key = 'credentials https://issues.example.org';

/** A storage in memory, and one that always fails with its arguments in the message, as a careless one would. */
const memory = (): Secrets => {
  const kept = new Map<string, string>();
  return {
    get: async name => kept.get(name),
    store: async (name, value) => void kept.set(name, value),
    delete: async name => void kept.delete(name),
  };
};
const broken: Secrets = {
  get: async () => Promise.reject(new Error('locked')),
  store: async (_, value) => Promise.reject(new Error(`cannot write ${value}`)),
  delete: async () => Promise.reject(new Error('locked')),
};

const written = (): { readonly lines: string[]; readonly error: (line: string | Error) => void } => {
  const lines: string[] = [];
  return { lines, error: line => void lines.push(String(line)) };
};

test('a secret is kept, found and deleted', async () => {
  const vault = vaultOf(memory(), written());
  assert.deepEqual(await vault({ operation: 'get', key }), {});
  assert.deepEqual(await vault({ operation: 'set', key, value: canary }), {});
  assert.deepEqual(await vault({ operation: 'get', key }), { value: canary });
  assert.deepEqual(await vault({ operation: 'delete', key }), {});
  assert.deepEqual(await vault({ operation: 'get', key }), {});
});

for (const foreign of ['', 'cookie', 'token x', 'passphrase', 'other.extension'])
  test(`the key ${JSON.stringify(foreign)} is refused`, async () => {
    await assert.rejects(vaultOf(memory(), written())({ operation: 'get', key: foreign }), /Unknown secret/);
  });

for (const operation of ['get', 'set', 'delete'] as const)
  test(`a storage that fails to ${operation} is reported without the secret`, async () => {
    const output = written();
    await assert.rejects(vaultOf(broken, output)({ operation, key, value: canary }), (error: Error) => {
      assert.match(error.message, /secret storage failed/);
      assert.ok(!error.message.includes(canary));
      return true;
    });
    assert.equal(output.lines.length, 1);
    assert.match(output.lines[0] ?? '', /keychain/);
    assert.ok(!output.lines[0]?.includes(canary));
  });

/** The trace of a connection for the request of a secret, in a format. */
async function tracedLines(format: TraceFormat): Promise<readonly string[]> {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const client = createMessageConnection(new StreamMessageReader(there), new StreamMessageWriter(back));
  const server = createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
  const lines: string[] = [];
  const log = (first: unknown, data?: string): void =>
    void lines.push(typeof first === 'string' ? `${first}\n${data ?? ''}` : JSON.stringify(first));
  await client.trace(Trace.Verbose, { log }, { sendNotification: false, traceFormat: format });
  client.onRequest('wikijql/secret', () => ({ value: canary }));
  client.onRequest('workspace/configuration', () => ({ plain: 'text' }));
  client.listen();
  server.listen();
  await server.sendRequest('wikijql/secret', { operation: 'get', key });
  await server.sendRequest('wikijql/secret', { operation: 'set', key, value: canary });
  await server.sendRequest('workspace/configuration', {});
  await client.sendNotification('settings', { proxy: `http://me:${canary}@proxy.example.org` });
  client.dispose();
  server.dispose();
  return lines;
}

for (const format of [TraceFormat.Text, TraceFormat.JSON])
  test(`a verbose trace (${format}) is written without secrets`, async () => {
    const lines = await tracedLines(format);
    assert.equal(lines.length, 7);
    assert.ok(lines.filter(line => line.includes(canary)).length >= 4, 'the connection traces them');
    const shown = lines.map(secretless);
    assert.deepEqual(
      shown.filter(line => line.includes(canary) || line === ''),
      [],
    );
    assert.ok(shown.some(line => line.includes('workspace/configuration')));
    assert.ok(shown.some(line => line.includes('wikijql/secret')));
  });

for (const address of [
  `http://me:${canary}@proxy.example.org:8080`,
  `http://me:a@${canary}@proxy.example.org`,
  `http://me:a"${canary}@proxy.example.org`,
  `http://me:a\\"${canary}@proxy.example.org`,
  `http://me:a ${canary}@proxy.example.org`,
  `http://me:a/${canary}@proxy.example.org`,
  `http://me:a?${canary}@proxy.example.org`,
  `http:\\\\me:${canary}@proxy.example.org`,
  `http:me:${canary}@proxy.example.org`,
  `me:${canary}@proxy.example.org`,
])
  test(`a trace shows no password of ${JSON.stringify(address)}`, () => {
    const settings = {
      http: { proxy: address },
      'wikijql.http.proxy': address,
      sites: { a: { url: address } },
    };
    for (const indent of [0, 4])
      assert.doesNotMatch(secretless(`Params: ${JSON.stringify(settings, undefined, indent)}\n`), /c4n4ry/);
    const line = { type: 'send-notification', message: { method: 'settings', params: { settings } } };
    assert.doesNotMatch(secretless(JSON.stringify(line)), /c4n4ry/);
  });

test('a trace shows addresses without a password as they are', () => {
  const line = `Params: ${JSON.stringify({ proxy: 'http://proxy.example.org', url: 'https://a.example/api.php' })}`;
  assert.equal(secretless(line), line);
});

test('a text to paste is not shown in the trace, as it may hold a secret', () => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'wikijql/pasteAs',
    params: { text: 'curl -u ada:hunter2' },
  };
  const traced = secretless(JSON.stringify({ type: 'send-request', message }));
  assert.equal(traced, '{"method":"wikijql/pasteAs"}');
  const inWords = "Sending request 'wikijql/pasteAs - (1)'.\nParams: curl -u ada:hunter2";
  assert.equal(secretless(inWords), "Sending request 'wikijql/pasteAs - (1)'.");
});
