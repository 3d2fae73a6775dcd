import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { processTerminal } from '../../../server/src/cli/process-terminal.ts';
import { ClosedPipe, type Terminal } from '../../../server/src/cli/terminal.ts';

it('an interrupt ends the waiting for standard input', async () => {
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const { input, signal, deferSignals } = processTerminal({ stdout, stderr, stdin, env: {} }).terminal;
  const release = deferSignals();
  const waiting = input(10);
  process.emit('SIGINT');
  await assert.rejects(waiting, { name: 'AbortError' });
  assert(signal.aborted);
  release();
});

it('signals are held as long as something that began holds them', () => {
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const { deferSignals } = processTerminal({ stdout, stderr, stdin, env: {} }).terminal;
  const before = process.listenerCount('SIGTERM');
  const releases = [deferSignals(), deferSignals()];
  for (const release of [releases[0]!, ...releases]) {
    assert.equal(process.listenerCount('SIGTERM'), before + 1);
    release();
  }
  assert.equal(process.listenerCount('SIGTERM'), before);
});

/** A terminal whose output the system refuses. */
function refusing(code: string): Terminal {
  const error = Object.assign(new Error(code), { code });
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(error) });
  return processTerminal({ stdout, stderr: new PassThrough(), stdin: new PassThrough(), env: {} }).terminal;
}

describe('output that cannot be written', () => {
  it('is a closed pipe where nobody reads it', () => assert.rejects(refusing('EPIPE').out('x'), ClosedPipe));
  it('is a failure with the system’s reason otherwise', () =>
    assert.rejects(refusing('ENOSPC').out('x'), {
      message: 'Standard output cannot be written (ENOSPC).',
    }));
  it('interrupts, and stays so', async () => {
    const { out, signal } = refusing('EIO');
    await assert.rejects(out('x'));
    await assert.rejects(out('y'), signal.reason);
  });
});
