import type { Connection } from 'vscode-languageserver';
import {
  expectedNotification,
  expectedRequest,
  type JudgeParams,
  judgeRequest,
  type JudgeResult,
} from '../protocol/documents/expectations.ts';
import { failedRun } from './failed-run.ts';
import { notify, onRequest } from './custom-requests.ts';
import { ExpectedQueries } from './expected-queries.ts';
import { judgeRun } from './judged-run.ts';
import type { Runs } from './runs.ts';
import type { ServerMessage } from '../common/server-message.ts';
import { signalOf, type Workspace } from './workspace.ts';
import type { FileReader } from './workspace-files.ts';

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
        { runs, remote: runtime.remote, now: runtime.now },
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
