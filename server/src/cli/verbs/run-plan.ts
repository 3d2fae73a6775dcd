/** The plans of runs from the command line: what the options change, and what keeps a query from being sent. */
import { eachOnce } from '#shared/base/text/problem.ts';
import type { QueryContext } from '../../query-file/language/language-service.ts';
import type { Backend } from '../../network/backend.ts';
import { fetchRows } from '../../runs/fetch-rows.ts';
import { planRun, type ReadyRun, type RunPlan } from '../../runs/plan-run.ts';
import { maxUnattendedRequests, runChain, type SourceRun } from '../../runs/run-chain.ts';
import { hasOwnWords, problemText, type RunProblem } from '../../runs/run-problems.ts';
import type { RunConditions, RunPurpose } from '../../runs/run-query.ts';
import type { ServerSettings } from '../../sites/settings/read-settings.ts';
import type { Arguments } from '../inputs/arguments.ts';
import { problemLine, type QueryInFile, wordedProblemLine } from '../inputs/chosen-query.ts';
import { Failure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

/** The surroundings in which all queries of a command run. */
export interface RunSurroundings {
  readonly settings: ServerSettings;
  readonly context: QueryContext;
  readonly args: Arguments<'run' | 'check'>;
  readonly terminal: Terminal;
}

/** Whether the command line makes this number of requests for one query, without asking. */
const isAllowed = async (requests: number): Promise<boolean> => requests <= maxUnattendedRequests;

/** Plans the run of a query. @throws Failure where it cannot run */
export async function planQuery(
  query: QueryInFile,
  { settings, context, args }: RunSurroundings,
  purpose: RunPurpose,
  ask?: RunConditions['ask'],
): Promise<RunPlan> {
  const site = args.value('site');
  const conditions = { purpose, settings, context, site, limit: limitOf(args), ask, confirm: isAllowed };
  const plan = await planRun(query, conditions);
  if ('code' in plan) throw failureOf(query, plan, purpose);
  return plan;
}

/** Why a query does not run, with its place in the file. */
export function failureOf({ file }: QueryInFile, problem: RunProblem, purpose: RunPurpose): Failure {
  const { code, span, query } = problem;
  const text = problemText(problem, purpose);
  if (span === undefined || hasOwnWords(problem, purpose)) return Failure.worded(text);
  return Failure.worded(problemLine({ ...query, file }, { code, span, severity: 'error' }, text));
}

/** How many rows `--limit` wants; `undefined` = the option is not given. @throws Failure where it is not a number of rows */
export function limitOf(args: Arguments): number | undefined {
  const value = args.value('limit');
  if (value === undefined) return undefined;
  if (value === 'all') return Infinity;
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new Failure('arguments.bad-limit', { value });
  return Number(value);
}

/** A run that can be sent. */
export interface SendableRun {
  readonly ready: ReadyRun;
  /** Requests that were made for its values. */
  readonly requests: number;
}

/** A planned query as it is sent: the queries whose rows it uses run first. @throws Failure where it cannot run */
export async function readyRun(
  backend: Backend,
  query: QueryInFile,
  plan: RunPlan,
  surroundings: RunSurroundings,
  run: string,
): Promise<SendableRun> {
  if (!('chain' in plan)) return { ready: plan, requests: 0 };
  const { settings, args, terminal } = surroundings;
  const host = {
    backend,
    settings,
    confirm: isAllowed,
    runSource: (id: string, source: RunPlan) => runSource(backend, query, source, surroundings, id),
  };
  const chain = await runChain(host, plan, run);
  if ('problem' in chain) throw failureOf(query, chain.problem, 'command');
  for (const { message } of args.has('quiet') ? [] : chain.remarks) terminal.error(`${message}\n`);
  return { ready: chain.ready, requests: chain.source.requests };
}

async function runSource(
  backend: Backend,
  { file }: QueryInFile,
  plan: RunPlan,
  surroundings: RunSurroundings,
  run: string,
): Promise<SourceRun> {
  const { terminal, context } = surroundings;
  const query = { ...plan.query, file };
  const { ready, requests } = await readyRun(backend, query, plan, surroundings, run);
  const { outcome, tables } = await fetchRows(backend, run, ready, terminal.signal);
  for (const { severity, message } of outcome.notices) terminal.error(`${severity}: ${message}\n`);
  const { view, language } = ready.query;
  const problems = language.runner.locateMessages(view, context, outcome.errors, outcome.warnings);
  for (const problem of eachOnce(problems)) terminal.error(`${wordedProblemLine(query, problem)}\n`);
  return {
    ...outcome,
    run,
    requests: outcome.requests + requests,
    tables: tables.map(({ header }) => header),
  };
}
