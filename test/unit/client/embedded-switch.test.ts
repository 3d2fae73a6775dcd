/** Whether queries in other files are checked, while the workspace is searched. The editor's API is a fake. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

const editor = `
  const event = () => ({ dispose: () => undefined });
  export const searches = [];
  export const Disposable = { from: () => ({ dispose: () => undefined }) };
  export class EventEmitter { event = event; fire() {} }
  export const workspace = {
    workspaceFolders: [],
    getConfiguration: () => ({ get: () => undefined }),
    createFileSystemWatcher: () => ({ onDidCreate: event, onDidDelete: event }),
    onDidChangeWorkspaceFolders: event,
    onDidChangeConfiguration: event,
    findFiles: () => new Promise(resolve => searches.push(resolve)),
  };
`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(editor)}`, shortCircuit: true }
      : next(specifier, context),
});
const vscode = await import('vscode');
const { EmbeddedSwitch } = await import('../../../client/src/embedded/embedded-switch.ts');

test('of two searches at once, the later one counts', async () => {
  const searches: unknown = Reflect.get(vscode, 'searches');
  assert.ok(Array.isArray(searches));
  const embedded = new EmbeddedSwitch();
  const [earlier, later] = [embedded.update(), embedded.update()];
  const [endEarlier, endLater] = searches;
  endLater(['a.jql']);
  await later;
  assert.equal(embedded.mode, 'all');
  endEarlier([]);
  await earlier;
  assert.equal(embedded.mode, 'all');
});
