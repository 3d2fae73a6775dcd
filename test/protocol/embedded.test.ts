/** Queries in files of other languages, as an editor's client sees them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CodeAction, type CodeLens, type Hover, TextEdit } from 'vscode-languageserver-types';
import {
  embeddedQueryRequest,
  type EmbeddedQueryResult,
} from '#shared/protocol/documents/query-conversion.ts';
import { contextRequest, type ContextResult } from '#shared/protocol/run.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { edited, marked, textIn } from '../support/marked.ts';
import { languageSettings, settingsOf } from '../support/settings.ts';

const settings = settingsOf({ en: 'https://wiki.example/w/api.php' });
let client: LanguageClient;
before(async () => {
  client = await startLanguageClient({ pull: true, options: { settings } });
});
after(async () => client.stop());

const bot = `# Ünï
x = api.get({
    'action': 'query',
    'prop': "deletedrevisions",
    'drprop': 'ids',
    'titles': 'A',
})
jira.search_issues(f'priorty = {p}')
### not a query file
`;

test('diagnostics are those of the queries, at their places', async () => {
  const uri = await client.open(bot, 'python');
  const found = await client.pulled(uri);
  assert.deepEqual(
    found.map(({ code, range }) => `${code} ${textIn(bot, range)}`),
    ['unrecognizedparams drprop', 'unknown-field priorty'],
  );
  await client.change(uri, { line: 4, character: 5 }, { line: 4, character: 11 }, 'drvprop');
  assert.deepEqual(
    (await client.pulled(uri)).map(({ code }) => code),
    ['unknown-field'],
  );
});

test('they are sent to clients that do not ask', async () => {
  await using plain = await startLanguageClient({ options: { settings } });
  const uri = await plain.open("jql: 'priorty = High'\n", 'yaml');
  assert.deepEqual(
    (await plain.published(uri)).map(({ code }) => code),
    ['unknown-field'],
  );
});

test('the setting switches them off', async () => {
  const off = { ...settings, language: languageSettings({ embeddedQueries: 'never' }) };
  await using other = await startLanguageClient({ pull: true, options: { settings: off } });
  const uri = await other.open(bot, 'python');
  assert.deepEqual(await other.pulled(uri), []);
  assert.deepEqual(await other.ask('textDocument/codeLens', uri), []);
});

test('a file that is too long to be read says so', async () => {
  const uri = await client.open("jql = 'priorty = High'\n".repeat(25_000), 'python');
  assert.deepEqual(
    (await client.pulled(uri)).map(({ code }) => code),
    ['host-too-long'],
  );
});

test('quick fixes of a range with many problems are those of its first hundred', async () => {
  const uri = await client.open("jql = 'priorty = High'\n".repeat(110), 'python');
  const range = { start: { line: 0, character: 0 }, end: { line: 110, character: 0 } };
  const actions = await client.ask<CodeAction[]>('textDocument/codeAction', uri, {
    range,
    context: { diagnostics: [] },
  });
  const fixed = new Set(
    actions.flatMap(({ diagnostics = [] }) => diagnostics.map(each => each.range.start.line)),
  );
  assert.equal(fixed.size, 100);
});

test('quick fixes are in the quoting of the file', async () => {
  const uri = await client.open(bot, 'python');
  const at = { line: 4, character: 8 };
  const actions = await client.ask<CodeAction[]>('textDocument/codeAction', uri, {
    range: { start: at, end: at },
    context: { diagnostics: [] },
  });
  const fix = actions.find(({ isPreferred }) => isPreferred);
  assert.equal(fix?.title, 'Change “drprop” to “drvprop”');
  assert.equal(edited(bot, fix.edit?.changes?.[uri] ?? []), bot.replace('drprop', 'drvprop'));
});

test('a problem is ignored by a comment above it, and a comment that ignores nothing is removed', async () => {
  const text = 'if True:\n    jql = "status = Open OR key = A-1 AND votes > 3"\n';
  const actionsAt = async (uri: string, line: number) => {
    const range = { start: { line, character: 0 }, end: { line, character: 60 } };
    return client.ask<CodeAction[]>('textDocument/codeAction', uri, { range, context: { diagnostics: [] } });
  };
  const uri = await client.open(text, 'python');
  const ignoring = (await actionsAt(uri, 1)).find(({ title }) => title === 'Ignore “mixed-and-or” here');
  const ignored = edited(text, ignoring?.edit?.changes?.[uri] ?? []);
  assert.equal(ignored, text.replace('    jql', '    # wikijql-ignore mixed-and-or: \n    jql'));
  const unused = ignored.replace(' OR key = A-1', '');
  const other = await client.open(unused, 'python');
  assert.deepEqual(
    (await client.pulled(other)).map(({ code }) => code),
    ['unused-ignore', 'ignore-without-reason'],
  );
  const removal = (await actionsAt(other, 1)).find(({ title }) => title === 'Remove “mixed-and-or”');
  assert.equal(edited(unused, removal?.edit?.changes?.[other] ?? []), text.replace(' OR key = A-1', ''));
});

test('hover explains what is at the cursor', async () => {
  const { text, position } = marked(`x = {'action': 'query', 'list': 'ran¦dom'}`);
  const uri = await client.open(text, 'python');
  const hover = await client.ask<Hover>('textDocument/hover', uri, { position });
  assert.match(JSON.stringify(hover.contents), /random/);
  assert.equal(textIn(text, hover.range!), 'random');
  const elsewhere = { position: { line: 0, character: 0 } };
  assert.equal(await client.ask('textDocument/hover', uri, elsewhere), null);
});

for (const [languageId, source, label, result] of [
  [
    'javascript',
    `a = { action: 'query', list: 'allpa¦' }`,
    'allpages',
    `a = { action: 'query', list: 'allpages' }`,
  ],
  [
    'javascript',
    `a = { action: 'query', list: '¦' }`,
    'allpages',
    `a = { action: 'query', list: 'allpages' }`,
  ],
  [
    'python',
    `a = {'action': 'query', 'list': 'allpages', 'apli¦': 5}`,
    'aplimit',
    `a = {'action': 'query', 'list': 'allpages', 'aplimit': 5}`,
  ],
  ['php', `<?php $jql = "assig¦ = x";`, 'assignee', `<?php $jql = "assignee = x";`],
  ['json', `{"jql": "status = Ope¦"}`, 'Open', `{"jql": "status = Open"}`],
  ['shellscript', `x --jql 'key = A-1 ORDER BY crea¦'`, 'created', `x --jql 'key = A-1 ORDER BY created'`],
] as const)
  test(`completion in ${languageId}: ${source}`, async () => {
    const { text, position } = marked(source);
    const uri = await client.open(text, languageId);
    const items = await client.complete(uri, position);
    const item = items.find(each => each.label === label);
    assert(item?.textEdit && TextEdit.is(item.textEdit), items.map(each => each.label).join(' '));
    assert.equal(edited(text, [item.textEdit]).trimEnd(), result);
  });

const embeddedAt = (uri: string, line: number, character: number) =>
  client.connection.sendRequest<EmbeddedQueryResult | null>(embeddedQueryRequest.method, {
    uri,
    position: { line, character },
  });

test('a query is opened as a file of its own, with variables for what the program computes', async () => {
  const uri = await client.open(bot, 'python');
  assert.deepEqual(await embeddedAt(uri, 7, 25), { languageId: 'jql', text: '@p = \n\npriorty = {{p}}\n' });
  assert.deepEqual(await embeddedAt(uri, 3, 5), {
    languageId: 'wikiquery',
    text: 'action=query\nprop=deletedrevisions\ndrprop=ids\ntitles=A\n',
  });
  assert.equal(await embeddedAt(uri, 0, 0), null);
});

test('a query of which all is known can be run where it is, the others are opened', async () => {
  const uri = await client.open(bot, 'python');
  const lenses = await client.ask<CodeLens[]>('textDocument/codeLens', uri);
  assert.deepEqual(
    lenses.map(({ range, command }) => `${range.start.line} ${command?.command}`),
    ['1 wikijql.run', '1 wikijql.openAsQueryFile', '7 wikijql.openAsQueryFile'],
  );
  const context = (line: number): Promise<ContextResult | null> =>
    client.connection.sendRequest(contextRequest.method, { uri, position: { line, character: 20 } });
  const known = await context(3);
  assert.equal(known?.siteName, 'en');
  assert.equal(known.refusal, undefined);
  assert.equal(await context(7), null);
});

test('what is no query is left alone', async () => {
  const uri = await client.open("x = {'action': 'query'}\njql = 'words about jql'\n", 'python');
  assert.deepEqual(await client.pulled(uri), []);
  assert.deepEqual(await client.ask('textDocument/documentSymbol', uri), []);
  assert.deepEqual(
    await client.ask('textDocument/formatting', uri, { options: { tabSize: 2, insertSpaces: true } }),
    [],
  );
});
