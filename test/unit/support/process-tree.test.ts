import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endProcessTree, parseProcessList, processTree } from '../../support/process-tree.ts';

const list = `    1     0     1
  100     1   100
  101   100   100
  102   101   102
  103     1   102
  104     1   104
`;
/** What ending process 100 does on a system: commands and signals. */
const ending = async (platform: NodeJS.Platform): Promise<string[]> => {
  const done: string[] = [];
  await endProcessTree(100, {
    platform,
    output: async (program, args) => {
      done.push([program, ...args].join(' '));
      return list;
    },
    signal: (id, signal) => {
      done.push(`${signal} ${id}`);
      if (id === 101) throw new Error('ESRCH');
    },
  });
  return done;
};

test('a process has its children, and the groups that they head, below it', () => {
  assert.deepEqual(processTree(parseProcessList(list), 100), [100, 101, 102, 103]);
  assert.deepEqual(processTree(parseProcessList(list), 104), [104]);
  assert.deepEqual(processTree([], 7), [7]);
});

for (const platform of ['linux', 'darwin'] as const)
  test(`on ${platform} every process of the tree is ended, whatever is gone already`, async () => {
    const signals = [100, 101, 102, 103].map(id => `SIGKILL ${id}`);
    assert.deepEqual(await ending(platform), ['ps -Ao pid=,ppid=,pgid=', ...signals]);
  });

test('on Windows its own program ends the tree', async () => {
  assert.deepEqual(await ending('win32'), ['taskkill /pid 100 /T /F']);
});
