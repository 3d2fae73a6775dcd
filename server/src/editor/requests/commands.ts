/** Commands for editors without our panels. */
import {
  type Connection,
  type ExecuteCommandParams,
  MessageType,
  type Position,
  ShowMessageNotification,
} from 'vscode-languageserver';
import type { Row } from '#shared/protocol/json.ts';
import { maxWindowRows, type TableState } from '#shared/protocol/results.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import type { Backend } from '../../network/backend.ts';
import type { Runs } from '../runs.ts';
import { pageRootOf } from '#shared/base/site-address.ts';
import { planSites } from '../../runs/plan-sites.ts';
import { problemText } from '../../runs/run-problems.ts';
import type { PasteAsResult } from '#shared/protocol/documents/query-conversion.ts';
import { readPasted } from '../../query-code/read-pasted.ts';

import { copyAs } from './code-requests.ts';
import { type Guard, signalOf } from '../guard.ts';
import { pasteQuery } from '../features/paste-query.ts';
import type { QueryPlace, Workspace } from '../workspace.ts';

/** The command that answers a query in all forms that it can be copied as; its parameters are those of a lens. */
export const copyCommand = 'wikijql.copyAs';
/** The command that answers the query of a text; its parameters are `[text, uri?]`. */
export const pasteCommand = 'wikijql.pasteAsQuery';

/**
 * Registers the commands of the lenses for editors without our panels. Running answers the result and its rows by table;
 * the other commands answer addresses, and open the sandbox where the editor can.
 */
export function registerCommands(
  connection: Connection,
  workspace: Workspace,
  runs: Runs,
  guard: Guard,
  opensAddresses: boolean,
): void {
  const { wording } = workspace.runtime;
  let count = 0;
  const complain = (message: string): null => {
    void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message });
    return null;
  };
  const run = async (place: QueryPlace, signal: AbortSignal) => {
    const id = `command-${++count}`;
    const states = new Map<string, TableState>();
    const receive = (state: TableState): void => void states.set(state.table.id, state);
    const result = await runs.run(id, place, signal, { receive });
    const tables = await Promise.all(
      [...states.values()].map(state => wholeTable(workspace.runtime.backend, state)),
    );
    runs.release(id);
    for (const { severity, message } of result.notices) if (severity === 'error') complain(message);
    workspace.refreshDiagnostics();
    return { ...result, tables };
  };
  const pasteAs = async (text: unknown, uri: unknown): Promise<PasteAsResult | null> => {
    if (typeof text !== 'string') return complain(wording('no-query'));
    const params = { text, ...(typeof uri === 'string' && { uri }) };
    const result = pasteQuery(await readPasted(text), params, workspace);
    if (result?.refusal !== undefined) complain(result.refusal);
    return result;
  };
  connection.onExecuteCommand((params, token) =>
    guard('command', null, async ({ command, arguments: args = [] }: ExecuteCommandParams) => {
      if (command === pasteCommand) return pasteAs(args[0], args[1]);
      const [uri, position]: [string?, Position?] = [args[0], args[1]];
      const place = uri !== undefined && position ? await workspace.runnable(uri, position) : undefined;
      if (place === undefined) return complain(wording('no-query'));
      const { document, view, language } = place;
      if (command === 'wikijql.run')
        return workspace.trusted ? run(place, signalOf(token)) : complain(wording('untrusted'));
      if (command === copyCommand) return copyAs(place, workspace);
      const context = workspace.contextOf(document.uri);
      const sites = planSites(place, { purpose: 'editor', settings: workspace.settings, context });
      if ('code' in sites) return complain(problemText(sites, 'editor'));
      const address = language.runner.address(view, context, pageRootOf(sites[0]!) ?? sites[0]!.url);
      if (command === 'wikijql.openSandbox' && address.sandboxUrl !== undefined && opensAddresses)
        await connection.window.showDocument({ uri: address.sandboxUrl, external: true });
      return address;
    })(params, token),
  );
}

/** A table of a result as the command answers it. */
interface WholeTable {
  readonly table: TableHeader;
  readonly rows: readonly Row[];
}

const wholeView = { sort: [], search: '', filters: {} };

/** All rows of a table, each value whole. */
async function wholeTable(backend: Backend, { run, table, rows: total }: TableState): Promise<WholeTable> {
  const rows: Row[] = [];
  while (rows.length < total) {
    const part = { run, table: table.id, view: wholeView, offset: rows.length, count: maxWindowRows };
    const window = await backend.window(part);
    if (window === undefined || window.rows.length === 0) break;
    for (const { row, cells, cut = [] } of window.rows) {
      const long = await Promise.all(
        cut.map(async column => {
          const { value } = (await backend.cell({ run, table: table.id, row, column })) ?? {};
          return value === undefined ? {} : { [column]: value };
        }),
      );
      rows.push(Object.assign({}, cells, ...long));
    }
  }
  return { table, rows };
}
