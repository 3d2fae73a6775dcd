/** The tool that runs a query and answers the rows that fit. */
import * as v from 'valibot';
import { withColumnsFirst } from '../../runs/apply-directives.ts';
import { fetchRows, type FetchedTable } from '../../runs/fetch-rows.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { Backend, RunOutcome } from '../../network/backend.ts';
import type { AgentResult, AgentTable } from './agent-results.ts';
import type { AgentDependencies, AgentSession } from '../dependencies.ts';
import { givenQueries, name } from '../given-arguments.ts';
import { type AgentPlan, planAgentRun } from './agent-plan.ts';
import { type AgentQuery, linkTo } from './agent-queries.ts';
import { counted, Refusal, say } from '../refusal.ts';
import { sampleOf } from './sample.ts';
import { agentTool, type Outcome } from '../tool.ts';
import { eachOnce, problemMessage } from '#shared/base/text/problem.ts';
import { nameList } from '#shared/base/text/name-list.ts';
import { findColumn } from '#shared/base/tables/table-columns.ts';

const usualCharacters = 20_000;
const maxCharacters = 50_000;

export const runArguments = v.strictObject({
  ...givenQueries,
  limit: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  columns: v.exactOptional(v.pipe(v.array(name), v.maxLength(100), v.readonly())),
  characters: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(500), v.maxValue(maxCharacters))),
});

/** Runs one query, and answers the rows that fit. */
export const runQuery = (dependencies: AgentDependencies, session: AgentSession) =>
  agentTool(runArguments, async (input, signal): Promise<Outcome> => {
    const planned = await planAgentRun(dependencies, input);
    const { query, plan, problems } = planned;
    return session.queue.runAtSites(namesOf(planned), async () => {
      signal.throwIfAborted();
      const site = namesOf(planned).join(', ');
      const backend = await dependencies.backend();
      const run = session.newRun();
      for (const queried of plan.sites) session.asked(queried);
      const { outcome, tables: fetched } = await fetchRows(backend, run, plan, signal);
      if (outcome.fault !== undefined) throw outcome.fault;
      signal.throwIfAborted();
      const messages = messagesOf(query, outcome);
      if (outcome.status === 'failed') throw new Refusal('run.failed', { site }, { messages, problems });
      const tables = fetched.map(({ header, rows }) => ({
        header: withColumnsFirst(header, input.columns ?? []),
        rows,
      }));
      const isRestricted = outcome.restricted !== undefined;
      const result = session.results.add({ run, site, isRestricted, tables });
      const answer = await answerOf(
        backend,
        result,
        { planned, outcome, messages, missing: missingColumns(input.columns ?? [], fetched) },
        input.characters ?? usualCharacters,
      );
      return { ...answer, data: { ...answer.data, ...linkTo(dependencies, query) } };
    });
  });

const namesOf = ({ plan: { sites } }: AgentPlan): readonly string[] =>
  sites.map(({ name: siteName }) => siteName);

function missingColumns(names: readonly string[], tables: readonly FetchedTable[]): readonly string[] {
  const columns = tables.flatMap(({ header }) => header.columns);
  return columns.length === 0 ? [] : names.filter(column => findColumn(column, columns) === undefined);
}

interface Ended {
  readonly planned: AgentPlan;
  readonly outcome: RunOutcome;
  readonly messages: readonly string[];
  /** The columns that the agent named and no table has. */
  readonly missing: readonly string[];
}

/** The messages of the site and the network, as sentences. */
function messagesOf(
  { language, view, context }: AgentQuery,
  { errors, warnings, notices }: RunOutcome,
): readonly string[] {
  return [
    ...eachOnce(language.runner.locateMessages(view, context, errors, warnings)).map(problem =>
      problemMessage(language.wording, problem),
    ),
    ...notices.map(({ message }: Notice) => message),
  ];
}

async function answerOf(
  backend: Backend,
  { run, isRestricted, tables }: AgentResult,
  { planned, outcome, messages, missing }: Ended,
  characters: number,
): Promise<Outcome> {
  const [main] = tables;
  const { rows, cuts } = main ? await sampleOf(backend, run, main, characters) : { rows: [], cuts: 0 };
  const fetchedRows = main?.rows ?? 0;
  const isWhole = outcome.status === 'complete' && rows.length === fetchedRows;
  const lacksColumns = outcome.notices.some(({ code }) => code === 'manyColumns');
  const { total = outcome.status === 'complete' ? fetchedRows : undefined } = outcome;
  return {
    summary: [
      summaryOf(outcome, main, { returned: rows.length, cuts, tables: tables.length }),
      ...(missing.length > 0
        ? [say(`run.no-columns.${planned.query.language.runner.kind}`, { names: nameList(missing) })]
        : []),
      ...(isRestricted ? [say('run.restricted')] : []),
    ].join(' '),
    facts: {
      status: outcome.status,
      site: namesOf(planned).join(', '),
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
      ...(planned.problems.length > 0 && { problems: planned.problems }),
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
  { status, rows, total }: RunOutcome,
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
