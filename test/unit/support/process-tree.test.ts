import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  childProcesses,
  endProcessTree,
  parseProcessList,
  processTree,
  signalGroup,
} from '../../support/process-tree.ts';

const list = `    1     0     1
  100     1   100
  101   100   100
  102   101   102
  103     1   102
  104     1   104
`;
/** The commands and signals that end process 100 on a system. */
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

for (const [platform, program] of [
  ['linux', 'ps'],
  ['darwin', 'ps'],
  ['win32', 'powershell'],
] as const)
  test(`on ${platform} the children of a process are found with their command lines`, async () => {
    const asked: string[] = [];
    const output = async (name: string): Promise<string> => {
      asked.push(name);
      return '  7   1 init\r\n 12   7 node  a b.js --x\r\n  4   0 \r\n 13  12 other\r\n';
    };
    assert.deepEqual(await childProcesses(7, { platform, output }), [
      { id: 12, parent: 7, command: 'node  a b.js --x' },
    ]);
    assert.deepEqual(asked, [program]);
  });

for (const [platform, expected] of [
  ['linux', 'signal -100 SIGTERM'],
  ['darwin', 'signal -100 SIGTERM'],
  ['win32', 'taskkill /pid 100 /T /F'],
] as const)
  test(`on ${platform} a group is ended, and none that is gone already is an error`, () => {
    const done: string[] = [];
    signalGroup(100, 'SIGTERM', {
      platform,
      run: (program, args) => void done.push([program, ...args].join(' ')),
      signal: (id, signal) => {
        done.push(`signal ${id} ${signal}`);
        throw new Error('ESRCH');
      },
    });
    assert.deepEqual(done, [expected]);
  });
