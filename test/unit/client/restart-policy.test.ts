/** When a server that stopped or hangs is restarted, and which documents are held back from it. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { RestartPolicy, usualLimits } from '../../../client/src/language-server/restart-policy.ts';

let time = 0;
let texts: Map<string, string>;
let policy: RestartPolicy;
beforeEach(() => {
  time = 0;
  texts = new Map([
    ['a', 'text of a'],
    ['b', 'text of b'],
    ['c', 'text of c'],
  ]);
  policy = new RestartPolicy({ now: () => time, fingerprint: uri => texts.get(uri) });
});

/** The server starts and gets its documents. @param read whether it has read them all */
function start({ read = true } = {}): void {
  for (const uri of texts.keys()) if (policy.mayOpen(uri)) policy.touched(uri);
  if (read) assert.equal(breathe(), undefined);
}

/** The server is checked, and responds. */
function breathe(): string | undefined {
  let ticks = 0;
  while (policy.tick() !== 'ask') assert.ok(++ticks < usualLimits.idleTicks);
  return policy.alive();
}

/** The number of ticks until the policy asks for an action. */
function ticksTo(due: 'ask' | 'end'): number {
  for (let ticks = 1; ticks < 1000; ticks++) if (policy.tick() === due) return ticks;
  return assert.fail(`never: ${due}`);
}

/** The server ends while it works on documents. */
function dieIn(...uris: readonly string[]): readonly string[] {
  for (const uri of uris) policy.asked(uri);
  return policy.ended().setAside;
}

describe('a server that stops', () => {
  it('is started again, up to five times in three minutes', () => {
    const ends = Array.from({ length: 5 }, () => {
      time += 10_000;
      return policy.ended().startsAgain;
    });
    assert.deepEqual(ends, [true, true, true, true, false]);
  });
  it('is started again as often as it stops rarely', () => {
    for (let end = 0; end < 20; end++) {
      time += 50_000;
      assert.ok(policy.ended().startsAgain);
    }
  });
  it('is started again after the user asked for it', () => {
    for (let end = 0; end < 4; end++) policy.ended();
    policy.reset();
    assert.ok(policy.ended().startsAgain);
  });
});

describe('a server that hangs', () => {
  it('is ended after ten ticks without a sign of life', () => {
    start();
    policy.asked('a');
    assert.equal(policy.tick(), 'ask');
    assert.equal(ticksTo('end'), usualLimits.missedTicks);
  });
  it('is asked rarely while nothing is asked of it', () => {
    start();
    assert.equal(ticksTo('ask'), usualLimits.idleTicks);
    assert.equal(policy.alive(), undefined);
    assert.equal(ticksTo('ask'), usualLimits.idleTicks);
    assert.equal(ticksTo('end'), usualLimits.missedTicks);
  });
  it('is asked at once where it has something to do, until it has done it', () => {
    start();
    const request = policy.asked('a');
    for (let tick = 0; tick < 20; tick++) {
      assert.equal(policy.tick(), 'ask');
      policy.alive();
    }
    policy.answered(request);
    assert.equal(policy.tick(), undefined);
  });
  it('is not ended where it answers late', () => {
    start();
    policy.asked('a');
    policy.tick();
    for (let tick = 1; tick < usualLimits.missedTicks; tick++) assert.equal(policy.tick(), undefined);
    policy.alive();
    assert.equal(policy.tick(), 'ask');
  });
  it('is not ended after the machine slept: time alone does not count', () => {
    start();
    policy.asked('a');
    policy.tick();
    time += 8 * 3_600_000;
    assert.equal(policy.tick(), undefined);
  });
  it('is given as long as before after a new start', () => {
    start();
    policy.asked('a');
    policy.tick();
    ticksTo('end');
    policy.ended();
    start({ read: false });
    assert.equal(policy.tick(), 'ask');
    assert.equal(ticksTo('end'), usualLimits.missedTicks);
  });
});

