import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type CodeAction,
  type CodeLens,
  type CompletionItem,
  CompletionItemKind,
  type DocumentHighlight,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type InlayHint,
  InsertTextFormat,
  type Location,
  type Range,
  type SelectionRange,
  TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver-types';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { edited, marked, textIn } from '../support/marked.ts';
import { settingsOf } from '../support/settings.ts';

let client: LanguageClient;
before(async () => {
  client = await startLanguageClient({
    pull: true,
    options: { panels: true, settings: settingsOf({ en: 'https://wiki.example/w/api.php' }) },
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  });
});
after(async () => client.stop());

const line = (number: number, character = 0) => ({ line: number, character });
const all = { start: line(0), end: line(1000) };

/** Opens a text with a cursor and asks something at that place. */
async function ask<Result>(method: string, withCursor: string, params: object = {}) {
  const { text, position } = marked(withCursor);
  const uri = await client.open(text);
  return { text, uri, answer: await client.ask<Result>(method, uri, { position, ...params }) };
}

/** The completion of that label at the cursor. */
async function completed(withCursor: string, label: string) {
  const { text, answer } = await ask<{ items: CompletionItem[] }>('textDocument/completion', withCursor);
  const item = answer.items.find(each => each.label === label);
  assert(item?.textEdit && TextEdit.is(item.textEdit), `${label} is not offered`);
  return { item, text: edited(text, [item.textEdit]) };
}

test('a completion puts in what it says, and is explained when it is resolved', async () => {
  const { item, text } = await completed('list=allpa¦x\naplimit=5\n', 'allpages');
  assert.equal(text, 'list=allpages\naplimit=5\n');
  assert.equal(item.documentation, undefined);
  const resolved = await client.connection.sendRequest<CompletionItem>('completionItem/resolve', item);
  assert.match(JSON.stringify(resolved.documentation), /"kind":"markdown".*allpages/);
  assert.deepEqual({ ...resolved, documentation: undefined }, { ...item, documentation: undefined });
});

test('an item that has nothing to explain resolves to itself', async () => {
  const item = { label: 'x', sortText: '1' };
  assert.deepEqual(await client.connection.sendRequest('completionItem/resolve', item), item);
});

/** The first snippet that is offered in an empty file. */
async function firstSnippet(of: LanguageClient) {
  const items = await of.complete(await of.open('\n'), line(0));
  const item = items.find(({ kind }) => kind === CompletionItemKind.Snippet)!;
  assert(item.textEdit && TextEdit.is(item.textEdit));
  return { format: item.insertTextFormat, text: item.textEdit.newText };
}

test('placeholders are for clients that know them', async () => {
  await using plain = await startLanguageClient();
  const known = await firstSnippet(client);
  const unknown = await firstSnippet(plain);
  assert.equal(known.format, InsertTextFormat.Snippet);
  assert.match(known.text, /\$\{1[:}]/);
  assert.equal(unknown.format, undefined);
  assert.equal(
    unknown.text,
    known.text.replaceAll(/\$\{\d(?::([^}]*))?\}/g, (_, shown: string | undefined) => shown ?? ''),
  );
});

test('a hover explains what the cursor touches', async () => {
  const { text, answer } = await ask<Hover>('textDocument/hover', '### T\nlist=all¦pages\n');
  assert.match(JSON.stringify(answer.contents), /"kind":"markdown".*\*\*allpages\*\*/);
  assert.equal(textIn(text, answer.range!), 'allpages');
  assert.equal((await ask('textDocument/hover', '### T\n¦\nlist=allpages\n')).answer, null);
});

const bad =
  '### One\nlist=allpages\naplimt=5\n\n### Two\nlist=allpages\naplimt=5\napdir=up\n\n### Three\nlist=logevents\nlelimt=5\n';
const actionsAt = async (uri: string, range: Range, only?: readonly string[]) =>
  client.ask<CodeAction[]>('textDocument/codeAction', uri, {
    range,
    context: { diagnostics: [], ...(only && { only }) },
  });
