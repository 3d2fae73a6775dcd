/** Runs by the extension's commands: in the order of a file, and with what a query asks to be shown. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunResult } from '#shared/protocol/run.ts';
import { until } from '../../support/until.ts';
import { type BadServer, silence, startBadServer } from '../../support/bad-server.ts';
import { ask, labelOf } from './ask.ts';
import type { HostTests } from './runner.ts';
import { User } from './user.ts';
import { openFile, openQuery, withSites } from './workspace.ts';

const several = `### First
# @limit 1
list=allpages

### Second
# @limit 2
list=allpages
`;

const stops = [
  '### First\nlist=allpages\naplimit=1\n# @limit 1\n',
  '### Refused\nlist=watchlist\n',
  '### Never reached\nlist=allpages\naplimit=2\n',
].join('\n');

/** The titles of the lenses over the queries of a document. */
const lensesOf = async ({ uri }: vscode.TextDocument): Promise<readonly string[]> => {
  const lenses = await ask<vscode.CodeLens[]>('CodeLensProvider', uri, 10);
  return lenses.map(({ command }) => command?.title ?? '');
};

const showDraft = async (): Promise<vscode.TextDocument> => {
  const content = '### Draft\n# @limit 2\nlist=allpages\n';
  const document = await vscode.workspace.openTextDocument({ language: 'wikiquery', content });
  await vscode.window.showTextDocument(document);
  return document;
};

const closeDraft = async (draft: vscode.TextDocument): Promise<void> => {
  await vscode.window.showTextDocument(draft);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await until('the end of the draft', async () => draft.isClosed);
};

/** Runs a query of a silent site, writes on meanwhile, and cancels. */
const writeAndCancel = async (silent: BadServer): Promise<void> => {
  const document = await openFile('hanging.wikiquery', '# @site hanging\n# @limit 10\nlist=allpages\n');
  const { uri } = document;
  const place = { line: 2, character: 0 };
  const run = vscode.commands.executeCommand<RunResult>('wikijql.run', uri.toString(), place);
  await until('the request', async () => silent.requests.length === 1);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(3, 0), 'apfilterr');
  await vscode.workspace.applyEdit(edit);
  const { items } = await ask<vscode.CompletionList>(
    'CompletionItemProvider',
    uri,
    new vscode.Position(3, 9),
  );
  assert.ok(items.map(labelOf).includes('apfilterredir'));
  await vscode.commands.executeCommand('wikijql.cancel');
  const { rows, notices } = await run;
  assert.deepEqual([rows, notices.map(({ code }) => code)], [0, ['cancelled']]);
};

/** The document in front, once it is of that language. */
const shown = (languageId: string): Promise<vscode.TextDocument> =>
  until(`a document of ${languageId} in front`, async () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.languageId === languageId && document;
  });

export const runningTests: HostTests = {
  'all queries of a file run in their order': async () => {
    await vscode.window.showTextDocument(await openQuery(several));
    await vscode.commands.executeCommand('wikijql.runAll');
  },

  'the raw response is a document, where the query asks for it at once': async () => {
    const document = await openQuery('# @view json\nmeta=siteinfo\nsiprop=general\n');
    const place = { line: 1, character: 0 };
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('wikijql.run', document.uri.toString(), place);
    assert.match((await shown('json')).getText(), /"general": \{/);
  },

  'the raw response of the query in front is shown by the command': async () => {
    const document = await openQuery('list=recentchanges\nrclimit=2\n# @limit 2\n');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('wikijql.run', document.uri.toString(), { line: 0, character: 0 });
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('wikijql.showRaw');
    assert.match((await shown('json')).getText(), /"recentchanges": \[/);
  },

  'Run All stops at the first query that does not succeed, and says so': async () => {
    using user = new User();
    await vscode.window.showTextDocument(await openQuery(stops));
    await vscode.commands.executeCommand('wikijql.runAll');
    await user.leave(/Run All stopped at “Refused” \(query 2 of 3\)/);
  },

  'a new draft has nothing of the runs of one that was closed, though it has its name': async () => {
    const draft = await showDraft();
    await vscode.commands.executeCommand('wikijql.run', draft.uri.toString(), { line: 2, character: 0 });
    await until('the lens of the run', async () =>
      (await lensesOf(draft)).some(title => title.startsWith('2 rows')),
    );
    await closeDraft(draft);
    const next = await showDraft();
    assert.equal(String(next.uri), String(draft.uri));
    assert.deepEqual(
      (await lensesOf(next)).filter(title => title.includes('rows')),
      [],
    );
    await closeDraft(next);
  },

  'one goes on writing while a site does not answer, and cancels': async () => {
    const silent = await startBadServer([silence]);
    const sites = { hanging: { kind: 'wiki', url: silent.url } };
    try {
      await withSites(sites, () => writeAndCancel(silent));
    } finally {
      await silent.stop();
    }
  },
};
