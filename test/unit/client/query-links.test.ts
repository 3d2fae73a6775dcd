/** Links to queries: copied from a query file, and opened without running anything. The editor’s API is a recording fake. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

const editor = `
  export const done = [];
  const text = '# @site town\\nproject = LAMP & "100 %"';
  export class Range { constructor(...all) { Object.assign(this, all); } }
  export class Selection {}
  export const DocumentDropOrPasteEditKind = { Empty: { append: () => ({}) } };
  export const workspace = {
    openTextDocument: async document =>
      typeof document === 'string'
        ? { languageId: 'jql', getText: () => text }
        : { opened: document.content, language: document.language },
  };
  export const window = {
    registerUriHandler: handler => handler,
    showTextDocument: async ({ language, opened }) => void done.push(language + ': ' + opened),
    showWarningMessage: async message => void done.push(message),
    showQuickPick: async items => items.find(({ label }) => label === 'Link'),
    setStatusBarMessage: () => undefined,
  };
  export const env = {
    language: 'en',
    uriScheme: 'vscodium',
    clipboard: { writeText: async text => void done.push(text) },
  };
`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(editor)}`, shortCircuit: true }
      : next(specifier, context),
});
const vscode = await import('vscode');
const { registerQueryLinks } = await import('../../../client/src/queries/query-links.ts');
const { copyAs } = await import('../../../client/src/queries/copy-and-paste.ts');

/** The actions that the editor was asked for. */
const done = (): string[] => {
  const list: unknown = Reflect.get(vscode, 'done');
  assert.ok(Array.isArray(list));
  return list;
};

/** Opens a link as the editor does, which decodes it first. */
async function follow(link: string): Promise<void> {
  const { pathname: path, search } = new URL(link);
  const handler: unknown = registerQueryLinks();
  assert.ok(typeof handler === 'object' && handler !== null && 'handleUri' in handler);
  assert.ok(typeof handler.handleUri === 'function');
  await handler.handleUri({ path, query: decodeURIComponent(search.slice(1)) });
}

test('the link to a query is among the forms to copy, and opens the query again', async () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 9 } };
  const form = { id: 'curl', label: 'curl', detail: '', code: 'curl' };
  const uri: unknown = 'file:///a.jql';
  await Reflect.apply(copyAs, undefined, [
    { uri, position: range.start },
    { copyAs: async () => ({ forms: [form] }), context: async () => ({ range }) },
    { get: () => undefined, update: async () => undefined },
  ]);
  const link = done().at(-1) ?? '';
  assert.match(link, /^vscodium:\/\/wikijql\.wikijql\/open\?jql=[\w-]+$/);
  await follow(link);
  assert.equal(done().at(-1), 'jql: # @site town\nproject = LAMP & "100 %"');
});

test('a damaged link opens nothing, and says so', async () => {
  const before = done().length;
  await follow('vscode://wikijql.wikijql/open?jql=_w');
  assert.deepEqual(done().slice(before), ['This link has no query that can be opened. Ask for a new one.']);
});
