import * as v from 'valibot';
import { applyColumns, withColumnsFirst } from '../run/apply-columns.ts';
import type { Notice } from '../protocol/notice.ts';
import type { TableHeader } from '../protocol/run.ts';
import type { RunReport } from '../remote/remote.ts';
import type { AgentResult, AgentTable } from './agent-results.ts';
import type { AgentDependencies, AgentSession } from './dependencies.ts';
import { givenQueries, name, wholeNumber } from './given-arguments.ts';
import { type PlannedRun, planRun } from './planned-run.ts';
import { messageOf } from './query-problems.ts';
import { counted, Refusal, say } from './refusal.ts';
import { sampleOf } from './sample.ts';
import { agentTool } from './tool.ts';
import type { Outcome } from './tool-answer.ts';

const usualCharacters = 20_000;
const mostCharacters = 50_000;

export const runArguments = v.strictObject({
  ...givenQueries,
  limit: v.exactOptional(wholeNumber(Number.MAX_SAFE_INTEGER)),
  columns: v.exactOptional(v.pipe(v.array(name), v.maxLength(100), v.readonly())),
  characters: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(500), v.maxValue(mostCharacters))),
});

/** Runs one query, and answers the rows that fit. */
export const runQuery = (dependencies: AgentDependencies, session: AgentSession) =>
  agentTool(runArguments, async (given, signal): Promise<Outcome> => {
    const plan = await planRun(dependencies, given);
    const site = { name: namesOf(plan) };
    const names = plan.sites.map(({ name: each }) => each);
    return session.queue.nextOf(names, async () => {
      signal.throwIfAborted();
      const { report, headers } = await fetched(dependencies, session, plan, signal);
      if (report.fault !== undefined) throw report.fault;
      signal.throwIfAborted();
      const messages = messagesOf(plan, report);
      if (report.status === 'failed')
        throw new Refusal('run.failed', { site: site.name }, { messages, problems: plan.problems });
      const tables = [...headers.values()].map(({ header, rows }) => ({
        header: withColumnsFirst(applyColumns(header, plan.query.view), given.columns ?? []),
        rows,
      }));
      const result = session.results.add(report.run, site.name, tables);
      return outcomeOf(dependencies, result, { plan, report, messages }, given.characters ?? usualCharacters);
    });
  });

const namesOf = ({ sites }: Pick<PlannedRun, 'sites'>): string =>
  sites.map(({ name: each }) => each).join(', ');

interface Ended {
  readonly plan: PlannedRun;
  readonly report: RunReport;
  readonly messages: readonly string[];
}

async function fetched(
  dependencies: AgentDependencies,
  { newRun, asked }: AgentSession,
  { site, sites, request }: PlannedRun,
  signal: AbortSignal,
) {
  const remote = await dependencies.remote();
  const headers = new Map<string, { readonly header: TableHeader; readonly rows: number }>();
  const run = newRun();
  for (const each of sites) asked(each);
  const sink = {
    table: ({ table: header, rows }: { readonly table: TableHeader; readonly rows: number }) =>
      void headers.set(header.id, { header, rows }),
    progress: () => undefined,
  };
  const report = await remote.run({ run, site, ...request }, sink, signal);
  return { report: { ...report, run }, headers };
}

/** What the site and the network said, in words. */
function messagesOf({ query }: PlannedRun, { errors, warnings, notices }: RunReport): readonly string[] {
  const { language, view, context } = query;
  return [
    ...language.runner.place(view, context, errors, warnings).map(problem => messageOf(language, problem)),
    ...notices.map(({ message }: Notice) => message),
  ];
}

async function outcomeOf(
  dependencies: AgentDependencies,
  { run, tables }: AgentResult,
  { plan, report, messages }: Ended,
  characters: number,
): Promise<Outcome> {
  const remote = await dependencies.remote();
  const [main] = tables;
  const { rows, cuts } = main ? await sampleOf(remote, run, main, characters) : { rows: [], cuts: 0 };
  const fetchedRows = main?.rows ?? 0;
  const isWhole = report.status === 'complete' && rows.length === fetchedRows;
  const lacksColumns = report.notices.some(({ code }) => code === 'manyColumns');
  const { total = report.status === 'complete' ? fetchedRows : undefined } = report;
  return {
    summary: summaryOf(report, main, { returned: rows.length, cuts, tables: tables.length }),
    facts: {
      status: report.status,
      site: namesOf(plan),
      returned: rows.length,
      fetched: fetchedRows,
      total: total ?? null,
      complete: isWhole && cuts === 0 && !lacksColumns,
      shortenedValues: cuts,
      ...(main && { table: main.name }),
    },
    data: {
      rows,
      tables: tables.map(described),
      ...(messages.length > 0 && { messages }),
      ...(plan.problems.length > 0 && { problems: plan.problems }),
    },
  };
}

const described = ({ name: table, header, rows }: AgentTable) => ({
  table,
  title: header.title,
  rows,
  columns: header.columns.map(({ key, title, type }) => ({
    name: key,
    ...(title !== key && { title }),
    type,
  })),
});

function summaryOf(
  { status, rows, total }: RunReport,
  main: AgentTable | undefined,
  { returned, cuts, tables }: { readonly returned: number; readonly cuts: number; readonly tables: number },
): string {
  const ended =
    status === 'more' && total !== undefined
      ? say('run.more.total', { rows: counted('row', rows), total })
      : say(`run.${status}`, { rows: counted('row', rows) });
  const table = main?.name ?? '';
  return [
    ended,
    ...(returned < (main?.rows ?? 0) ? [say('run.sample', { count: returned, table })] : []),
    ...(cuts > 0 ? [say('run.shortened', { count: cuts, table })] : []),
    ...(tables > 1 ? [say('run.tables', { count: tables })] : []),
  ].join(' ');
}
