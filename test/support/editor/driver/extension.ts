/** An extension of the tests' own: does in the extension host what a test asks for. */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { until } from '../../until.ts';
import { type DriverAction, type DriverAnswer, type DriverRequest, portFileSetting } from './requests.ts';

const show = (uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Thenable<unknown> =>
  vscode.commands.executeCommand('vscode.open', uri, { preview: false, ...options });

function inFolder(file: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error('No folder is open');
  return vscode.Uri.joinPath(folder.uri, file);
}

/** The group in which a file is open; a panel that reports late that it has the focus makes another one the active one. */
const groupOf = (file: vscode.Uri): vscode.TabGroup | undefined =>
  vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === file.toString(),
    ),
  );

/** The window reports its active editor later than it shows it. */
const activeEditor = (document: string): Promise<vscode.TextEditor> =>
  until(`${document} in the active editor`, async () => {
    const editor = vscode.window.activeTextEditor;
    return editor !== undefined && path.posix.basename(editor.document.uri.path) === document && editor;
  });

const callTool = async ({ name, input, file }: Extract<DriverAction, { kind: 'tool' }>): Promise<void> => {
  const outcome = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(
    ({ content }) => ({
      text: content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join(''),
    }),
    (error: unknown) => ({ error: String(error) }),
  );
  const tools = vscode.lm.tools.map(tool => tool.name);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) return;
  const content = Buffer.from(JSON.stringify({ tools, ...outcome }));
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder.uri, file), content);
};

/** Of the editor and of the extension under test: each closes or forgets something that a file may have left. */
const tidyingCommands: readonly string[] = [
  'workbench.action.closeQuickOpen',
  'workbench.action.closeAllEditors',
  'workbench.action.editorLayoutSingle',
  'wikijql.closeResults',
  'wikijql.history.clear',
  'workbench.action.closePanel',
  'workbench.action.closeAuxiliaryBar',
  'workbench.view.explorer',
  // The sidebar would be redrawn with each file that is written.
  'workbench.action.closeSidebar',
  'notifications.clearAll',
  'notifications.hideList',
];

const tabs = (): number => vscode.window.tabGroups.all.reduce((sum, group) => sum + group.tabs.length, 0);

const tidy = async (): Promise<void> => {
  // A changed file would ask whether to save it.
  for (let left = tabs(); left > 0 && tabs() > 0; left -= 1)
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  for (const command of tidyingCommands) await vscode.commands.executeCommand(command);
};

const set = (setting: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration().update(setting, value, vscode.ConfigurationTarget.Global);

const changeSettings = async (file: string, settings: Readonly<Record<string, unknown>>): Promise<void> => {
  const earlier: Readonly<Record<string, unknown>> = JSON.parse(await readFile(file, 'utf8'));
  for (const key of new Set([...Object.keys(earlier), ...Object.keys(settings)]))
    if (!isDeepStrictEqual(earlier[key], settings[key])) await set(key, settings[key]);
};

const run = async (action: DriverAction): Promise<void> => {
  switch (action.kind) {
    case 'open': {
      const file = inFolder(action.file);
      await show(file, { viewColumn: groupOf(file)?.viewColumn ?? vscode.ViewColumn.Active });
      return;
    }
    case 'openWith':
      await vscode.commands.executeCommand('vscode.openWith', inFolder(action.file), action.editor);
      return;
    case 'goTo': {
      const { document, viewColumn } = await activeEditor(action.document);
      const place = new vscode.Position(action.line - 1, action.column - 1);
      const selection = new vscode.Range(place, place);
      await show(document.uri, { selection, viewColumn: viewColumn ?? vscode.ViewColumn.Active });
      return;
    }
    case 'tool':
      void callTool(action);
      return;
    case 'set':
      await set(action.setting, action.value);
      return;
    case 'tidy':
      await tidy();
      return;
    case 'settings':
      await changeSettings(action.file, action.settings);
      return;
    case 'execute':
      await vscode.commands.executeCommand(
        action.command,
        ...(action.argument === undefined ? [] : [action.argument]),
      );
  }
};

/** Does what the test file asks for that listens on the port. */
const serve = (port: number): Socket => {
  const socket = connect(port, '127.0.0.1');
  const answer = (sent: DriverAnswer): void => void socket.write(`${JSON.stringify(sent)}\n`);
  createInterface(socket).on('line', line => {
    const { id, action }: DriverRequest = JSON.parse(line);
    run(action).then(
      () => answer({ id }),
      (error: unknown) => answer({ id, error: String(error) }),
    );
  });
  // A test that has ended needs no more answers.
  socket.on('error', () => socket.destroy());
  return socket;
};

/** Milliseconds between two looks at the file with the port. */
const pause = 200;

export const activate = ({ subscriptions }: vscode.ExtensionContext): void => {
  const file = vscode.workspace.getConfiguration().get<string>(portFileSetting);
  if (file === undefined) return;
  let served: string | undefined;
  let socket: Socket | undefined;
  const look = async (): Promise<void> => {
    const port = await readFile(file, 'utf8').catch(() => served);
    if (port === served) return;
    served = port;
    socket?.destroy();
    socket = serve(Number(port));
  };
  const timer = setInterval(() => void look(), pause);
  subscriptions.push({
    dispose: () => {
      clearInterval(timer);
      socket?.destroy();
    },
  });
};
