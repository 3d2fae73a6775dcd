/**
 * Which sign-ins and issues complete the walkthrough's steps: those that succeeded. The editor's API is a recording
 * fake.
 */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { IssueResult } from '#shared/protocol/issue.ts';
import type { SessionState } from '#shared/protocol/sites/login.ts';
import { sampleIssue } from '../../support/issues.ts';

const editor = `
  export const executed = [];
  const sites = { town: { kind: 'tracker', url: 'https://town.example.org' } };
  export const workspace = { isTrusted: true, getConfiguration: () => ({ get: () => sites }) };
  export const commands = { executeCommand: async (...all) => void executed.push(all.join(' ')) };
  export const ProgressLocation = { Notification: 15 };
  export const window = {
    withProgress: (_, task) => task({}, {}),
    showInformationMessage: async () => undefined,
    showErrorMessage: async () => undefined,
    showQuickPick: async () => undefined,
  };
  export const env = { language: 'en' };
  export const Uri = { joinPath: (...all) => all.join('/'), parse: text => text };
  export class CancellationTokenSource { token = { isCancellationRequested: false }; cancel() {} dispose() {} }
`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(editor)}`, shortCircuit: true }
      : next(specifier, context),
});
const vscode = await import('vscode');
const { SignIn } = await import('../../../client/src/session/sign-in.ts');
const { IssuePanel } = await import('../../../client/src/issue/issue-panel.ts');

/** The editor commands that an action executes. */
async function executedBy(action: () => Promise<unknown>): Promise<readonly unknown[]> {
  const executed: unknown = Reflect.get(vscode, 'executed');
  assert.ok(Array.isArray(executed));
  executed.length = 0;
  await action();
  return [...executed];
}

const secrets = { get: async () => undefined, store: async () => {}, delete: async () => {} };

/** Signs in to a site whose session is in one state before and in another one after. */
const signIn = (before: SessionState['state'], after: SessionState['state']) =>
  executedBy(() => {
    const requests = {
      sessionState: async () => ({ state: before, message: '' }),
      signIn: async () => ({ state: after, message: '' }),
      signOut: async () => ({ state: after, message: '' }),
      findSite: async () => ({ problem: '' }),
    };
    return new SignIn(secrets, requests, () => undefined).signIn('town');
  });

const signedIn = ['setContext wikijql.hasSignedIn true'];
test('a sign-in ticks its step', async () => assert.deepEqual(await signIn('expired', 'signedIn'), signedIn));
test('so does one to a site that is signed in to', async () =>
  assert.deepEqual(await signIn('signedIn', 'signedIn'), signedIn));
for (const state of ['rejected', 'challenge', 'anonymous', 'pending', 'unknown'] as const)
  test(`one that ends as ${state} does not`, async () =>
    assert.deepEqual(await signIn('expired', state), []));

/** A panel that shows nothing. */
const panel = {
  webview: {
    onDidReceiveMessage: () => ({ dispose() {} }),
    asWebviewUri: (uri: unknown) => String(uri),
    cspSource: '',
  },
  onDidDispose: () => ({ dispose() {} }),
  onDidChangeViewState: () => ({ dispose() {} }),
};

const fetched = (result: IssueResult) =>
  executedBy(() => {
    const requests = { issue: async () => result };
    const made: unknown = Reflect.construct(IssuePanel, [panel, 'file:///a', requests]);
    assert.ok(made instanceof IssuePanel);
    return made.go({ reference: 'TOWN-1' });
  });

test('an issue that is shown ticks its step', async () =>
  assert.deepEqual(await fetched({ issue: sampleIssue, notices: [] }), [
    'setContext wikijql.hasFetchedIssue true',
  ]));
test('one that is not found does not', async () => assert.deepEqual(await fetched({ notices: [] }), []));