const afterAction = (text: string, uri: string, action: CodeAction | undefined) =>
  edited(text, action?.edit?.changes?.[uri] ?? []);

test('a problem has its way out, alone or all of its kind', async () => {
  const uri = await client.open(bad);
  const [reported] = await client.pulled(uri);
  const actions = await actionsAt(uri, { start: line(2, 3), end: line(2, 3) });
  const [first] = actions;
  assert.deepEqual([first?.kind, first?.isPreferred, first?.diagnostics], ['quickfix', true, [reported]]);
  assert.equal(afterAction(bad, uri, first), bad.replace('aplimt', 'aplimit'));
  const everywhere = actions.find(
    ({ diagnostics, kind }) => diagnostics === undefined && kind === 'quickfix',
  );
  assert.match(everywhere?.title ?? '', /3/);
  assert.doesNotMatch(afterAction(bad, uri, everywhere), /limt/);
  assert.deepEqual(await actionsAt(uri, { start: line(0), end: line(0) }, ['quickfix']), []);
});

test('a fix of two problems is offered once, for both', async () => {
  const uri = await client.open('prop=extracts\ntitles=Berlin\nexsentences=2\n');
  const actions = await actionsAt(uri, { start: line(0), end: line(3) }, ['quickfix']);
  const additions = actions.filter(({ title }) => title === 'Add “explaintext”');
  assert.deepEqual(
    additions.map(({ diagnostics }) => diagnostics?.map(({ code }) => code)),
    [['textextracts-sentences-and-html', 'textextracts-malformed-html']],
  );
});

test('a warning can be ignored in its query or in its file', async () => {
  const text = '### One\naction=query\nmeta=siteinfo\norigin=*\n';
  const uri = await client.open(text);
  const actions = await actionsAt(uri, { start: line(1), end: line(3, 8) });
  const made = (title: string): string =>
    afterAction(
      text,
      uri,
      actions.find(action => action.title === title),
    );
  const [code] = (await client.pulled(uri)).map(problem => String(problem.code));
  assert.equal(made(`Ignore “${code}” in this query`), text.replace('\n', `\n# @ignore ${code}: \n`));
  assert.equal(made(`Ignore “${code}” in this file`), `# @ignore ${code}: \n${text}`);
});

test('actions are offered of the kinds that are asked for', async () => {
  const uri = await client.open(bad);
  await client.pulled(uri);
  const kinds = async (...only: string[]) => [
    ...new Set((await actionsAt(uri, { start: line(2, 3), end: line(5, 7) }, only)).map(({ kind }) => kind)),
  ];
  assert.deepEqual(await kinds('quickfix'), ['quickfix']);
  assert.deepEqual(await kinds('refactor'), ['refactor.rewrite']);
  assert.deepEqual(await kinds('source'), ['source.fixAll']);
  assert.deepEqual(await kinds('source.fixAll'), ['source.fixAll']);
  assert.deepEqual(await kinds('source.organizeImports'), []);
  assert.deepEqual(await kinds('source.fixAll.other'), []);
});

test('everything that can be mended is mended in one go, without waiting for diagnostics', async () => {
  const uri = await client.open(bad);
  const [action, ...others] = await actionsAt(uri, all, ['source.fixAll']);
  assert.deepEqual(others, []);
  const mended = afterAction(bad, uri, action);
  assert.doesNotMatch(mended, /limt/);
  const again = await client.open(mended);
  assert.deepEqual(await actionsAt(again, all, ['source.fixAll']), []);
});

test('a URL can be written as lines', async () => {
  const text = '/w/api.php?action=query&list=allpages&aplimit=5\n';
  const uri = await client.open(text);
  const actions = await actionsAt(uri, { start: line(0, 20), end: line(0, 20) }, ['refactor.rewrite']);
  assert.match(afterAction(text, uri, actions[0]), /^list=allpages\naplimit=5$/m);
});

const untidy =
  '#  @limit   5\n\n###   One\n  list =  allpages \n&aplimit = 5\n\n\n\n###Two\nlist= logevents\n';
