/** Which runs complete the walkthrough's step: those that did not fail. The editor's API is a recording fake. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { BegunRun } from '../../../client/src/results/runs.ts';
import type { RunResult } from '#shared/protocol/run.ts';

const editor = `
  export const executed = [];
  export const workspace = {
    isTrusted: true,
    openTextDocument: async () => ({}),
    getConfiguration: () => ({ get: (name, value) => value }),
  };
  export const commands = { executeCommand: async (...all) => void executed.push(all.join(' ')) };
  export const window = { showInformationMessage: async () => undefined, showWarningMessage: async () => undefined };
  export class CancellationTokenSource { token = {}; dispose() {} }
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

const { RunStarts } = await import('../../../client/src/run/run-starts.ts');

const position = { line: 0, character: 0 };
const title = 'T';
type Outcome = Pick<RunResult, 'status' | 'notBegun'>;
const resultOf = (outcome: Outcome): RunResult => ({
  run: 'r',
  title,
  rows: 0,
  requests: 1,
  milliseconds: 1,
  notices: [],
  ...outcome,
});

/** A panel that shows whatever it is given, and writes down the titles. */
const panelsOf = (shown: string[]) => ({
  starts: new RunStarts(),
  open: async () => ({
    follow: (run: BegunRun) => {
      shown.push(run.title);
      return run.response;
    },
  }),
});

const recorded = (): unknown[] => {
  const executed: unknown = Reflect.get(vscode, 'executed');
  assert.ok(Array.isArray(executed));
  return executed;
};

/** The commands that a run with that outcome executed, and the titles of the runs that were shown. */
async function executedBy(outcome: Outcome): Promise<unknown> {
  const executed = recorded();
  executed.length = 0;
  const shown: string[] = [];
  const target = { uri: vscode.Uri.parse('untitled:a.wikiquery'), position };
  await runQuery(target, { run: async () => resultOf(outcome) }, panelsOf(shown));
  return [...executed, ...shown];
}

const ticked = ['setContext wikijql.hasRun true', title];
for (const status of ['complete', 'more', 'incomplete'] as const)
  test(`a run that is ${status} ticks the step`, async () =>
    assert.deepEqual(await executedBy({ status }), ticked));
test('a run that failed is shown, and does not', async () =>
  assert.deepEqual(await executedBy({ status: 'failed' }), [title]));
for (const notBegun of [
  { reason: 'refused', missingSite: '' },
  { reason: 'refused' },
  { reason: 'declined' },
] as const)
  test(`a run that was ${JSON.stringify(notBegun)} opens no panel`, async () =>
    assert.deepEqual(await executedBy({ status: 'failed', notBegun }), []));

test('what the server sends before the panel is there waits for it, in its order', async () => {
  const messages: string[] = [];
  const starts = new RunStarts();
  const { promise, resolve } = Promise.withResolvers<() => void>();
  const start = starts.add('r', () => promise);
  assert.ok(starts.hold('r', () => messages.push('table')));
  assert.ok(starts.hold('r', () => messages.push('progress'), title));
  assert.ok(!starts.hold('another', () => messages.push('lost')));
  resolve(() => void messages.push('begin'));
  await start.show(title);
  assert.deepEqual(messages, ['begin', 'table', 'progress']);
  assert.ok(!starts.hold('r', () => messages.push('lost')));
});

test('all queries of a file tick theirs once all have succeeded', async () => {
  const uri = vscode.Uri.parse('untitled:a.wikiquery');
  const queries = [0, 1].map(() => ({ title, range: { start: position, end: position } }));
  const outcomes = async (statuses: RunResult['status'][]): Promise<boolean> => {
    const executed = recorded();
    executed.length = 0;
    const run = async (): Promise<RunResult> => resultOf({ status: statuses.shift() ?? 'failed' });
    await runAll(uri, { run, queries: async () => queries }, panelsOf([]));
    return executed.includes('setContext wikijql.hasRunAll true');
  };
  assert.ok(await outcomes(['complete', 'more']));
  assert.ok(!(await outcomes(['complete', 'failed'])));
});
