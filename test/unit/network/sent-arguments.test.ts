/** Arguments of a call between two threads: what can be sent arrives, what cannot is replaced on the other side. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CallbackUse,
  fromSentArguments,
  invokeCallback,
  signalIn,
  toSentArguments,
} from '../../../server/src/network/thread/sent-arguments.ts';

class Sink {
  readonly seen: unknown[] = [];
  progress(...args: unknown[]): void {
    this.seen.push(args);
  }
}

/** The arguments as the other thread has them; functions are called in this one. */
function received(args: readonly unknown[], signal = new AbortController().signal): unknown[] {
  const use = (callback: CallbackUse): void => invokeCallback(args, structuredClone(callback));
  return fromSentArguments(structuredClone(toSentArguments(args)), signal, use);
}

test('values arrive as they are', () => {
  const args = ['run', 5, undefined, { a: [1, { b: null }] }, Infinity];
  assert.deepEqual(received(args), args);
  assert.equal(signalIn(args), undefined);
});

test('a signal is replaced by that of the other thread', () => {
  const mine = new AbortController().signal;
  const theirs = new AbortController().signal;
  assert.equal(received(['x', mine], theirs)[1], theirs);
  assert.equal(signalIn(['x', mine]), mine);
});

test('a function and the methods of an object are called where they are', () => {
  const seen: unknown[] = [];
  const sink = new Sink();
  const [call, object] = received([(...args: unknown[]) => seen.push(args), sink]);
  assert(typeof call === 'function' && typeof object === 'object' && object !== null);
  call(1, 'two');
  const method: unknown = Reflect.get(object, 'progress');
  assert(typeof method === 'function');
  method({ rows: 3 });
  assert.deepEqual(seen, [[1, 'two']]);
  assert.deepEqual(sink.seen, [[{ rows: 3 }]]);
});
