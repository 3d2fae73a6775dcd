/**
 * The language server in a Web Worker says the same as the one on Node about everything that it can do: diagnostics of
 * the whole corpus; completion and sentences of its queries; hover, fixes, formatting and both ways of code for a sample. The
 * rest it refuses.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { agentToolRequest } from '#shared/protocol/agents.ts';
import { collectedCalls, sourceOf } from '../support/collected-calls.ts';
import { corpusNames, readCorpus } from '../support/corpus.ts';
import { someOf } from '../support/depth.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { languageSettings, settingsOf } from '../support/settings.ts';
import { type Answer, type Message, startWorkerClient, type WorkerClient } from '../support/worker-client.ts';

interface TextFile {
  readonly languageId: string;
  readonly text: string;
}

const options = {
  panels: true,
  trusted: true,
  settings: {
    ...settingsOf({ wiki: 'https://wiki.example.org/w/api.php' }),
    language: languageSettings({ suggestions: false, embeddedQueries: 'always' }),
    sites: {
      wiki: { kind: 'wiki' as const, url: 'https://wiki.example.org/w/api.php' },
      bugs: { kind: 'tracker' as const, url: 'https://bugs.example.org/jira' },
    },
  },
};
const capabilities = {
  textDocument: {
    diagnostic: {},
    completion: { completionItem: { snippetSupport: true } },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};

let node: LanguageClient;
let worker: WorkerClient;
before(async () => {
  node = await startLanguageClient({ pull: true, options, capabilities });
  worker = await startWorkerClient();
  const params = { processId: null, rootUri: null, capabilities, initializationOptions: options };
  const [initialized] = await worker.send([
    { method: 'initialize', params },
    { method: 'initialized', params: {}, isNotification: true },
  ]);
  assert.deepEqual(initialized?.result, node.initialized);
});
after(async () => {
  await worker[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

const askNode = (messages: readonly Message[]): Promise<readonly Answer[]> =>
  Promise.all(
    messages.map(async ({ method, params, isNotification }): Promise<Answer> => {
      if (isNotification) {
        await node.connection.sendNotification(method, params);
        return { result: null };
      }
      return {
        result: JSON.parse(JSON.stringify((await node.connection.sendRequest(method, params)) ?? null)),
      };
    }),
  );

/** Without times of day, as the two servers may answer in different seconds, and without the random marks around data. */
const lasting = (answer: Answer | undefined): unknown =>
  JSON.parse(
    JSON.stringify(answer ?? null)
      .replaceAll(/\b\d\d:\d\d(?::\d\d)?\b/g, 'time')
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'mark'),
  );

/** The answers of the worker, which are those of the server on Node. */
async function same(messages: readonly Message[]): Promise<readonly unknown[]> {
  const [expected, actual] = await Promise.all([askNode(messages), worker.send(messages)]);
  for (const [index, answer] of actual.entries())
    assert.deepEqual(lasting(answer), lasting(expected[index]), JSON.stringify(messages[index]));
  return actual.map(({ result }) => result);
}

const uriOf = ({ languageId }: TextFile, index: number): string => `file:///query-${index}.${languageId}`;
const opened = (file: TextFile, uri: string): Message => ({
  method: 'textDocument/didOpen',
  params: { textDocument: { uri, languageId: file.languageId, version: 1, text: file.text } },
  isNotification: true,
});
const closed = (uri: string): Message => ({
  method: 'textDocument/didClose',
  params: { textDocument: { uri } },
  isNotification: true,
});
const about = (method: string, uri: string, params: object = {}): Message => ({
  method,
  params: { textDocument: { uri }, ...params },
});

const queries: readonly TextFile[] = corpusNames.flatMap(name =>
  readCorpus(name).map(({ query }) => ({ languageId: name === 'wiki' ? 'wikiquery' : 'jql', text: query })),
);
const code: readonly TextFile[] = collectedCalls.map(call => ({
  languageId: call.host,
  text: sourceOf(call),
}));

/** Messages at a time: more would only wait. */
const batch = 100;

