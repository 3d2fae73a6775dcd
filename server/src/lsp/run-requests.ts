import type { Connection, Position } from 'vscode-languageserver';
import { queryTitle } from '../common/query-title.ts';
import * as protocol from '../protocol.ts';
import { uncachedView, readableBlocks } from './documents.ts';
import type { OpenFile, ServerMessage } from './language.ts';
import type { Runs } from './runs.ts';
import type { Guard } from './guard.ts';
import { type Workspace, signalOf } from './workspace.ts';
import { siteOf } from './sites.ts';

/** Answers the requests of protocol.ts, which serve the panels and the status item. */
export function registerRunRequests(
  connection: Connection,
  session: Workspace,
  runs: Runs,
  safe: Guard,
): void {
  const { wording } = session.runtime;

  connection.onRequest(
    protocol.contextRequest,
    safe('context', null, ({ uri, position }: protocol.ContextParams): protocol.ContextResult | null => {
      const query = session.query(uri, position);
      const place = query ?? session.place(uri, position);
      if (place === undefined) return null;
      const { document, placed, view, language } = place;
      return {
        query: query !== undefined || placed.block.body ? placed.index : -1,
        title: queryTitle(view.block)?.text ?? '',
        range: document.rangeIn(placed, { start: 0, end: placed.block.text.length }),
        ...siteOf(view, session.settings, language.runner.kind),
      };
    }),
  );
  connection.onRequest(
    protocol.queriesRequest,
    safe('queries', [], ({ uri }: protocol.QueriesParams, token) => session.walk(uri, token, queries)),
  );

  const failed = (run: string, code: ServerMessage): protocol.RunResult => ({
    run,
    title: '',
    status: 'failed',
    rows: 0,
    requests: 0,
    milliseconds: 0,
    notices: [{ severity: 'error', code, message: wording(code) }],
  });
  /** A cancelled run has an outcome too, so LSP's own answer to a cancelled request would lose its rows. */
  const outcome = async (run: string, running: Promise<protocol.RunResult>): Promise<protocol.RunResult> => {
    try {
      return await running;
    } catch (error) {
      session.fault('run', error);
      return failed(run, 'fault');
    } finally {
      session.refreshDiagnostics();
    }
  };
  const start = async (params: protocol.RunParams, signal: AbortSignal): Promise<protocol.RunResult> => {
    if (!session.trusted) return failed(params.run, 'untrusted');
    const place = session.query(params.uri, params.position);
    if (place === undefined) return failed(params.run, 'no-query');
    return runs.run(params.run, place, signal);
  };
  const goOn = async (params: protocol.MoreParams, signal: AbortSignal): Promise<protocol.RunResult> =>
    (await runs.more(params.run, params.limit, signal)) ?? failed(params.run, 'run-forgotten');
  connection.onRequest(protocol.runRequest, (params: protocol.RunParams, token) =>
    outcome(params.run, start(params, signalOf(token))),
  );
  connection.onRequest(protocol.moreRequest, (params: protocol.MoreParams, token) =>
    outcome(params.run, goOn(params, signalOf(token))),
  );
  connection.onRequest(
    protocol.rawRequest,
    safe('raw answer', null, async ({ run }: protocol.RunReference): Promise<protocol.RawResult | null> => {
      const text = await session.runtime.remote.raw(run);
      return text === undefined ? null : { text };
    }),
  );
  connection.onNotification(protocol.releaseNotification, ({ run }: protocol.RunReference) =>
    runs.release(run),
  );
  connection.onRequest(
    protocol.queryUrlRequest,
    safe(
      'request',
      null,
      ({ uri, position }: { uri: string; position: Position }): protocol.QueryUrlResult | null => {
        const place = session.query(uri, position);
        const { site } = place ? siteOf(place.view, session.settings, place.language.runner.kind) : {};
        return place && site ? place.language.runner.address(place.view, session.around, site.url) : null;
      },
    ),
  );
}

/** The queries of a file that can be run. */
function* queries({ document, language }: OpenFile): Generator<protocol.QueryReference[]> {
  for (const placed of readableBlocks(document)) {
    const view = uncachedView(placed.block, document.header, language.syntax);
    const range = document.rangeIn(placed, { start: 0, end: placed.block.text.length });
    yield view.block.body === undefined ? [] : [{ title: queryTitle(view.block)?.text ?? '', range }];
  }
}