const tidy = '# @limit 5\n\n### One\nlist=allpages\naplimit=5\n\n### Two\nlist=logevents\n';
const formatting = { options: { tabSize: 2, insertSpaces: true } };

test('formatting is what it should be, and nothing the second time', async () => {
  const uri = await client.open(untidy);
  assert.equal(edited(untidy, await client.ask('textDocument/formatting', uri, formatting)), tidy);
  assert.deepEqual(await client.ask('textDocument/formatting', await client.open(tidy), formatting), []);
});

test('only the lines that are asked for are formatted', async () => {
  const uri = await client.open(untidy);
  const range = { start: line(3), end: line(3, 4) };
  const edits = await client.ask<TextEdit[]>('textDocument/rangeFormatting', uri, { range, ...formatting });
  assert.equal(edited(untidy, edits), untidy.replace('  list =  allpages ', 'list=allpages'));
});

const file = `# @site en
@cat = Category:Physics

### Members of {{cat}}
# @limit 20
list=categorymembers
cmtitle={{cat}}
cmprop=ids
  |title
cmnamespace=0|14
cmstart=2024-01-15T00:00:00Z

### Two
list=allpages
apfrom={{cat}}
`;

test('the outline names the queries and their parameters', async () => {
  const uri = await client.open(file);
  const symbols = await client.ask<DocumentSymbol[]>('textDocument/documentSymbol', uri);
  assert.deepEqual(
    symbols.map(({ name, children }) => [name, children?.map(child => child.name)]),
    [
      ['@cat', []],
      ['Members of {{cat}}', ['list', 'cmtitle', 'cmprop', 'cmnamespace', 'cmstart']],
      ['Two', ['list', 'apfrom']],
    ],
  );
  for (const { range, selectionRange, children } of symbols) {
    for (const inner of [selectionRange, ...(children ?? []).map(child => child.range)])
      assert(textIn(file, range).includes(textIn(file, inner)));
  }
});

test('queries and values over several lines fold', async () => {
  const uri = await client.open(file);
  const folds = await client.ask<FoldingRange[]>('textDocument/foldingRange', uri);
  assert.deepEqual(
    folds.map(({ startLine, endLine }) => [startLine, endLine]),
    [
      [3, 10],
      [7, 8],
      [12, 14],
    ],
  );
});

