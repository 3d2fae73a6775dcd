/** When a server that stopped or hangs is started again, and which documents are kept from it. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ServerHealth, usualLimits } from '../../../client/src/server-health.ts';

let time = 0;
let texts: Map<string, string>;
let health: ServerHealth;
beforeEach(() => {
  time = 0;
  texts = new Map([
    ['a', 'text of a'],
    ['b', 'text of b'],
    ['c', 'text of c'],
  ]);
  health = new ServerHealth({ now: () => time, fingerprint: uri => texts.get(uri) });
});

/** The server starts and is given its documents; `read` = it has read them all. */
function start({ read = true } = {}): void {
  for (const uri of texts.keys()) if (health.mayOpen(uri)) health.touched(uri);
  if (read) assert.equal(breathe(), undefined);
}

/** The server is asked for a sign of life, and gives it. */
function breathe(): string | undefined {
  let ticks = 0;
  while (health.tick() !== 'ask') assert.ok(++ticks < usualLimits.idleTicks);
  return health.alive();
}

/** Ticks until something is due. */
function ticksTo(due: 'ask' | 'end'): number {
  for (let ticks = 1; ticks < 1000; ticks++) if (health.tick() === due) return ticks;
  return assert.fail(`never: ${due}`);
}

/** The server dies while it works on documents. */
function dieIn(...uris: readonly string[]): readonly string[] {
  for (const uri of uris) health.asked(uri);
  return health.ended().setAside;
}

describe('a server that stops', () => {
  it('is started again, up to five times in three minutes', () => {
    const ends = Array.from({ length: 5 }, () => {
      time += 10_000;
      return health.ended().startsAgain;
    });
    assert.deepEqual(ends, [true, true, true, true, false]);
  });
  it('is started again as often as it stops rarely', () => {
    for (let end = 0; end < 20; end++) {
      time += 50_000;
      assert.ok(health.ended().startsAgain);
    }
  });
  it('is started again after the user asked for it', () => {
    for (let end = 0; end < 4; end++) health.ended();
    health.reset();
    assert.ok(health.ended().startsAgain);
  });
});

describe('a server that hangs', () => {
  it('is ended after ten ticks without a sign of life', () => {
    start();
    health.asked('a');
    assert.equal(health.tick(), 'ask');
    assert.equal(ticksTo('end'), usualLimits.missedTicks);
  });
  it('is asked rarely while nothing is asked of it', () => {
    start();
    assert.equal(ticksTo('ask'), usualLimits.idleTicks);
    assert.equal(health.alive(), undefined);
    assert.equal(ticksTo('ask'), usualLimits.idleTicks);
    assert.equal(ticksTo('end'), usualLimits.missedTicks);
  });
  it('is asked at once where it has something to do, until it has done it', () => {
    start();
    const request = health.asked('a');
    for (let tick = 0; tick < 20; tick++) {
      assert.equal(health.tick(), 'ask');
      health.alive();
    }
    health.answered(request);
    assert.equal(health.tick(), undefined);
  });
  it('is not ended where it answers late', () => {
    start();
    health.asked('a');
    health.tick();
    for (let tick = 1; tick < usualLimits.missedTicks; tick++) assert.equal(health.tick(), undefined);
    health.alive();
    assert.equal(health.tick(), 'ask');
  });
  it('is not ended after the machine slept: time alone does not count', () => {
    start();
    health.asked('a');
    health.tick();
    time += 8 * 3_600_000;
    assert.equal(health.tick(), undefined);
  });
  it('is given as long as before after a new start', () => {
    start();
    health.asked('a');
    health.tick();
    ticksTo('end');
    health.ended();
    start({ read: false });
    assert.equal(health.tick(), 'ask');
    assert.equal(ticksTo('end'), usualLimits.missedTicks);
  });
});

describe('a document', () => {
  it('in which the server stopped once is given to it again', () => {
    start();
    assert.deepEqual(dieIn('a'), []);
    assert.ok(health.mayOpen('a'));
  });
  it('in which it stopped twice is set aside until its text changes, and no other one is', () => {
    start();
    dieIn('a');
    start();
    assert.deepEqual(dieIn('a'), ['a']);
    assert.deepEqual(
      ['a', 'b'].map(uri => health.mayOpen(uri)),
      [false, true],
    );
    assert.ok(health.isHeldBack('a'));
    texts.set('a', 'another text');
    assert.ok(health.mayOpen('a'));
    assert.ok(!health.isHeldBack('a'));
  });
  it('that came back as it was stays aside', () => {
    start();
    dieIn('a');
    dieIn('a');
    const before = texts.get('a')!;
    texts.delete('a');
    texts.set('a', before);
    assert.ok(!health.mayOpen('a'));
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
      health.answered(health.asked('a'));
      assert.deepEqual(health.ended().setAside, []);
      start();
    }
    assert.ok(health.mayOpen('a'));
  });
  it('that was opened and not read yet has a part in the end', () => {
    start();
    health.touched('a');
    health.ended();
    start();
    health.touched('a');
    assert.deepEqual(health.ended().setAside, ['a']);
  });
  it('is given to the server again where the user starts it anew', () => {
    start();
    dieIn('a');
    dieIn('a');
    health.reset();
    assert.ok(health.mayOpen('a'));
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
      ['a', 'b', 'c'].map(uri => health.mayOpen(uri)),
      [false, false, false],
    );
  });
  it('are given back one by one while the server is well', () => {
    const back: string[] = [];
    for (let answer = 0; answer < 20; answer++) {
      const uri = breathe();
      if (uri === undefined) continue;
      back.push(uri);
      assert.ok(health.mayOpen(uri));
      health.touched(uri);
    }
    assert.deepEqual(back.toSorted(), ['a', 'b', 'c']);
    assert.deepEqual(dieIn('a'), [], 'none is under suspicion any more');
  });
  it('are told apart: the one on trial is set aside, the others come back', () => {
    const first = breathe()!;
    health.touched(first);
    assert.deepEqual(dieIn(first), [first]);
    const back: string[] = [];
    for (let answer = 0; answer < 20; answer++) {
      const uri = breathe();
      if (uri !== undefined) back.push(uri);
    }
    assert.deepEqual([first, ...back].toSorted(), ['a', 'b', 'c']);
    assert.ok(!health.mayOpen(first));
  });
  it('wait for an answer to the one on trial', () => {
    const first = breathe()!;
    const request = health.asked(first);
    for (let answer = 0; answer < 10; answer++) assert.equal(breathe(), undefined);
    health.answered(request);
    for (let answer = 1; answer < usualLimits.trialAnswers; answer++) assert.equal(breathe(), undefined);
    assert.notEqual(breathe(), undefined);
  });
  it('come back where their text changes', () => {
    texts.set('b', 'another text');
    assert.deepEqual(
      ['a', 'b', 'c'].map(uri => health.mayOpen(uri)),
      [false, true, false],
    );
  });
});
