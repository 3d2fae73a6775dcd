/** Answers the requests about queries and their runs, which serve the panels and the status item. */
import type { Connection } from 'vscode-languageserver';
import { queryTitle } from '#shared/base/queries/query-title.ts';
import {
  contextRequest,
  moreRequest,
  queriesRequest,
  queryUrlRequest,
  rawRequest,
  releaseNotification,
  runRequest,
  type ContextResult,
  type DocumentPosition,
  type QueryUrlResult,
  type RawResult,
  type RunParams,
  type RunReference,
  type RunResult,
} from '#shared/protocol/run.ts';
import {
  type CheckParams,
  checkRequest,
  type CheckResult,
  type Identities,
  identitiesRequest,
} from '#shared/protocol/watch.ts';
import { onNotification, onRequest } from './requests/custom-requests.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';
import type { Runs } from './runs.ts';
import { failedRun } from './run-results.ts';
import { askerOf } from './prompt-requests.ts';
import { pageRootOf } from '#shared/base/site-address.ts';
import { planSites } from '../runs/plan-sites.ts';
import { problemText } from '../runs/run-problems.ts';
import { runSql } from './sql-runs.ts';
import { referenceOf } from './features/statement-features.ts';
import { type Guard, signalOf } from './guard.ts';
import type { QueryPlace, Workspace } from './workspace.ts';
import { siteOf } from '../sites/settings/site-lookup.ts';
import type { TableState } from '#shared/protocol/results.ts';

/** Registers the answers to the requests of `protocol/run.ts`. */
export function registerRunRequests(
  connection: Connection,
  workspace: Workspace,
  runs: Runs,
  guard: Guard,
): void {
  const { wording } = workspace.runtime;

  const refusalOf = (query: QueryPlace | undefined): string | undefined => {
    if (query === undefined) return wording('no-query');
    const sites = sitesOf(query, workspace);
    return 'code' in sites ? problemText(sites, 'editor') : undefined;
  };
  onRequest(
    connection,
    contextRequest,
    guard('context', null, async ({ uri, position }: DocumentPosition): Promise<ContextResult | null> => {
      const target = await workspace.document(uri)?.target(position);
      if (target?.kind === 'statement')
        return { ...referenceOf(target.statement), query: 0, siteName: '', siteFrom: 'none' };
      const query = target?.place;
      const place = query ?? workspace.place(uri, position);
      if (place === undefined) return null;
      const { document, placed, view, language } = place;
      const refusal = refusalOf(query);
      return {
        ...(refusal !== undefined && { refusal }),
        query: query !== undefined || placed.block.body ? placed.index : -1,
        title: queryTitle(view.block)?.text ?? '',
        range: document.rangeIn(placed, { start: 0, end: placed.block.text.length }),
        ...siteOf(view, workspace.settings, language.runner.kind),
      };
    }),
  );
  onRequest(
    connection,
    queriesRequest,
    guard(
      'queries',
      [],
      async ({ uri }: { readonly uri: string }, token) =>
        (await workspace.document(uri)?.queries?.(token)) ?? [],
    ),
  );

  const failed = (run: string, code: ServerMessage): RunResult => failedRun(run, code, wording);
  const notBegun = (run: string, code: ServerMessage): RunResult => ({
    ...failed(run, code),
    notBegun: { reason: 'refused' },
  });
  /** A cancelled run has an outcome too, so LSP's own answer to a cancelled request would lose its rows. */
  const outcome = async (run: string, running: Promise<RunResult>): Promise<RunResult> => {
    try {
      return await running;
    } catch (error) {
      workspace.fault('run', error);
      return failed(run, 'fault');
    } finally {
      workspace.refreshDiagnostics();
    }
  };
  const start = async (params: RunParams, signal: AbortSignal): Promise<RunResult> => {
    if (!workspace.trusted) return notBegun(params.run, 'untrusted');
    const target = await workspace.document(params.uri)?.target(params.position);
    if (target === undefined) return notBegun(params.run, 'no-query');
    if (target.kind === 'statement') {
      const { statement } = target;
      return runSql(connection, workspace, { run: params.run, sql: statement.sql, statement }, signal);
    }
    const { site, answers } = params;
    return runs.run(params.run, target.place, signal, { site, answers, ask: askerOf(connection, params) });
  };
  const continueRun = async (params: RunReference, signal: AbortSignal): Promise<RunResult> =>
    (await runs.more(params.run, signal)) ?? failed(params.run, 'run-forgotten');
  onRequest(connection, runRequest, (params, token) => outcome(params.run, start(params, signalOf(token))));
  const checkWatched = async (
    { run, uri, position }: CheckParams,
    signal: AbortSignal,
  ): Promise<CheckResult> => {
    if (!workspace.trusted) return { result: failed(run, 'untrusted'), tables: [] };
    const place = workspace.query(uri, position);
    if (place === undefined) return { result: failed(run, 'no-query'), tables: [] };
    try {
      return await runInBackground(runs, run, place, signal);
    } catch (error) {
      workspace.fault('check', error);
      return { result: failed(run, 'fault'), tables: [] };
    }
  };
  onRequest(connection, checkRequest, (params, token) => checkWatched(params, signalOf(token)));
  onRequest(
    connection,
    identitiesRequest,
    guard('identities', {}, async ({ run }: RunReference) => {
      const { backend } = workspace.runtime;
      const identities: [string, Identities[string]][] = [];
      for (const { id: table, columns } of runs.tablesOf(run)) {
        const ofTable = await backend.identities({ run, table, columns });
        if (ofTable) identities.push([table, ofTable]);
      }
      return Object.fromEntries(identities);
    }),
  );
  onRequest(connection, moreRequest, (params, token) =>
    outcome(params.run, continueRun(params, signalOf(token))),
  );
  onRequest(
    connection,
    rawRequest,
    guard('raw answer', null, async ({ run }: RunReference): Promise<RawResult | null> => {
      const text = await workspace.runtime.backend.raw(run);
      return text === undefined ? null : { text };
    }),
  );
  onNotification(connection, releaseNotification, ({ run }) => runs.release(run));
  onRequest(
    connection,
    queryUrlRequest,
    guard('request', null, async ({ uri, position }: DocumentPosition): Promise<QueryUrlResult | null> => {
      const place = await workspace.runnable(uri, position);
      if (place === undefined) return null;
      const sites = sitesOf(place, workspace);
      if ('code' in sites) return null;
      return place.language.runner.address(
        place.view,
        workspace.contextOf(uri),
        pageRootOf(sites[0]!) ?? sites[0]!.url,
      );
    }),
  );
}

const sitesOf = (place: QueryPlace, workspace: Workspace): ReturnType<typeof planSites> =>
  planSites(place, {
    purpose: 'editor',
    settings: workspace.settings,
    context: workspace.contextOf(place.document.uri),
  });

/** Runs the query at a place in the background. */
async function runInBackground(
  runs: Runs,
  run: string,
  place: QueryPlace,
  signal: AbortSignal,
): Promise<CheckResult> {
  const states = new Map<string, TableState>();
  const receive = (state: TableState): void => void states.set(state.table.id, state);
  const result = await runs.run(run, place, signal, { receive, isBackground: true });
  return { result, tables: [...states.values()] };
}
