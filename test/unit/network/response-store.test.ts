import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HttpResponse } from '../../../server/src/network/http/http-client.ts';
import { defaultLimits } from '../../../server/src/network/http/limits.ts';
import { ResponseStore } from '../../../server/src/network/response-store.ts';
import { mergeAnswers } from '../../../server/src/network/wiki/merge-answers.ts';

const response = (body: string): HttpResponse => ({
  status: 200,
  headers: {},
  setCookie: [],
  url: 'https://wiki.example/w/api.php',
  body: [Buffer.from(body)],
  requests: 1,
});

describe('kept answers', () => {
  const seven = response('{"a":1}');
  it('come back as indented JSON until they are released', () => {
    const store = new ResponseStore();
    store.add('run', seven);
    assert.equal(store.text('run', defaultLimits, mergeAnswers), '{\n  "a": 1\n}');
    store.release('run');
    assert.equal(store.text('run', defaultLimits, mergeAnswers), undefined);
  });
  it('of the oldest run go first, for good', () => {
    const store = new ResponseStore(20);
    for (const run of ['1', '2', '3', '1']) store.add(run, seven);
    assert.deepEqual(
      ['1', '2', '3'].map(run => store.text(run, defaultLimits, mergeAnswers) !== undefined),
      [false, true, true],
    );
  });
});
