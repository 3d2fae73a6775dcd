/** The features of the language server, requested through the editor's commands. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import { ask, labelOf, problems } from './ask.ts';
import type { HostTests } from './runner.ts';
import { openFile, openQuery } from './workspace.ts';

const at = (line: number, character: number): vscode.Position => new vscode.Position(line, character);
const variables =
  '@cat = Category:Plants\n\n### Members\nlist=categorymembers\ncmtitle={{cat}}\ncmnamespace=14\n';

export const featureTests: HostTests = {
  'a new query has the cursor where one types first': async () => {
    for (const [command, language, selected] of [
      ['wikijql.newQuery', 'wikiquery', 'recentchanges'],
      ['wikijql.newJqlQuery', 'jql', 'assignee = currentUser() AND resolution IS EMPTY'],
    ] as const) {
      await vscode.commands.executeCommand(command);
      const editor = vscode.window.activeTextEditor!;
      assert.equal(editor.document.languageId, language);
      assert.equal(editor.document.getText(editor.selection), selected);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  },

  'names are completed, and explained when one is looked at': async () => {
    const { uri } = await openQuery('list=catmem');
    const { items } = await ask<vscode.CompletionList>(
      'CompletionItemProvider',
      uri,
      at(0, 11),
      undefined,
      3,
    );
    assert.ok(items.some(item => labelOf(item) === 'categorymembers'));
    assert.ok(items[0]?.documentation);
  },

  'a name is explained': async () => {
    const { uri } = await openQuery('list=categorymembers\ncmtitle=Category:Plants\n');
    const hovers = await ask<vscode.Hover[]>('HoverProvider', uri, at(0, 8));
    const [content] = hovers.flatMap(({ contents }) => contents);
    assert.ok(content instanceof vscode.MarkdownString);
    assert.match(content.value, /categorymembers/);
    assert.equal(content.isTrusted ?? false, false);
  },

  'problems carry the codes of the wiki, and go when they are mended': async () => {
    const document = await openQuery('list=recentchanges\nrclimit=1o\n');
    const [problem] = await problems(document, 1);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Error);
    const { code } = problem;
    assert.equal(typeof code === 'object' ? code.value : code, 'badinteger');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(1, 9, 1, 10), '0');
    await vscode.workspace.applyEdit(edit);
    await problems(document, 0);
  },

  'a problem has a fix': async () => {
    const document = await openQuery('list=recentchanges\nrcprop=timestmap\n');
    const [problem] = await problems(document, 1);
    const actions = await ask<vscode.CodeAction[]>('CodeActionProvider', document.uri, problem?.range);
    const fix = actions.find(({ title }) => title.includes('timestamp'));
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    assert.equal(document.getText(), 'list=recentchanges\nrcprop=timestamp\n');
  },

  'a document is put into its form': async () => {
    const { uri } = await openQuery('  list = allpages\n');
    const edits = await ask<vscode.TextEdit[]>('FormatDocumentProvider', uri, {
      tabSize: 2,
      insertSpaces: true,
    });
    assert.deepEqual(
      edits
        .map(({ newText }) => newText)
        .join('')
        .includes(' '),
      false,
    );
    assert.ok(edits.length > 0);
  },

  'a variable has a definition, references and another name': async () => {
    const { uri } = await openQuery(variables);
    const inUse = at(4, 11);
    const definitions = await ask<(vscode.Location | vscode.LocationLink)[]>(
      'DefinitionProvider',
      uri,
      inUse,
    );
    const lines = definitions.map(
      found => ('targetRange' in found ? found.targetRange : found.range).start.line,
    );
    assert.deepEqual(lines, [0]);
    const references = await ask<vscode.Location[]>('ReferenceProvider', uri, inUse);
    assert.deepEqual(
      references.map(({ range }) => range.start.line),
      [0, 4],
    );
    const rename = await ask<vscode.WorkspaceEdit>('DocumentRenameProvider', uri, inUse, 'category');
    assert.deepEqual(
      rename.get(uri).map(({ newText }) => newText),
      ['category', 'category'],
    );
  },

  'a file has an outline, folds, links, lenses, hints and colours': async () => {
    const { uri } = await openQuery(variables);
    const whole = new vscode.Range(0, 0, 6, 0);
    const symbols = await ask<vscode.DocumentSymbol[]>('DocumentSymbolProvider', uri);
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['@cat', 'Members'],
    );
    const folds = await ask<vscode.FoldingRange[]>('FoldingRangeProvider', uri);
    assert.ok(folds.some(({ start }) => start === 2));
    const lenses = await ask<vscode.CodeLens[]>('CodeLensProvider', uri, 10);
    assert.deepEqual(
      lenses.map(({ command }) => command?.command),
      ['wikijql.run', 'wikijql.more'],
    );
    const hints = await ask<vscode.InlayHint[]>('InlayHintProvider', uri, whole);
    assert.ok(hints.some(({ position }) => position.line === 5));
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>(
      'vscode.provideDocumentSemanticTokens',
      uri,
    );
    assert.ok(tokens.data.length >= 5 * 6);
    const selections = await ask<vscode.SelectionRange[]>('SelectionRangeProvider', uri, [at(3, 6)]);
    assert.ok(selections[0]?.parent);
  },

  'a query of a template is inserted with places to fill in': async () => {
    const { uri } = await openQuery('members');
    const { items } = await ask<vscode.CompletionList>('CompletionItemProvider', uri, at(0, 7));
    const template = items.find(item => labelOf(item) === 'Members of a category');
    assert.ok(template?.insertText instanceof vscode.SnippetString);
    assert.match(template.insertText.value, /list=categorymembers\ncmtitle=\$/);
  },

  'operators are those of the field, and functions explain their arguments': async () => {
    const { uri } = await openFile('words.jql', 'summary \nassignee in membersOf(');
    const { items } = await ask<vscode.CompletionList>('CompletionItemProvider', uri, at(0, 8));
    const labels = items.map(labelOf);
    assert.ok(labels.includes('~') && !labels.includes('>='), labels.join(' '));
    const help = await ask<vscode.SignatureHelp>('SignatureHelpProvider', uri, at(1, 22), '(');
    assert.match(help.signatures[0]?.label ?? '', /membersOf/);
  },

  'JQL is put into its form, and stays so': async () => {
    const document = await openFile('form.jql', 'project=LAMP and   status = Open order by created');
    await vscode.window.showTextDocument(document);
    for (let times = 0; times < 2; times += 1) {
      await vscode.commands.executeCommand('editor.action.formatDocument');
      assert.match(document.getText(), /^project = LAMP\s+AND status = Open\s+ORDER BY created\s*$/);
    }
  },

  'all that is certain is mended at once': async () => {
    const document = await openQuery('list=recentchanges\nrcprop=timestmap|titlle\nrcshow=boot\n');
    await problems(document, 3);
    await vscode.commands.executeCommand('editor.action.fixAll');
    await until('the mended text', async () =>
      document.getText().startsWith('list=recentchanges\nrcprop=timestamp|title\nrcshow=bot'),
    );
  },

  'no text makes a provider fail': async () => {
    for (const text of ['', '\u0001\u0002|=|={{', '### \n### ', 'ａ＝ｂ\r\n\r|||', '{{'.repeat(500)]) {
      const document = await openQuery(text);
      const end = document.positionAt(text.length);
      await ask('CompletionItemProvider', document.uri, end);
      await ask('HoverProvider', document.uri, end);
      await ask('DocumentSymbolProvider', document.uri);
      await ask('FormatDocumentProvider', document.uri, { tabSize: 2, insertSpaces: true });
    }
    const { uri } = await openQuery('list=allp');
    const { items } = await ask<vscode.CompletionList>('CompletionItemProvider', uri, at(0, 9));
    assert.ok(items.some(item => labelOf(item) === 'allpages'));
  },

  // The last one, as a preview takes the focus from the editors that others act on.
  'the code of a problem opens the page about it, as a preview': async () => {
    const document = await openQuery('list=recentchanges\nrclimit=1o\n');
    const [problem] = await problems(document, 1);
    const { code } = problem!;
    assert.ok(typeof code === 'object');
    const page = await vscode.workspace.openTextDocument(code.target);
    assert.match(page.getText(), /^# badinteger\n[^]*Wrong:[^]*# @ignore badinteger: /);
    await vscode.commands.executeCommand('vscode.open', code.target);
    const input = await until('the page', async () => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      return tab?.input instanceof vscode.TabInputCustom && tab.input;
    });
    assert.equal(input.viewType, 'vscode.markdown.preview.editor');
    assert.equal(String(input.uri), String(code.target));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  },
};
