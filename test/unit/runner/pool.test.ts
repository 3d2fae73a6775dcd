import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Task, runPool } from '../../runner/pool.ts';

/** Runs tasks `name cores lane width`; returns which ran at the same time whenever one began. */
const overlaps = async (cores: number, ...tasks: readonly string[]): Promise<string[]> => {
  const running = new Set<string>();
  const seen: string[] = [];
  const taskOf = (text: string): Task => {
    const [name = '', needed, lane, width = 1] = text.split(' ');
    const run = async (): Promise<void> => {
      running.add(name);
      seen.push([...running].join(''));
      await turn();
      running.delete(name);
    };
    return {
      cores: Number(needed),
      ...(lane !== undefined && { lane: { name: lane, width: Number(width) } }),
      run,
    };
  };
  await runPool(tasks.map(taskOf), cores);
  return seen;
};

test('as many tasks run at the same time as there are cores for', async () => {
  assert.deepEqual(await overlaps(2, 'a 1', 'b 1', 'c 1', 'd 1'), ['a', 'ab', 'bc', 'cd']);
});

test('a task that does not fit lets smaller ones pass', async () => {
  assert.deepEqual(await overlaps(2, 'a 1', 'b 2', 'c 1', 'd 0.5'), ['a', 'ac', 'cd', 'b']);
});

test('tasks of one lane run one after the other', async () => {
  assert.deepEqual(await overlaps(3, 'a 1 x', 'b 1 x', 'c 1'), ['a', 'ac', 'cb']);
});

test('a wider lane lets some of its tasks run at the same time', async () => {
  const tasks = ['a 0.5 x 2', 'b 0.5 x 2', 'c 0.5 x 2', 'd 0.5'];
  assert.deepEqual(await overlaps(2, ...tasks), ['a', 'ab', 'abd', 'bdc']);
});

test('a task that needs more than there is runs alone', async () => {
  assert.deepEqual(await overlaps(1, 'a 1', 'b 8', 'c 1'), ['a', 'b', 'c']);
});

test('a task waits for what it needs, and does not run without it', async () => {
  const said: string[] = [];
  const says = (name: string, ...needs: string[]): Task => ({
    cores: 1,
    isReady: () => needs.every(each => said.includes(each)),
    run: async () => {
      await turn();
      said.push(name);
    },
  });
  await runPool([says('a', 'missing'), says('b', 'build'), says('build'), says('c')], 1);
  assert.deepEqual(said, ['build', 'b', 'c']);
});

test('nothing to do is over at once', async () => {
  assert.deepEqual(await overlaps(2), []);
});
