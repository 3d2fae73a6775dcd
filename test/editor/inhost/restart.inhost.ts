/** A language server that ends is started again, and so it is by the command. Comes last: it has another process then. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import { ask } from './ask.ts';
import { serverPidFile } from './names.ts';
import type { HostTests } from './runner.ts';
import { serverPids } from './server-pids.ts';
import { openQuery, write } from './workspace.ts';

const onlyPid = async (): Promise<number> => {
  const [pid, ...others] = await serverPids();
  assert.ok(pid !== undefined);
  assert.deepEqual(others, []);
  return pid;
};

/** Resolves once another process than before answers, with its number. */
const comesBack = async (earlier: number, uri: vscode.Uri): Promise<number> => {
  const pid = await until('another server', async () => (await serverPids()).find(each => each !== earlier));
  await until('a hover', async () => {
    const hovers = await ask<vscode.Hover[]>('HoverProvider', uri, new vscode.Position(0, 8));
    return hovers.length > 0;
  });
  await write(serverPidFile, String(pid));
  return pid;
};

export const restartTests: HostTests = {
  'a language server that is killed is started again': async () => {
    const { uri } = await openQuery('list=allpages\n');
    const earlier = await onlyPid();
    process.kill(earlier, 'SIGKILL');
    await comesBack(earlier, uri);
  },

  'a language server is started anew by the command': async () => {
    const { uri } = await openQuery('list=allpages\n');
    const earlier = await onlyPid();
    await vscode.commands.executeCommand('wikijql.restartServer');
    await comesBack(earlier, uri);
  },
};
