/** Answers requests about expectations: which queries have them, and whether they are met. */
import type { Connection } from 'vscode-languageserver';
import {
  expectedNotification,
  expectedRequest,
  type JudgeParams,
  judgeRequest,
  type JudgeResult,
  type OffendingRowResult,
  type VerdictResult,
} from '#shared/protocol/documents/expectations.ts';
import { failedRun } from './run-results.ts';
import { notify, onRequest } from './requests/custom-requests.ts';
import { ExpectedQueries } from './expected-queries.ts';
import type { Runs } from './runs.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';
import { signalOf } from './guard.ts';
import type { QueryPlace, Workspace } from './workspace.ts';
import type { FileReader } from './documents/workspace-files.ts';
import type { OffendingRow } from '../query-file/expectations/verdict.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Backend } from '../network/backend.ts';
import { judgeQuery, rowLink } from '../runs/judge-query.ts';

/**
 * Answers the requests of `protocol/expectations.ts`, and tells the client which queries have expectations.
 *
 * @returns who is to be given the stored files
 */
export function registerExpectationRequests(
  connection: Connection,
  workspace: Workspace,
  runs: Runs,
): FileReader {
  const { documents, runtime, fault } = workspace;
  const expected = new ExpectedQueries({
    languages: runtime.languages,
    openFile: uri => documents.get(uri),
    read: uri => runtime.files.read(uri),
    pause: milliseconds => runtime.pause(milliseconds),
    changed: file => notify(connection, expectedNotification, file),
  });
  const logged = (work: Promise<void>): void => {
    work.catch((error: unknown) => fault('expectations', error));
  };
  documents.onDidChangeContent(({ document }) => logged(expected.follow(document)));
  documents.onDidClose(({ document }) => logged(expected.close(document.uri)));
  onRequest(connection, expectedRequest, () => expected.files);

  const refused = (run: string, code: ServerMessage): JudgeResult => ({
    result: failedRun(run, code, runtime.wording),
    verdicts: [],
  });
  const judge = async (
    { run, uri, position, isBackground = false }: JudgeParams,
    signal: AbortSignal,
  ): Promise<JudgeResult> => {
    if (!workspace.trusted) return refused(run, 'untrusted');
    const place = workspace.query(uri, position);
    if (place === undefined) return refused(run, 'no-query');
    try {
      return await judgeRun(
        { runs, backend: runtime.backend, now: runtime.now },
        run,
        place,
        signal,
        isBackground,
      );
    } catch (error) {
      fault('judge', error);
      return refused(run, 'fault');
    } finally {
      workspace.refreshDiagnostics();
    }
  };
  onRequest(connection, judgeRequest, (params, token) => judge(params, signalOf(token)));
  return {
    store: async file => expected.store(file),
    remove: uri => expected.remove(uri),
  };
}

/** The dependencies of judging a run. */
interface Judging {
  readonly runs: Runs;
  readonly backend: Backend;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Runs the query at a position and checks its expectations; its rows are not stored. */
async function judgeRun(
  { runs, backend, now }: Judging,
  run: string,
  place: QueryPlace,
  signal: AbortSignal,
  isBackground: boolean,
): Promise<JudgeResult> {
  try {
    const result = await runs.run(run, place, signal, { receive: () => undefined, isBackground });
    const { site, status, rows, total, milliseconds, asked } = result;
    if (site === undefined || asked === undefined) return { result, verdicts: [] };
    const { document, placed, view, language } = place;
    const facts = { status, rows, milliseconds, ...(total !== undefined && { total }) };
    const ranQuery = { ...asked, uri: document.uri, site: site.name };
    const options = { run, view, wording: language.wording, facts, about: ranQuery, now: now() };
    const judgements = await judgeQuery(backend, options, signal);
    const verdicts = judgements.map(
      ({ option: { text, directive, place: defined }, verdict }): VerdictResult => {
        const holder = defined === 'file' && placed.block.separated ? document.placed(0) : placed;
        const { isPassed, message, offending } = verdict;
        return {
          text,
          isPassed,
          message,
          range: document.rangeIn(holder, directive.span),
          rows: verdict.rows.map(row => rowResult(row, site)),
          others: offending - verdict.rows.length,
        };
      },
    );
    return { result, verdicts };
  } finally {
    runs.release(run);
  }
}

function rowResult(row: OffendingRow, site: Site): OffendingRowResult {
  const { name, value, kind } = row;
  const url = rowLink(row, site);
  return { name, value, ...(url !== undefined && { url }), ...(kind === 'issue' && { issue: name }) };
}
