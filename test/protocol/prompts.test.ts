/** Prompts over stdio: what is asked, what the sites suggest, and what is sent. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ErrorCodes, ResponseError } from 'vscode-languageserver-protocol/node';
import {
  type AnswersParams,
  answersRequest,
  type PromptAnswers,
  type PromptValue,
} from '#shared/protocol/documents/prompts.ts';
import type { RefreshReportResult } from '#shared/protocol/documents/reports.ts';

import type { RunResult } from '#shared/protocol/run.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { languageSettings, settingsOf } from '../support/settings.ts';

let wiki: SandboxWiki;
let client: LanguageClient;
/** The server's last prompt, and the client's answers: `undefined` = those of a client without support for the request. */
let asked: AnswersParams | undefined;
let answers: PromptAnswers | null | undefined;
before(async () => {
  wiki = await startSandboxWiki();
  client = await startLanguageClient({
    options: {
      panels: true,
      settings: { ...settingsOf({ wiki: wiki.url }), language: languageSettings({ siteCatalogues: true }) },
    },
    answers: {
      [answersRequest.method]: params => {
        assert.ok(answersRequest.isParams(params));
        asked = params;
        return answers === undefined ? new ResponseError(ErrorCodes.MethodNotFound, 'unknown') : answers;
      },
    },
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

/** The questions of the run of a query, which the user does not answer. */
async function questionsOf(uri: string): Promise<AnswersParams['questions']> {
  [asked, answers] = [undefined, null];
  const result = await ask<RunResult>('run', { run: 'declined', uri, position });
  assert.deepEqual([result.status, result.notBegun, result.notices], ['failed', { reason: 'declined' }, []]);
  return asked!.questions;
}

test('what a query asks for, with what its site suggests', async () => {
  const uri = await client.open(file);
  const questions = await questionsOf(uri);
  assert.deepEqual([asked?.uri, asked?.position], [uri, position]);
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
  const given = { page: ['Main Page'], kind: ['Category:A|B'] };
  answers = given;
  const result = await ask<RunResult>('run', { run: 'p1', uri, position });
  assert.equal(result.status, 'complete');
  const { parameters } = listed().at(-1)!;
  assert.deepEqual(
    ['titles', 'clcategories', 'cllimit'].map(name => parameters.get(name)),
    ['Main Page', '\u001FCategory:A|B', '7'],
  );
  const count = listed().length;
  for (const [wrong, code] of [
    [{}, 'prompt-unanswered'],
    [undefined, 'prompt-unanswered'],
    [{ ...given, days: ['x'] }, 'answer-number'],
    [{ ...given, page: [] }, 'answer-missing'],
  ] as const) {
    answers = wrong;
    const refused = await ask<RunResult>('run', { run: 'p2', uri, position });
    assert.equal(refused.status, 'failed');
    assert.equal(refused.notBegun, undefined);
    assert.deepEqual(
      refused.notices.map(notice => notice.code),
      [code],
    );
  }
  assert.equal(listed().length, count);
});

test('answers that are known are not asked for', async () => {
  const uri = await client.open(file);
  [asked, answers] = [undefined, { days: ['3'] }];
  const known = { page: ['Main Page'], kind: ['Category:A'] };
  const result = await ask<RunResult>('run', { run: 'p3', uri, position, answers: known });
  assert.equal(result.status, 'complete');
  assert.deepEqual(
    asked!.questions.map(({ name }) => name),
    ['days'],
  );
  assert.equal(listed().at(-1)!.parameters.get('cllimit'), '3');
});

test('a query without a site is refused before anything is asked', async () => {
  const uri = await client.open(`# @site nowhere\n${file}`);
  [asked, answers] = [undefined, {}];
  const refused = await ask<RunResult>('run', { run: 'p4', uri, position: { line: 6, character: 0 } });
  assert.deepEqual(refused.notBegun, { reason: 'refused', missingSite: 'nowhere' });
  assert.equal(asked, undefined);
});

test('a report asks for each prompt of its queries once, and nothing is written where the user gives up', async () => {
  const text = [
    '```wikiquery',
    '# @prompt page: title',
    '```',
    '```wikiquery',
    'prop=info|categories',
    'titles={{page}}',
    '```',
    '```wikiquery',
    'prop=info|categories',
    'titles={{page}}',
    '```',
    '',
  ].join('\n');
  const uri = await client.open(text, 'markdown');
  const refresh = () => ask<RefreshReportResult>('refreshReport', { uri, text, file: 'a.md' });
  answers = null;
  const count = listed().length;
  assert.equal((await refresh()).cancelled, true);
  assert.equal(listed().length, count);
  answers = { page: ['Main Page'] };
  asked = undefined;
  const { failures, results } = await refresh();
  assert.deepEqual([failures, results], [[], 2]);
  assert.equal(listed().at(-1)!.parameters.get('titles'), 'Main Page');
});

test('a namespace is one of those of the wiki, by its number and its name', async () => {
  const uri = await client.open('# @prompt ns: namespace\n### Q\n\nlist=allpages\napnamespace={{ns}}\n');
  const at = { uri, position };
  const [question] = await questionsOf(uri);
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
