/** The extension in its host: it starts, runs a query, and leaves the host as it was. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { serverPidFile } from './names.ts';
import type { HostTests } from './runner.ts';
import { serverPids } from './server-pids.ts';
import { User } from './user.ts';
import { openFile, openQuery, write } from './workspace.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly default: unknown }>>;
    }[];
  };
}

const extension = (): vscode.Extension<unknown> => {
  const found = vscode.extensions.getExtension<unknown>('wikijql.wikijql');
  assert.ok(found);
  return found;
};
const manifest = (): Manifest => extension().packageJSON;

/** Through which every extension's `fetch` goes; importing undici replaces them. */
const dispatchers = (): unknown[] =>
  ['1', '2'].map(version => Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)));
let atFirst: unknown[] = [];
const assertUnchanged = (): void => {
  for (const [index, dispatcher] of dispatchers().entries()) assert.ok(dispatcher === atFirst[index]);
};

export const extensionTests: HostTests = {
  'the extension waits for its language': async () => {
    // The host makes its dispatcher when it is first used.
    await fetch('data:,').then(answer => answer.text());
    atFirst = dispatchers();
    assert.ok(atFirst[0]);
    assert.equal(extension().isActive, false);
  },

  'a query in a Python file does not start it': async () => {
    const document = await openFile('first.py', "jql = 'priorty = High'\n");
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(0, 8),
    );
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
    assert.equal(extension().isActive, false);
  },

  'a query file starts it, with one language server, and it exports only what Markdown’s preview calls':
    async () => {
      await openQuery('list=allpages\n');
      await extension().activate();
      assert.deepEqual(Object.keys(Object(extension().exports)), ['extendMarkdownIt']);
      const [pid, ...others] = await serverPids();
      assert.ok(pid !== undefined);
      assert.deepEqual(others, []);
      await write(serverPidFile, String(pid));
    },

  'the fetch of other extensions is as it was': assertUnchanged,

  'a command that fails without the server does not blame the server': async () => {
    using user = new User();
    const running = vscode.commands.executeCommand('wikijql.run', 'no address', { line: 0, character: 0 });
    await user.leave(/^The command failed: .*Scheme is missing/);
    await running;
  },

  'every command is there': async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    const missing = manifest().contributes.commands.filter(({ command }) => !known.has(command));
    assert.deepEqual(missing, []);
  },

  'every setting has its default': () => {
    const configuration = vscode.workspace.getConfiguration();
    const settings = manifest().contributes.configuration.flatMap(({ properties }) =>
      Object.entries(properties),
    );
    for (const [name, { default: expected }] of settings)
      assert.deepEqual(configuration.inspect(name)?.defaultValue, expected, name);
  },

  'its files are read word by word as they are typed': () => {
    const editor = vscode.workspace.getConfiguration('editor', { languageId: 'wikiquery' });
    assert.equal(editor.get('wordBasedSuggestions'), 'off');
    assert.deepEqual(editor.get('quickSuggestions'), { other: 'on', comments: 'on', strings: 'on' });
  },

  'a query runs, in the server and not in the host': async () => {
    const { uri } = await openQuery('### Trees\n# @limit 5\nlist=search\nsrsearch=tree\nsrlimit=5\n');
    const position = { line: 0, character: 0 };
    const result = await vscode.commands.executeCommand('wikijql.run', uri.toString(), position);
    assert.partialDeepStrictEqual(result, { title: 'Trees', status: 'more', rows: 5 });
    assertUnchanged();
  },
};
