/** An extension of the tests' own: does in the extension host what a test asks for. */
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { until } from '../../until.ts';
import { type DriverAction, type DriverAnswer, type DriverRequest, portSetting } from './requests.ts';

const show = (uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Thenable<unknown> =>
  vscode.commands.executeCommand('vscode.open', uri, { preview: false, ...options });

function inFolder(file: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error('No folder is open');
  return vscode.Uri.joinPath(folder.uri, file);
}

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

const run = async (action: DriverAction): Promise<void> => {
  switch (action.kind) {
    case 'open':
      await show(inFolder(action.file), { viewColumn: vscode.ViewColumn.Active });
      return;
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
      await vscode.workspace
        .getConfiguration()
        .update(action.setting, action.value, vscode.ConfigurationTarget.Global);
      return;
    case 'execute':
      await vscode.commands.executeCommand(
        action.command,
        ...(action.argument === undefined ? [] : [action.argument]),
      );
  }
};

export const activate = ({ subscriptions }: vscode.ExtensionContext): void => {
  const port = vscode.workspace.getConfiguration().get<number>(portSetting);
  if (port === undefined) return;
  const socket = connect(port, '127.0.0.1');
  subscriptions.push({ dispose: () => socket.destroy() });
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
};