test('a selection grows from a value to its query', async () => {
  const uri = await client.open(file);
  const [innermost] = await client.ask<SelectionRange[]>('textDocument/selectionRange', uri, {
    positions: [line(9, 13)],
  });
  const texts: string[] = [];
  for (let range = innermost; range; range = range.parent) texts.push(textIn(file, range.range));
  assert.deepEqual(texts.slice(0, 2), ['0', '0|14']);
  assert.match(texts.at(-1) ?? '', /^### Members[^]*Z\n\n$/);
  assert(texts.every((text, index) => index === 0 || text.includes(texts[index - 1]!)));
});

/** Absolute line and character, length, type and modifiers of each token. */
function decoded(data: readonly number[]): number[][] {
  let [row, column] = [0, 0];
  return Array.from({ length: data.length / 5 }, (_, index) => {
    const [lines = 0, characters = 0, ...rest] = data.slice(index * 5, index * 5 + 5);
    column = lines === 0 ? column + characters : characters;
    row += lines;
    return [row, column, ...rest];
  });
}

test('a part of a file has the same tokens as in the whole', async () => {
  const uri = await client.open(file);
  const types = client.initialized.capabilities.semanticTokensProvider?.legend.tokenTypes ?? [];
  const tokens = async (method: string, params: object = {}) =>
    decoded(
      (await client.ask<{ data: number[] }>(`textDocument/semanticTokens/${method}`, uri, params)).data,
    );
  const whole = await tokens('full');
  assert.deepEqual(await tokens('range', { range: all }), whole);
  const second = whole.filter(([row]) => row! >= 12);
  assert.deepEqual(await tokens('range', { range: { start: line(12), end: line(14, 3) } }), second);
  assert.deepEqual(
    second.map(([row, column, length, type]) => [
      textIn(file, { start: line(row!, column), end: line(row!, column! + length!) }),
      types[type!],
    ]),
    [
      ['Two', 'namespace'],
      ['list', 'property'],
      ['allpages', 'class'],
      ['apfrom', 'property'],
      ['{{cat}}', 'variable'],
    ],
  );
});

test('hints say what numbers mean', async () => {
  const uri = await client.open(file);
  const hints = async (range: Range) =>
    (await client.ask<InlayHint[]>('textDocument/inlayHint', uri, { range })).map(({ position, label }) => [
      position.line,
      label,
    ]);
  assert.deepEqual((await hints(all)).slice(0, 3), [
    [5, 'cmlimit=10'],
    [9, '(Main)'],
    [9, 'Category'],
  ]);
  assert.deepEqual(await hints({ start: line(0), end: line(1) }), []);
});

test('titles link to their pages on the site', async () => {
  const uri = await client.open(file);
  const links = await client.ask<DocumentLink[]>('textDocument/documentLink', uri);
  assert.deepEqual(
    links.map(({ range, target }) => [textIn(file, range), target]),
    [['{{cat}}', 'https://wiki.example/w/index.php?title=Category:Physics']],
  );
});

test('each query has its commands', async () => {
  const uri = await client.open(file);
  const lenses = await client.ask<CodeLens[]>('textDocument/codeLens', uri);
  assert.deepEqual(
    lenses.map(({ range, command }) => [range.start.line, command?.command]),
    [3, 12].flatMap(row => ['wikijql.run', 'wikijql.more'].map(name => [row, name])),
  );
  assert.deepEqual(lenses[0]?.command?.arguments, [uri, line(3)]);
});

const uses = file.replace('apfrom={{cat}}', 'apfrom={{c¦at}}');

test('a variable is found where it is defined, used and marked', async () => {
  const { uri, text, answer } = await ask<Location[]>('textDocument/definition', uses);
  assert.deepEqual(answer, [{ uri, range: { start: line(1, 1), end: line(1, 4) } }]);
  const of = async (includeDeclaration: boolean) =>
    (await ask<Location[]>('textDocument/references', uses, { context: { includeDeclaration } })).answer.map(
      ({ range }) => range.start,
    );
  assert.deepEqual(await of(false), [line(6, 10), line(14, 9)]);
  assert.deepEqual(await of(true), [line(1, 1), line(6, 10), line(14, 9)]);
  const { answer: marks } = await ask<DocumentHighlight[]>('textDocument/documentHighlight', uses);
  assert.deepEqual(
    marks.map(({ range }) => textIn(text, range)),
    ['cat', 'cat', 'cat'],
  );
  assert.equal((await ask('textDocument/definition', 'list=all¦pages\n')).answer, null);
});

test('a variable is renamed everywhere at once', async () => {
  const { text, answer } = await ask<{ range: Range; placeholder: string }>(
    'textDocument/prepareRename',
    uses,
  );
  assert.deepEqual([answer.placeholder, textIn(text, answer.range)], ['cat', 'cat']);
  const renamed = await ask<WorkspaceEdit>('textDocument/rename', uses, { newName: 'subject' });
  assert.equal(
    edited(text, renamed.answer.changes?.[renamed.uri] ?? []),
    file
      .replaceAll('{{cat}}\n', '{{subject}}\n')
      .replace('@cat', '@subject')
      .replace('of {{subject}}', 'of {{cat}}'),
  );
});

test('what cannot be renamed is refused with the reason', async () => {
  await assert.rejects(ask('textDocument/rename', uses, { newName: '1 x' }), /begins with a letter/);
  await assert.rejects(ask('textDocument/rename', 'list=all¦pages\n', { newName: 'x' }), /No variable here/);
  assert.equal((await ask('textDocument/prepareRename', 'list=all¦pages\n')).answer, null);
});
