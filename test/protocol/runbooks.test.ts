/** Markdown files with fences of queries, as an editor's client sees them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type CodeAction,
  type CodeLens,
  type Hover,
  type Location,
  TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver-types';
import {
  contextRequest,
  type ContextResult,
  queriesRequest,
  type QueryReference,
} from '#shared/protocol/run.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { edited, marked, textIn } from '../support/marked.ts';
import { settingsOf } from '../support/settings.ts';

let client: LanguageClient;
before(async () => {
  const settings = settingsOf({ en: 'https://wiki.example/w/api.php', jira: 'https://jira.example/' });
  client = await startLanguageClient({ pull: true, options: { settings, panels: true } });
});
after(async () => client.stop());

const runbook = `# Week

\`\`\`jql
# @name open
@who = currentUser()
assignee = {{who}}
\`\`\`

> ~~~wikiquery
> list=allpages
> aplimt=5
> ~~~

\`\`\`jql
reporter = {{who}} AND priorty = High
### Other
creator = {{who}}
\`\`\`
`;

const contextAt = (uri: string, line: number, character = 0): Promise<ContextResult | null> =>
  client.connection.sendRequest(contextRequest.method, { uri, position: { line, character } });

test('two queries of one name, a fence and a result without an end are reported', async () => {
  const text =
    '```jql\n# @name a\nx = 1\n```\n\n<!-- wikijql:result -->\n\n```wikiquery\n# @name a\nlist=allpages';
  const uri = await client.open(text, 'markdown');
  const codes = (await client.pulled(uri)).map(({ code, range }) => `${code} ${range.start.line}`);
  for (const expected of ['duplicate-name 8', 'unclosed-fence 7', 'unclosed-result 5'])
    assert(codes.includes(expected), codes.join(', '));
});

test('each problem is reported once, and variables hold for the fences below', async () => {
  const uri = await client.open(runbook, 'markdown');
  assert.deepEqual(
    (await client.pulled(uri)).map(({ code, range }) => `${code} ${textIn(runbook, range)}`),
    ['unrecognizedparams aplimt', 'unknown-field priorty'],
  );
  const at = { line: 10, character: 4 };
  const actions = await client.ask<CodeAction[]>('textDocument/codeAction', uri, {
    range: { start: at, end: at },
    context: { diagnostics: [] },
  });
  const fix = actions.find(({ isPreferred }) => isPreferred);
  assert.equal(edited(runbook, fix?.edit?.changes?.[uri] ?? []), runbook.replace('aplimt', 'aplimit'));
});

test('a variable that is defined below is not known', async () => {
  const text = '```jql\na = {{x}}\n```\n\n```jql\n@x = 1\nb = {{x}}\n```\n';
  const uri = await client.open(text, 'markdown');
  const undefinedNames = (await client.pulled(uri)).filter(({ code }) => code === 'undefined-variable');
  assert.deepEqual(
    undefinedNames.map(({ range }) => range.start.line),
    [1],
  );
});

for (const [name, source, label, result] of [
  ['of one of several examples', '```jql\na = b\nc = d AND assig¦\n```\n', 'assignee', undefined],
  ['in a fence', '```jql\nassig¦\n```\n', 'assignee', '```jql\nassignee\n```\n'],
  ['in an empty fence', '```wikiquery\n¦\n```\n', 'list', undefined],
  ['without an end', 'x\n\n~~~jql\nassig¦', 'assignee', 'x\n\n~~~jql\nassignee'],
  ['of a directive', '```jql\n# @lim¦\n```\n', 'limit', undefined],
  ['of a variable above', '```jql\n@who = a\n```\n\n```jql\nassignee = {{w¦\n```\n', 'who', undefined],
  [
    'in a quotation',
    '> ```wikiquery\n> list=allpa¦\n> ```\n',
    'allpages',
    '> ```wikiquery\n> list=allpages\n> ```\n',
  ],
] as const)
  test(`completion ${name}`, async () => {
    const { text, position } = marked(source);
    const uri = await client.open(text, 'markdown');
    const items = await client.complete(uri, position);
    const item = items.find(each => each.label === label);
    assert(item?.textEdit && TextEdit.is(item.textEdit), items.map(each => each.label).join(' '));
    if (result !== undefined) assert.equal(edited(text, [item.textEdit]).replace(/ +$/gm, ''), result);
  });

test('nothing is completed or explained outside of a fence', async () => {
  const uri = await client.open(runbook, 'markdown');
  for (const line of [0, 2, 6, 7]) {
    assert.deepEqual(await client.complete(uri, { line, character: 2 }), []);
    assert.equal(await client.ask('textDocument/hover', uri, { position: { line, character: 3 } }), null);
  }
});

test('hover explains, in the range of the file', async () => {
  const uri = await client.open(runbook, 'markdown');
  const hover = await client.ask<Hover>('textDocument/hover', uri, { position: { line: 9, character: 8 } });
  assert.match(JSON.stringify(hover.contents), /allpages/);
  assert.equal(textIn(runbook, hover.range!), 'allpages');
});

test('a variable is found and renamed in all fences', async () => {
  const uri = await client.open(runbook, 'markdown');
  const position = { line: 16, character: 14 };
  const [definition] = await client.ask<Location[]>('textDocument/definition', uri, { position });
  assert.equal(definition?.range.start.line, 4);
  const edit = await client.ask<WorkspaceEdit>('textDocument/rename', uri, { position, newName: 'me' });
  assert.equal(edited(runbook, edit.changes?.[uri] ?? []), runbook.replaceAll('who', 'me'));
});

test('each query has its lenses and can be run', async () => {
  const uri = await client.open(runbook, 'markdown');
  const lenses = await client.ask<CodeLens[]>('textDocument/codeLens', uri);
  const lines = lenses
    .filter(({ command }) => command?.command === 'wikijql.run')
    .map(({ range }) => range.start.line);
  assert.deepEqual(
    lines.toSorted((a, b) => a - b),
    [2, 8, 13, 15],
  );
  const queries = await client.connection.sendRequest<QueryReference[]>(queriesRequest.method, { uri });
  assert.deepEqual(
    queries.map(({ title, range }) => `${range.start.line} ${title}`),
    ['2 open', '8 list=allpages', '13 reporter = {{who}} AND priorty = High', '15 Other'],
  );
  assert.equal((await contextAt(uri, 2))?.title, 'open');
  assert.equal((await contextAt(uri, 16))?.title, 'Other');
  assert.equal((await contextAt(uri, 9))?.siteName, 'en');
  assert.equal(await contextAt(uri, 0), null);
});

test('a file that only explains queries is judged with care', async () => {
  const text = '```jql\nstatus = Open\nassignee = currentUser() AND repor\n```\n';
  const uri = await client.open(text, 'markdown');
  assert(!(await client.pulled(uri)).some(({ range }) => range.start.line === 1));
});

test('nothing is formatted, folded or coloured', async () => {
  const uri = await client.open(runbook, 'markdown');
  const options = { tabSize: 2, insertSpaces: true };
  assert.deepEqual(await client.ask('textDocument/formatting', uri, { options }), []);
  assert.deepEqual(await client.ask('textDocument/foldingRange', uri), []);
});

test('an edit is read', async () => {
  const uri = await client.open(runbook, 'markdown');
  await client.change(uri, { line: 4, character: 1 }, { line: 4, character: 4 }, 'me');
  const codes = (await client.pulled(uri)).map(({ code }) => code);
  assert.deepEqual(codes.filter(code => code === 'undefined-variable').length, 3);
});
