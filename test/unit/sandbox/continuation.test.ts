import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Progress, progressMembers, readContinue } from '../../sandbox/api/continuation.ts';
import { Failure } from '../../sandbox/api/problems.ts';

const nothing: Progress = {
  lists: new Map(),
  props: new Map(),
  modules: ['info', 'links', 'allpages'],
  propModules: ['info', 'links'],
  generatorSent: {},
  generatorNext: undefined,
};
const progress = (change: Partial<Progress>) => progressMembers({ ...nothing, ...change });
const links = new Map([['links', { plcontinue: '1|0|A' }]]);

describe('continuation', () => {
  it('ends', () => assert.deepEqual(progress({}), { batchcomplete: true }));
  it('goes on with a list', () =>
    assert.deepEqual(progress({ lists: new Map([['allpages', { apcontinue: 'B' }]]) }), {
      batchcomplete: true,
      continue: { apcontinue: 'B', continue: '-||info|links' },
    }));
  it('goes on with the same pages before it takes the next', () =>
    assert.deepEqual(progress({ props: links, generatorNext: { gapcontinue: 'M' } }), {
      continue: { plcontinue: '1|0|A', continue: '||info|allpages' },
    }));
  it('repeats what found the pages', () =>
    assert.deepEqual(progress({ props: links, generatorSent: { gapcontinue: 'F' } }), {
      continue: { plcontinue: '1|0|A', gapcontinue: 'F', continue: 'gapcontinue||info|allpages' },
    }));
  it('begins anew with the next pages', () =>
    assert.deepEqual(progress({ generatorNext: { gapcontinue: 'M' } }), {
      batchcomplete: true,
      continue: { gapcontinue: 'M', continue: 'gapcontinue||allpages' },
    }));
  it('is read back', () =>
    assert.deepEqual(readContinue('gapcontinue||info|links'), {
      pagesDone: false,
      finished: new Set(['info', 'links']),
    }));
  it('knows that the pages are done', () => assert(readContinue('-||').pagesDone));
  it('refuses what no answer said', () => assert.throws(() => readContinue('nonsense'), Failure));
});
