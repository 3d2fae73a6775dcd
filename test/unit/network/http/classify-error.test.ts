import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classify, failureOf } from '../../../../server/src/network/http/classify-error.ts';
import { defaultLimits } from '../../../../server/src/network/http/limits.ts';

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
