/** A run whose values may be the rows of another query of the file, from the command line. */
import { chainOf } from '../chains/references.ts';
import { makeChain, type SourceRun } from '../chains/make-chain.ts';
import { uncachedView } from '../checking/uncached-view.ts';
import type { QueryContext } from '../language/service.ts';
import type { ServerSettings } from '../settings/read-settings.ts';
import type { PlacedBlock } from '../queryfile/query-document.ts';
import type { Remote } from '../remote/remote.ts';
import type { Arguments } from './arguments.ts';
import { type ChosenQuery, sentence } from './chosen-query.ts';
import { Failure } from './failure.ts';
import { answerPrompts } from './prompt-answers.ts';
import { fetched, type PreparedRun, prepareRun } from './query-run.ts';
import type { Terminal } from './terminal.ts';

/** What every query of a command is run with. */
export interface RunSurroundings {
  readonly settings: ServerSettings;
  readonly context: QueryContext;
  readonly given: Arguments;
  readonly terminal: Terminal;
}

export interface ReadyRun {
  readonly query: ChosenQuery;
  readonly wanted: PreparedRun;
  /** Requests that were made for its values. */
  readonly requests: number;
}

/** Longer chains are not made. */
export const mostRequests = 1000;

const isAllowed = async (requests: number): Promise<boolean> => requests <= mostRequests;

/** A query with what it runs with; first the query runs whose rows it uses. @throws Failure where it cannot run */
export async function readyRun(
  remote: Remote,
  query: ChosenQuery,
  surroundings: RunSurroundings,
  run: string,
): Promise<ReadyRun> {
  const { settings, context, given, terminal } = surroundings;
  const { document, placed, language, view } = query;
  const chain = chainOf(document, placed, language.runner.kind === 'wiki');
  if (chain === undefined) return { query, wanted: prepareRun(query, settings, context, given), requests: 0 };
  if ('code' in chain) throw Failure.worded(sentence(query, chain));
  const { reference } = chain;
  const nothing = { kind: 'wiki', parameters: [], post: false } as const;
  const wanted = prepareRun(query, settings, context, given, nothing);
  if (wanted.parts)
    throw Failure.worded(
      sentence(query, {
        code: 'chain-sites',
        severity: 'error',
        span: reference.span,
        arguments: { name: reference.name },
      }),
    );
  const runSource = async (source: string): Promise<SourceRun> => {
    const chosen = await answerPrompts(sourceQuery(query, chain.source, reference.query), given, terminal);
    const ready = await readyRun(remote, chosen, surroundings, source);
    const { report, tables } = await fetched(remote, source, ready.wanted, ready.query.view, terminal.signal);
    for (const { severity, message } of report.notices) terminal.error(`${severity}: ${message}\n`);
    for (const problem of language.runner.place(ready.query.view, context, report.errors, report.warnings))
      terminal.error(`${sentence(ready.query, problem)}\n`);
    return {
      ...report,
      requests: report.requests + ready.requests,
      tables: tables.map(({ header }) => header),
    };
  };
  const chained = { view, context, runner: language.runner, reference, site: wanted.site };
  const made = await makeChain({ remote, runSource, confirm: isAllowed }, chained, run);
  if ('problem' in made) throw Failure.worded(sentence(query, made.problem));
  const { plan, source, remarks } = made;
  for (const code of given.has('quiet') ? [] : remarks) {
    const values = { ...reference, rows: source.rows, count: plan.parts.list.length };
    terminal.error(
      `${language.wording(code, { query: values.query, column: values.column, rows: values.rows, count: values.count })}\n`,
    );
  }
  return {
    query: { ...query, view: plan.view },
    wanted: { ...wanted, request: plan.request, parts: plan.parts },
    requests: source.requests,
  };
}

const sourceQuery = (query: ChosenQuery, placed: PlacedBlock, label: string): ChosenQuery => ({
  ...query,
  label,
  placed,
  view: uncachedView(placed.block, query.document.header, query.language.syntax),
});
