/** Which runs complete the walkthrough's step: those that did not fail. The editor's API is a recording fake. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { ContextResult, RunResult } from '../../../server/src/protocol/run.ts';

const editor = `
  export const executed = [];
  export const workspace = { isTrusted: true, openTextDocument: async () => ({}) };
  export const commands = { executeCommand: async (...all) => void executed.push(all.join(' ')) };
  export const window = { showInformationMessage: async () => undefined, showWarningMessage: async () => undefined };
  export const Uri = { parse: text => ({ toString: () => text }) };
`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(editor)}`, shortCircuit: true }
      : next(specifier, context),
});
const vscode = await import('vscode');
const { runAll, runQuery } = await import('../../../client/src/run/run-query.ts');

const site = { name: 'harbour', kind: 'wiki', url: 'https://wiki.example.org/w/api.php' } as const;
const position = { line: 0, character: 0 };
const queryContext: ContextResult = {
  query: 0,
  title: 'T',
  range: { start: position, end: position },
  siteName: 'harbour',
  siteFrom: 'default',
  site,
};

const noPrompts = { prompts: async () => [], promptValues: async () => [] };
const memory = { get: <T>(_key: string, value: T): T => value, update: async () => undefined };

/** The editor commands that a run with that outcome executes; `undefined` = the server is never asked. */
async function executedBy(context: ContextResult, status: RunResult['status'] | undefined): Promise<unknown> {
  const executed: unknown = Reflect.get(vscode, 'executed');
  assert.ok(Array.isArray(executed));
  executed.length = 0;
  const run = async (): Promise<RunResult> => {
    assert.ok(status);
    return { run: 'r', title: 'T', status, rows: 0, requests: 1, milliseconds: 1, notices: [] };
  };
  const target = { uri: vscode.Uri.parse('untitled:a.wikiquery'), position };
  await runQuery(
    target,
    { ...noPrompts, context: async () => context },
    { open: async () => ({ run }), memory },
  );
  return [...executed];
}

const ticked = ['setContext wikijql.hasRun true'];
for (const status of ['complete', 'more', 'incomplete'] as const)
  test(`a run that is ${status} ticks the step`, async () =>
    assert.deepEqual(await executedBy(queryContext, status), ticked));
test('a run that failed does not', async () =>
  assert.deepEqual(await executedBy(queryContext, 'failed'), []));
test('a query without a site does not', async () => {
  const { site: _site, ...without } = queryContext;
  const context = { ...without, siteName: '', siteFrom: 'none', refusal: 'No site.' } as const;
  assert.deepEqual(await executedBy(context, undefined), []);
});
test('a cursor outside of all queries does not', async () =>
  assert.deepEqual(await executedBy({ ...queryContext, query: -1, refusal: 'No query.' }, undefined), []));

test('all queries of a file tick theirs once all have succeeded', async () => {
  const uri = vscode.Uri.parse('untitled:a.wikiquery');
  const queries = [queryContext, queryContext].map(({ title, range }) => ({ title, range }));
  const outcomes = async (statuses: RunResult['status'][]): Promise<boolean> => {
    const executed: unknown = Reflect.get(vscode, 'executed');
    assert.ok(Array.isArray(executed));
    executed.length = 0;
    const run = async (): Promise<RunResult> => {
      const status = statuses.shift() ?? 'failed';
      return { run: 'r', title: 'T', status, rows: 0, requests: 1, milliseconds: 1, notices: [] };
    };
    await runAll(
      uri,
      { ...noPrompts, context: async () => queryContext, queries: async () => queries },
      { open: async () => ({ run }), memory },
    );
    return executed.includes('setContext wikijql.hasRunAll true');
  };
  assert.ok(await outcomes(['complete', 'more']));
  assert.ok(!(await outcomes(['complete', 'failed'])));
});
