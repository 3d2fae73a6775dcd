/** Prompts over stdio: what is asked, what the sites suggest, and what is sent. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PromptQuestion, PromptValue } from '../../server/src/protocol/documents/prompts.ts';
import type { RunResult } from '../../server/src/protocol/run.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { settingsOf } from '../support/settings.ts';

let wiki: SandboxWiki;
let client: LanguageClient;
before(async () => {
  wiki = await startSandboxWiki();
  client = await startLanguageClient({
    options: { panels: true, settings: { ...settingsOf({ wiki: wiki.url }), siteCatalogues: true } },
  });
});
after(async () => {
  await client.stop();
  await wiki.stop();
});

const position = { line: 4, character: 0 };
const file = [
  '# @prompt page: title "Which page?"',
  '# @prompt kind: category',
  '# @prompt days: number = 7',
  '# @prompt unused: user',
  '### Q',
  'prop=info|categories',
  'titles={{page}}',
  'clcategories={{kind}}',
  'cllimit={{days}}',
].join('\n');

const ask = <Result>(name: string, params: object): Promise<Result> =>
  client.connection.sendRequest<Result>(`wikijql/${name}`, params);
const listed = () => wiki.requests.filter(({ parameters }) => parameters.get('prop') === 'info|categories');

test('what a query asks for, with what its site suggests', async () => {
  const uri = await client.open(file);
  const questions = await ask<PromptQuestion[]>('prompts', { uri, position });
  assert.deepEqual(
    questions.map(({ name, label, isSuggested, isNumber, default: value }) => [
      name,
      label,
      isSuggested,
      isNumber,
      value,
    ]),
    [
      ['page', 'Which page?', true, false, undefined],
      ['kind', 'kind', true, false, undefined],
      ['days', 'days', false, true, ['7']],
    ],
  );
  const titles = await ask<PromptValue[]>('promptValues', { uri, position, name: 'page', typed: 'mai' });
  assert.ok(titles.some(({ value }) => value === 'Main Page'));
  const typed = 'Category:Books of the 189';
  const categories = await ask<PromptValue[]>('promptValues', { uri, position, name: 'kind', typed });
  assert.ok(categories.some(({ value }) => value === 'Category:Books of the 1890s'));
  assert.deepEqual(await ask('promptValues', { uri, position, name: 'days', typed: '' }), []);
});

test('answers are sent as values; without one nothing is sent', async () => {
  const uri = await client.open(file);
  const answers = { page: ['Main Page'], kind: ['Category:A|B'] };
  const result = await ask<RunResult>('run', { run: 'p1', uri, position, answers });
  assert.equal(result.status, 'complete');
  const { parameters } = listed().at(-1)!;
  assert.deepEqual(
    ['titles', 'clcategories', 'cllimit'].map(name => parameters.get(name)),
    ['Main Page', '\u001FCategory:A|B', '7'],
  );
  const count = listed().length;
  for (const [wrong, code] of [
    [{}, 'prompt-unanswered'],
    [{ ...answers, days: ['x'] }, 'answer-number'],
    [{ ...answers, page: [] }, 'answer-missing'],
  ] as const) {
    const refused = await ask<RunResult>('run', { run: 'p2', uri, position, answers: wrong });
    assert.equal(refused.status, 'failed');
    assert.deepEqual(
      refused.notices.map(notice => notice.code),
      [code],
    );
  }
  assert.equal(listed().length, count);
});

test('a namespace is one of those of the wiki, by its number and its name', async () => {
  const uri = await client.open('# @prompt ns: namespace\n### Q\n\nlist=allpages\napnamespace={{ns}}\n');
  const at = { uri, position };
  const [question] = await ask<PromptQuestion[]>('prompts', at);
  assert.equal(question?.isSuggested, true);
  const all = await ask<PromptValue[]>('promptValues', { ...at, name: 'ns', typed: '' });
  assert.ok(all.length > 10);
  assert.deepEqual(
    all.find(({ value }) => value === '2'),
    { value: '2', shown: 'User' },
  );
  const some = await ask<PromptValue[]>('promptValues', { ...at, name: 'ns', typed: 'templ' });
  assert.deepEqual(
    some.map(({ value }) => value),
    ['10', '11'],
  );
});
