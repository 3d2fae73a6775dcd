import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programPaths } from '../../support/programs.ts';

const paths = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, ...names: string[]): string =>
  programPaths(names, env, platform).join(' ');

test('a program is looked for in every folder of the path, the first name first', () => {
  const env = { PATH: '/bin::/opt/bin' };
  assert.equal(paths('linux', env, 'code', 'codium'), '/bin/code /opt/bin/code /bin/codium /opt/bin/codium');
  assert.equal(paths('darwin', {}, 'code'), '');
});

test('on Windows it has one of the endings that the system runs', () => {
  const env = { Path: String.raw`C:\bin;D:\tools`, PATHEXT: '.EXE;.CMD' };
  assert.equal(
    paths('win32', env, 'php'),
    String.raw`C:\bin\php.EXE C:\bin\php.CMD D:\tools\php.EXE D:\tools\php.CMD`,
  );
  assert.equal(paths('win32', env, 'code.cmd'), String.raw`C:\bin\code.cmd D:\tools\code.cmd`);
});