/** Compares the diagnostics of files; answers how many files have some. */
async function diagnosticsOf(files: readonly TextFile[]): Promise<number> {
  let filesWithProblems = 0;
  for (let start = 0; start < files.length; start += batch) {
    const some = files.slice(start, start + batch).map((file, index) => ({ file, uri: uriOf(file, index) }));
    const answers = await same([
      ...some.map(({ file, uri }) => opened(file, uri)),
      ...some.map(({ uri }) => about('textDocument/diagnostic', uri)),
    ]);
    filesWithProblems += answers.filter(answer => JSON.stringify(answer).includes('"message"')).length;
    await same(some.map(({ uri }) => closed(uri)));
  }
  return filesWithProblems;
}

test('the diagnostics of every query of the corpus are the same', async () => {
  assert((await diagnosticsOf(queries)) > 150);
});

test('the diagnostics of all code of the corpus are the same', async () => {
  assert((await diagnosticsOf(code)) > 100);
});

/** Places at which completion is requested: in the first lines, at their ends and between. */
const positionsIn = (text: string) =>
  text
    .split('\n', 10)
    .flatMap((line, index) =>
      [0, 0.3, 0.7, 1].map(part => ({ line: index, character: Math.floor(line.length * part) })),
    );

test('the completions and the sentences of the queries of the corpus are the same', async t => {
  const files = someOf(queries, 200);
  let proposals = 0;
  let sentences = 0;
  for (const [index, file] of files.entries()) {
    const uri = uriOf(file, index);
    const { text, languageId: language } = file;
    const positions = positionsIn(text);
    const answers = await same([
      opened(file, uri),
      ...positions.map(position => about('textDocument/completion', uri, { position })),
      { method: agentToolRequest.method, params: { tool: 'explain_query', input: { text, language } } },
      closed(uri),
    ]);
    const texts = answers.map(answer => JSON.stringify(answer));
    if (texts.some(answer => answer.includes('"label"'))) proposals++;
    if (texts.some(answer => answer.includes('"words"'))) sentences++;
  }
  t.diagnostic(`${files.length} queries: ${proposals} with proposals, ${sentences} with sentences`);
  assert.ok(proposals > files.length * 0.9 && sentences > files.length * 0.9);
});

const sample = (files: readonly TextFile[], every: number): readonly TextFile[] =>
  files.filter((_file, index) => index % every === 0);

test('completion, hover, fixes, formatting and both ways of code are the same for a sample', async () => {
  for (const [index, file] of [...sample(queries, 30), ...sample(code, 100)].entries()) {
    const uri = uriOf(file, index);
    const lines = file.text.split('\n');
    const end = { line: lines.length - 1, character: lines.at(-1)!.length };
    const positions = positionsIn(file.text);
    await same([
      opened(file, uri),
      about('textDocument/diagnostic', uri),
      ...positions.flatMap(position => [
        about('textDocument/completion', uri, { position }),
        about('textDocument/hover', uri, { position }),
      ]),
      about('textDocument/codeAction', uri, {
        range: { start: { line: 0, character: 0 }, end },
        context: { diagnostics: [] },
      }),
      about('textDocument/formatting', uri, { options: { tabSize: 2, insertSpaces: true } }),
      about('textDocument/semanticTokens/full', uri),
      about('textDocument/documentSymbol', uri),
      { method: 'wikijql/copyAs', params: { uri, position: { line: 0, character: 0 } } },
      { method: 'wikijql/pasteAs', params: { text: file.text, uri } },
    ]);
    await same([closed(uri)]);
  }
});

test('what needs a tracker, an account or files is refused with a text', async () => {
  const uri = 'file:///run.jql';
  const answers = await worker.send([
    opened({ languageId: 'jql', text: '# @site bugs\nproject = OPS\n' }, uri),
    { method: 'wikijql/run', params: { run: 'a', uri, position: { line: 1, character: 0 } } },
    { method: 'wikijql/sessionState', params: { site: 'bugs' } },
    { method: 'wikijql/diagnose', params: { site: 'wiki' } },
    { method: 'wikijql/deleteSnapshot', params: { snapshot: '1' } },
  ]);
  for (const { error, result } of answers.slice(1)) {
    assert.equal(error, undefined);
    assert.match(JSON.stringify(result), /not available in the browser|does not answer pages of other sites/);
  }
  assert.match(JSON.stringify(answers[1]?.result), /"status":"failed".*"trackerNotInBrowser"/);
});

test('nothing went wrong, and nothing was requested', () => {
  assert.deepEqual(worker.troubles, []);
  assert.deepEqual(worker.requests, []);
});
