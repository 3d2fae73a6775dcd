/** A language server that ends or hangs is started again, and so it is by the command. Comes last: it has another process then. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import { ask, problems } from './ask.ts';
import { serverPidFile } from './names.ts';
import type { HostTests } from './runner.ts';
import { serverPids } from './server-pids.ts';
import { User } from './user.ts';
import { openFile, openQuery, write } from './workspace.ts';

const onlyPid = async (): Promise<number> => {
  const [pid, ...others] = await serverPids();
  assert.ok(pid !== undefined);
  assert.deepEqual(others, []);
  return pid;
};

const another = (earlier: number): Promise<number> =>
  until('another server', async () => (await serverPids()).find(each => each !== earlier));

const hover = (uri: vscode.Uri): Thenable<vscode.Hover[]> =>
  ask('HoverProvider', uri, new vscode.Position(0, 8));

/** Resolves once another process than before answers, with its number. */
const comesBack = async (earlier: number, uri: vscode.Uri): Promise<number> => {
  const pid = await another(earlier);
  await until('a hover', async () => (await hover(uri)).length > 0);
  await write(serverPidFile, String(pid));
  return pid;
};

/** The server hangs while it is asked about a document. */
const hang = async ({ uri }: vscode.TextDocument): Promise<number> => {
  const pid = await onlyPid();
  process.kill(pid, 'SIGSTOP');
  void hover(uri).then(undefined, () => undefined);
  return pid;
};

const wrong = 'list=allpage\n';

export const restartTests: HostTests = {
  'a language server that hangs is ended and started again': async () => {
    using user = new User();
    const document = await openFile('wrong.wikiquery', wrong);
    await problems(document, 1);
    const pid = await hang(document);
    await user.leave(/did not respond for 10 seconds/);
    await comesBack(pid, document.uri);
    await problems(document, 1);
  },

  'a language server that hangs a second time in the same text is not given that file until it changes':
    async () => {
      using user = new User();
      const document = await openFile('wrong.wikiquery', wrong);
      await another(await hang(document));
      await user.leave(/stopped twice while working on “wrong\.wikiquery”/);
      await problems(document, 0);
      await problems(await openFile('other.wikiquery', wrong), 1);
      await problems(document, 0);
      const change = new vscode.WorkspaceEdit();
      change.insert(document.uri, document.positionAt(Infinity), '# changed');
      await vscode.workspace.applyEdit(change);
      await problems(document, 1);
    },

  'a language server is started anew by the command': async () => {
    const { uri } = await openQuery('list=allpages\n');
    const earlier = await onlyPid();
    await vscode.commands.executeCommand('wikijql.restartServer');
    await comesBack(earlier, uri);
  },

  'a language server that is killed is started again, and after five times only when the user asks for it':
    async () => {
      using user = new User();
      const { uri } = await openQuery('list=allpages\n');
      let pid = await onlyPid();
      process.kill(pid, 'SIGKILL');
      pid = await comesBack(pid, uri);
      for (let end = 2; end < 5; end += 1) {
        process.kill(pid, 'SIGKILL');
        pid = await another(pid);
      }
      process.kill(pid, 'SIGKILL');
      await user.choose(/stopped 5 times within 3 minutes/, 'Restart');
      await comesBack(pid, uri);
    },
};
