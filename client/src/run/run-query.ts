/** Running queries: the one at a position, or all of a file. */
import * as vscode from 'vscode';
import type { RunResult } from '#shared/protocol/run.ts';
import type { Requests } from '../requests.ts';
import type { BegunRun } from '../results/runs.ts';
import { text } from '../texts.ts';
import { tick } from '../walkthrough.ts';
import { isTrusted, showRefusal } from './preconditions.ts';
import type { RunStarts } from './run-starts.ts';
import type { Target } from './run-target.ts';
import { showInformation, showWarning } from '../user-messages.ts';

/** Where the runs of a file are shown. */
export interface RunPanels {
  open(uri: vscode.Uri): Promise<{ follow(run: BegunRun): Promise<RunResult> }>;
  readonly starts: RunStarts;
}

type RunRequests = Pick<Requests, 'run'>;

/**
 * Returns the result; `undefined` = it was not started: a message is shown, or the user gave no answer to a prompt.
 *
 * @param site the name of the site to run at; default: the query's own
 */
export async function runQuery(
  { uri, position }: Target,
  requests: RunRequests,
  panels: RunPanels,
  site?: string,
): Promise<RunResult | undefined> {
  if (!isTrusted()) return undefined;
  const { languageId } = await vscode.workspace.openTextDocument(uri);
  const id = crypto.randomUUID();
  const cancel = new vscode.CancellationTokenSource();
  const askedAt = performance.now();
  let ending: Promise<RunResult> | undefined;
  const start = panels.starts.add(id, async title => {
    const panel = await panels.open(uri);
    return () => {
      ending = panel.follow({ id, position, title, cancel, askedAt, response });
    };
  });
  const params = { run: id, uri: uri.toString(), position, ...(site !== undefined && { site }) };
  const response = requests.run(params, cancel.token);
  try {
    const outcome = await response.catch(() => undefined);
    if (outcome?.notBegun) {
      if (outcome.notBegun.reason === 'refused')
        showRefusal(outcome, languageId, async () => runQuery({ uri, position }, requests, panels));
      return undefined;
    }
    await start.show(outcome?.title ?? '');
  } finally {
    start.dispose();
    cancel.dispose();
  }
  const result = await ending;
  if (result === undefined || result.status === 'failed') return result;
  await tick('wikijql.hasRun');
  if (result.view === 'json') await vscode.commands.executeCommand('wikijql.showRaw', result.run);
  return result;
}

/** Runs the queries of a file in its order, until one does not succeed. */
export async function runAll(
  uri: vscode.Uri,
  requests: RunRequests & Pick<Requests, 'queries'>,
  panels: RunPanels,
): Promise<void> {
  if (!isTrusted()) return;
  const queries = await requests.queries({ uri: uri.toString() });
  if (queries.length === 0) void showInformation(text('run.noQueries'));
  for (const [index, { title, range }] of queries.entries()) {
    const result = await runQuery({ uri, position: range.start }, requests, panels);
    if (result?.status === 'complete' || result?.status === 'more') continue;
    const values = {
      title: title === '' ? text('run.thisQuery') : title,
      number: index + 1,
      count: queries.length,
    };
    if (result) void showWarning(text('run.allStopped', values));
    return;
  }
  if (queries.length > 0) await tick('wikijql.hasRunAll');
}
