/** The small pure parts of the client. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { classify, failureOf } from '../../../server/src/http/classify-error.ts';
import { defaultLimits } from '../../../server/src/http/limits.ts';
import { jsonErrorOffset } from '../../../server/src/http/json-error-offset.ts';
import { countdown, retryAfter } from '../../../server/src/http/retry-after.ts';
import { quickClock } from '../../http/harness.ts';

describe('failures by code', () => {
  // prettier-ignore
  const cases: readonly [code: string, headers: string, body: string][] = [
    ['ENETUNREACH', 'offline', 'offline'],
    ['EAI_AGAIN', 'offline', 'offline'],
    ['ETIMEDOUT', 'connectTimeout', 'connectTimeout'],
    ['UND_ERR_SOCKET', 'closed', 'truncated'],
    ['ECONNRESET', 'reset', 'reset'],
    ['CERT_HAS_EXPIRED', 'tls', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'tls'],
    ['HPE_INVALID_CONSTANT', 'framing', 'framing'],
    ['ENOSUCHCODE', 'unknown', 'unknown'],
  ];
  for (const [code, headers, body] of cases) {
    it(code, () => assert.deepEqual([classify(code, 'headers'), classify(code, 'body')], [headers, body]));
  }
  it('take the cause of an error', () => {
    const error = new Error('x', { cause: Object.assign(new Error('y'), { code: 'ECONNREFUSED' }) });
    const at = {
      stopped: undefined,
      phase: 'headers',
      host: 'h',
      proxy: undefined,
      limits: defaultLimits,
    } as const;
    assert.equal(failureOf(error, at).kind, 'refused');
  });
});

describe('the mistake in a JSON text', () => {
  // prettier-ignore
  const cases: readonly [text: string, offset: number | undefined][] = [
    ['{"a":[1,2.5e3,"x\\u0041",true,null]}', undefined],
    ['', 0], ['{', 1], ['[1,]', 3], ['{"a" 1}', 5], ['{a:1}', 1], ['[1}', 2], ['01', 1], ['"\n"', 0],
    ['1 2', 2], ['{"a":1,}', 7], ['nul', 0], ['"\\x"', 0], ['[1', 2], ['"open', 0],
  ];
  for (const [text, offset] of cases)
    it(`${JSON.stringify(text)} ${offset}`, () => assert.equal(jsonErrorOffset(text), offset));

  it('is found after a string of many megabytes', () => {
    const long = `"${'x'.repeat(9_000_000)}"`;
    assert.equal(jsonErrorOffset(`[${long}}`), long.length + 1);
    assert.equal(jsonErrorOffset(`["${'\\n'.repeat(4_500_000)}`), 1);
    assert.equal(jsonErrorOffset(' '.repeat(9_000_000)), 9_000_000);
    assert.equal(jsonErrorOffset('1'.repeat(9_000_000) + 'x'), 9_000_000);
  });
  it('is found exactly where JSON.parse finds one', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, at, insert) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + insert + json.slice(place);
        const isJson = (): boolean => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        };
        assert.equal(jsonErrorOffset(text) === undefined, isJson(), text);
      }),
    );
  });
});

describe('Retry-After', () => {
  const clock = quickClock(Date.UTC(2026, 0, 1));
  // prettier-ignore
  const cases: readonly [headers: Record<string, string>, seconds: number | undefined][] = [
    [{}, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0' }, 1],
    [{ 'retry-after': '86400' }, 86400],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30],
    [{ 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }, 60],
    [{ 'retry-after': 'Fri, 01 Jan 2027 00:00:09 GMT', date: 'Fri, 01 Jan 2027 00:00:00 GMT' }, 9],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 1],
  ];
  for (const [headers, seconds] of cases)
    it(JSON.stringify(headers), () => assert.equal(retryAfter(headers, clock), seconds));

  it('is counted down every second', async () => {
    const left: number[] = [];
    await countdown(3, quickClock(), new AbortController().signal, seconds => left.push(seconds));
    assert.deepEqual(left, [3, 2, 1]);
  });
  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const left: number[] = [];
    await countdown(60, quickClock(), abort.signal, seconds => left.push(seconds) === 2 && abort.abort());
    assert.deepEqual(left, [60, 59]);
  });
});
