/** Running queries: the one at a position, or all of a file. */
import * as vscode from 'vscode';
import type { RunResult } from '../../../server/src/protocol/run.ts';
import type { Requests } from '../requests.ts';
import type { RunOptions } from '../results/runs.ts';
import { text } from '../texts.ts';
import { tick } from '../walkthrough.ts';
import { type AnswerMemory, askPrompts } from './ask-prompts.ts';
import { canRun, isTrusted } from './preconditions.ts';
import type { Target } from './run-target.ts';

/** Where the runs of a file are shown. */
interface RunPanels {
  open(uri: vscode.Uri): Promise<{
    run(position: Target['position'], title: string, options?: RunOptions): Promise<RunResult>;
  }>;
  /** The last answers to prompts. */
  readonly memory: AnswerMemory;
}

type RunRequests = Pick<Requests, 'context' | 'prompts' | 'promptValues'>;

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
  await vscode.workspace.openTextDocument(uri);
  const context = await requests.context({ uri: uri.toString(), position });
  if (!canRun(context)) return undefined;
  const answers = await askPrompts(requests, panels.memory, { uri, position });
  if (answers === undefined) return undefined;
  const panel = await panels.open(uri);
  const result = await panel.run(position, context.title, { ...(site !== undefined && { site }), answers });
  if (result.status !== 'failed') await tick('wikijql.hasRun');
  if (result.view === 'json' && result.status !== 'failed')
    await vscode.commands.executeCommand('wikijql.showRaw', result.run);
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
  if (queries.length === 0) void vscode.window.showInformationMessage(text('run.noQueries'));
  for (const [index, { title, range }] of queries.entries()) {
    const result = await runQuery({ uri, position: range.start }, requests, panels);
    if (result?.status === 'complete' || result?.status === 'more') continue;
    const values = {
      title: title === '' ? text('run.thisQuery') : title,
      number: index + 1,
      count: queries.length,
    };
    if (result) void vscode.window.showWarningMessage(text('run.allStopped', values));
    return;
  }
  if (queries.length > 0) await tick('wikijql.hasRunAll');
}