describe('a document', () => {
  it('in which the server stopped once is given to it again', () => {
    start();
    assert.deepEqual(dieIn('a'), []);
    assert.ok(policy.mayOpen('a'));
  });
  it('in which it stopped twice is set aside until its text changes, and no other one is', () => {
    start();
    dieIn('a');
    start();
    assert.deepEqual(dieIn('a'), ['a']);
    assert.deepEqual(
      ['a', 'b'].map(uri => policy.mayOpen(uri)),
      [false, true],
    );
    assert.ok(policy.isHeldBack('a'));
    texts.set('a', 'another text');
    assert.ok(policy.mayOpen('a'));
    assert.ok(!policy.isHeldBack('a'));
  });
  it('that came back as it was stays aside', () => {
    start();
    dieIn('a');
    dieIn('a');
    const before = texts.get('a')!;
    texts.delete('a');
    texts.set('a', before);
    assert.ok(!policy.mayOpen('a'));
  });
  it('that changed between two ends has one each', () => {
    start();
    dieIn('a');
    texts.set('a', 'another text');
    assert.deepEqual(dieIn('a'), []);
    assert.deepEqual(dieIn('a'), ['a']);
  });
  it('that was answered has no part in the end', () => {
    start();
    for (let end = 0; end < 3; end++) {
      policy.answered(policy.asked('a'));
      assert.deepEqual(policy.ended().setAside, []);
      start();
    }
    assert.ok(policy.mayOpen('a'));
  });
  it('that was opened and not read yet has a part in the end', () => {
    start();
    policy.touched('a');
    policy.ended();
    start();
    policy.touched('a');
    assert.deepEqual(policy.ended().setAside, ['a']);
  });
  it('is given to the server again where the user starts it anew', () => {
    start();
    dieIn('a');
    dieIn('a');
    policy.reset();
    assert.ok(policy.mayOpen('a'));
  });
});

describe('several documents that may have ended the server', () => {
  beforeEach(() => {
    start({ read: false });
    assert.deepEqual(dieIn('a', 'b'), []);
    start({ read: false });
    assert.deepEqual(dieIn('a', 'b', 'c'), []);
  });
  it('are all held back at first', () => {
    assert.deepEqual(
      ['a', 'b', 'c'].map(uri => policy.mayOpen(uri)),
      [false, false, false],
    );
  });
  it('are given back one by one while the server is well', () => {
    const back: string[] = [];
    for (let answer = 0; answer < 20; answer++) {
      const uri = breathe();
      if (uri === undefined) continue;
      back.push(uri);
      assert.ok(policy.mayOpen(uri));
      policy.touched(uri);
    }
    assert.deepEqual(back.toSorted(), ['a', 'b', 'c']);
    assert.deepEqual(dieIn('a'), [], 'none is under suspicion any more');
  });
  it('are told apart: the one on trial is set aside, the others come back', () => {
    const first = breathe()!;
    policy.touched(first);
    assert.deepEqual(dieIn(first), [first]);
    const back: string[] = [];
    for (let answer = 0; answer < 20; answer++) {
      const uri = breathe();
      if (uri !== undefined) back.push(uri);
    }
    assert.deepEqual([first, ...back].toSorted(), ['a', 'b', 'c']);
    assert.ok(!policy.mayOpen(first));
  });
  it('wait for an answer to the one on trial', () => {
    const first = breathe()!;
    const request = policy.asked(first);
    for (let answer = 0; answer < 10; answer++) assert.equal(breathe(), undefined);
    policy.answered(request);
    for (let answer = 1; answer < usualLimits.trialAnswers; answer++) assert.equal(breathe(), undefined);
    assert.notEqual(breathe(), undefined);
  });
  it('come back where their text changes', () => {
    texts.set('b', 'another text');
    assert.deepEqual(
      ['a', 'b', 'c'].map(uri => policy.mayOpen(uri)),
      [false, true, false],
    );
  });
});
