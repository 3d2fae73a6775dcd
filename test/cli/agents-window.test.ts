/** The process that gives agents the tools of an editor's window, and the window's end of the socket between them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { type ToolCall, windowVariables } from '../../shared/protocol/agents.ts';
import { startAgentClient } from '../support/agent-client.ts';
import { inRoot } from '../support/paths.ts';
import { cleanEnvironment, type Folder, folderWith } from './program.ts';
import { until } from '../support/until.ts';

const editor = `
  export class CancellationTokenSource {
    token = { isCancellationRequested: false };
    cancel() { this.token.isCancellationRequested = true; }
    dispose() {}
  }
`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(editor)}`, shortCircuit: true }
      : next(specifier, context),
});
const { ToolSocket } = await import('../../client/src/agents/tool-socket.ts');

interface Token {
  readonly isCancellationRequested: boolean;
}

let folder: Folder;
let calls: { readonly call: ToolCall; readonly token: Token }[];
let socket: InstanceType<typeof ToolSocket>;
/** A promise for which the window waits before it answers. */
let wait: Promise<unknown>;
beforeEach(() => {
  folder = folderWith({});
  calls = [];
  wait = Promise.resolve();
  socket = new ToolSocket(async (call, token) => {
    calls.push({ call, token });
    await wait;
    if (call.tool === 'explain_query') throw new Error('stopped');
    return { text: `${call.tool} done`, structured: { summary: 'done' }, isRefused: false };
  });
});
afterEach(() => {
  socket.dispose();
  folder[Symbol.dispose]();
});

const command = [inRoot('dist/editor-tools.js')];
async function startProcess() {
  const { address, secret } = await socket.address();
  const environment = { [windowVariables.address]: address, [windowVariables.secret]: secret };
  return startAgentClient({ folder: folder.path, command, environment });
}

it('it passes calls on, and the answers back', async () => {
  await using agent = await startProcess();
  const { text, structured, isError } = await agent.call('run_query', { text: 'é\u2028\n', limit: 1 });
  assert.deepEqual([text, structured, isError], ['run_query done', { summary: 'done' }, false]);
  assert.deepEqual(
    calls.map(({ call }) => call),
    [{ tool: 'run_query', input: { text: 'é\u2028\n', limit: 1 } }],
  );
  const failed = await agent.call('explain_query');
  assert.deepEqual([failed.isError, failed.structured['refused']], [true, 'fault']);
});

it('a call that the agent cancels is cancelled in the window', async () => {
  await using agent = await startProcess();
  const answered = Promise.withResolvers<void>();
  wait = answered.promise;
  const stop = new AbortController();
  const calling = agent.client.callTool({ name: 'run_query', arguments: {} }, { signal: stop.signal });
  const { token } = await until('the call', async () => calls[0]);
  stop.abort();
  await assert.rejects(calling);
  await until('the cancellation', async () => token.isCancellationRequested);
  answered.resolve();
});

it('it ends with the window', async () => {
  await using agent = await startProcess();
  await agent.call('run_query');
  socket.dispose();
  await until('its last words', async () => /window does not answer/.test(agent.errors()));
});

for (const [name, environment, says] of [
  ['by hand', {}, /only the editor can start it/],
  [
    'with an address where nobody listens',
    { [windowVariables.address]: '/nowhere/tools', [windowVariables.secret]: 'x' },
    /does not answer/,
  ],
] as const)
  it(`it does nothing when it is started ${name}`, () => {
    const env = { ...cleanEnvironment(folder.path), ...environment };
    const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, says);
  });

for (const [name, lines] of [
  ['another secret', () => 'other\n{"id":1,"call":{"tool":"run_query","input":{}}}\n'],
  ['no secret, and no end of a line', () => 'x'.repeat(1000)],
  [
    'no JSON after the secret',
    (secret: string) => `${secret}\n{x\n{"id":1,"call":{"tool":"run_query","input":{}}}\n`,
  ],
  ['a line without an end after the secret', (secret: string) => `${secret}\n${'x'.repeat(6 * 1024 * 1024)}`],
  ['another shape after the secret', (secret: string) => `${secret}\n{"__proto__":{"id":1}}\n`],
] as const)
  it(`the window hangs up at ${name}, and does nothing`, async () => {
    const { address, secret } = await socket.address();
    const stranger = connect(address);
    stranger.on('error', () => undefined);
    const closed = new Promise(resolve => stranger.on('close', resolve));
    stranger.write(lines(secret));
    await closed;
    assert.deepEqual(calls, []);
    await using agent = await startProcess();
    assert.equal((await agent.call('run_query')).text, 'run_query done');
  });

it('the window listens later where it cannot at first, and leaves no folder', async () => {
  const { TMPDIR } = process.env;
  const long = path.join(folder.path, 'x'.repeat(100));
  mkdirSync(long);
  process.env['TMPDIR'] = long;
  try {
    await assert.rejects(socket.address());
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
  assert.deepEqual(readdirSync(long), []);
  await using agent = await startProcess();
  assert.equal((await agent.call('run_query')).text, 'run_query done');
});

it('the window hangs up where the secret does not come in time', async () => {
  const impatient = new ToolSocket(() => Promise.reject(new Error('called')), 1);
  const { address } = await impatient.address();
  await once(connect(address).resume(), 'close');
  impatient.dispose();
});

it('the window keeps a limited number of connections', async () => {
  const { address } = await socket.address();
  const strangers = Array.from({ length: 100 }, () => connect(address).on('error', () => undefined));
  let closed = 0;
  for (const stranger of strangers) stranger.resume().on('close', () => closed++);
  await until('the last ones to be closed', async () => closed >= 68);
  for (const stranger of strangers) stranger.destroy();
  await using agent = await startProcess();
  assert.equal((await agent.call('run_query')).text, 'run_query done');
});

it('a limited number of calls is under way, whoever calls, and the others are refused', async () => {
  const { address, secret } = await socket.address();
  const answered = Promise.withResolvers<void>();
  wait = answered.promise;
  const callers = [0, 1].map(() => connect(address));
  let answers = '';
  for (const caller of callers) {
    caller.setEncoding('utf8').on('data', (part: string) => (answers += part));
    const lines = Array.from(
      { length: 500 },
      (_, id) => `${JSON.stringify({ id, call: { tool: 'run_query', input: {} } })}\n`,
    );
    caller.write(`${secret}\n${lines.join('')}`);
  }
  await until('the refusals', async () => answers.split('"refused":"busy"').length - 1 === 900);
  assert.equal(calls.length, 100);
  answered.resolve();
  await until('the answers', async () => answers.split('run_query done').length - 1 === 100);
  for (const caller of callers) caller.destroy();
});

it('the window hangs up where a call has the number of another that is under way', async () => {
  const { address, secret } = await socket.address();
  wait = new Promise(() => undefined);
  const caller = connect(address);
  const line = '{"id":1,"call":{"tool":"run_query","input":{}}}\n';
  caller.write(`${secret}\n${line}${line}`);
  await once(caller.resume(), 'close');
  assert.equal(calls.length, 1);
});

const isWindows = process.platform === 'win32';
it(
  'the window listens where only the user can reach it, and leaves nothing',
  { skip: isWindows },
  async () => {
    const { address, secret } = await socket.address();
    assert.equal(statSync(path.dirname(address)).mode & 0o077, 0);
    assert(!address.includes(secret));
    socket.dispose();
    await until('the folder to be gone', async () => !existsSync(path.dirname(address)));
  },
);
