/** The commands about queries and their results. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { QueryUrlResult } from '#shared/protocol/run.ts';
import { webAddress } from '../webview/web-address.ts';
import type { CommandHandlers } from './command-handlers.ts';
import type { EmbeddedFeatures } from './embedded/embedded-features.ts';
import { chooseMore } from './queries/more-for-query.ts';
import { openAsQueryFile, newQuery } from './queries/new-query.ts';
import { filterCommands } from './filters/filter-commands.ts';
import type { Filters } from './filters/filters.ts';
import { issueCommands } from './issue/issue-commands.ts';
import type { ComparisonDocuments } from './history/comparison-documents.ts';
import { historyCommands } from './history/history-commands.ts';
import type { History } from './history/run-history.ts';
import type { Issues } from './issue/open-issues.ts';
import type { Panels } from './results/open-panels.ts';
import type { QueriesView } from './queries/queries-view.ts';
import { queryCommands } from './queries/query-commands.ts';
import { openSqlView } from './results/sql-view.ts';
import type { RawDocuments } from './results/raw-documents.ts';
import { type Requests, ServerFailure } from './requests.ts';
import type { SignIn } from './session/sign-in.ts';
import type { ServerWatch } from './language-server/server-watch.ts';
import { runFirstQuery } from './sites/first-steps.ts';
import { addSiteOf } from './sites/add-site.ts';
import { siteCommands } from './sites/site-commands.ts';
import { siteNameIn } from './sites/site-node.ts';
import type { SitesView } from './sites/sites-view.ts';
import { switchSite } from './sites/switch-site.ts';
import { copyAs, pasteAsQuery } from './queries/copy-and-paste.ts';
import { refreshReport } from './report/refresh-report.ts';
import { reasonOf, text } from './texts.ts';
import { runAsCell } from './runbooks/notebooks.ts';
import { canRun } from './run/preconditions.ts';
import { runAll, runQuery } from './run/run-query.ts';
import { type Target, targetOf } from './run/run-target.ts';
import type { Watches } from './watch/watches.ts';
import { showError, showInformation } from './user-messages.ts';

export interface CommandServices {
  readonly client: BaseLanguageClient;
  readonly requests: Requests;
  readonly panels: Panels;
  readonly issues: Issues;
  readonly signIn: SignIn;
  readonly rawDocuments: RawDocuments;
  readonly output: vscode.LogOutputChannel;
  readonly serverWatch: ServerWatch;
  readonly watches: Watches;
  readonly history: History;
  readonly comparisons: ComparisonDocuments;
  readonly embedded: EmbeddedFeatures;
  readonly sites: SitesView;
  readonly filters: Filters;
  readonly queries: QueriesView;
  /** Keeps the last choices of the user. */
  readonly choices: vscode.Memento;
}

/** Registers the commands. An unexpected failure is shown, with a button for the log. */
export function registerCommands(services: CommandServices): vscode.Disposable {
  const {
    client,
    requests,
    panels,
    history,
    issues,
    signIn,
    rawDocuments,
    output,
    serverWatch,
    watches,
    embedded,
    choices,
  } = services;
  const { fetchIssue, openAtCursor } = issueCommands(issues, requests);
  const addressOf = async (uri: unknown, position: unknown): Promise<QueryUrlResult | undefined> => {
    const target = targetOrMessage(uri, position);
    if (!target) return undefined;
    const place = { uri: target.uri.toString(), position: target.position };
    const addressed = await requests.address(place);
    if (!addressed) canRun(await requests.context(place));
    return addressed ?? undefined;
  };
  const commands: CommandHandlers = {
    'wikijql.run': async (uri, position) => {
      if (uri === undefined && panels.active) return panels.active.rerun();
      const target = targetOrMessage(uri, position);
      if (target && (await runAsCell(target.uri))) return undefined;
      if (target && embedded.refuses(target.uri)) return undefined;
      if (target) await embedded.sync(target.uri);
      const result = target && (await runQuery(target, requests, panels));
      if (result) await watches.ran(target, result);
      return result;
    },
    'wikijql.openAsQueryFile': async (uri, position) => {
      const target = targetOrMessage(uri, position);
      if (target) await embedded.sync(target.uri);
      return target && openAsQueryFile(target, requests);
    },
    'wikijql.runAll': async () => {
      const target = targetOrMessage(undefined, undefined);
      return target && runAll(target.uri, requests, panels);
    },
    'wikijql.watch': async (uri, position) => {
      const target = targetOrMessage(uri, position);
      return target && watches.watch(target);
    },
    'wikijql.manageWatches': async () => watches.manage(),
    'wikijql.cancel': async () => panels.cancelAll(),
    'wikijql.copyAs': async (uri, position, form) => {
      const target = targetOrMessage(uri, position);
      return target && copyAs(target, requests, choices, textOrNothing(form));
    },
    'wikijql.more': async (uri, position, run) => chooseMore(uri, position, run),
    'wikijql.pasteAsQuery': async () => pasteAsQuery(requests),
    'wikijql.openSandbox': async (uri, position) => {
      const addressed = await addressOf(uri, position);
      if (!addressed) return;
      const sandbox = addressed.sandboxUrl === undefined ? undefined : webAddress(addressed.sandboxUrl);
      if (sandbox === undefined) await showInformation(text('url.noSandbox'));
      else await vscode.env.openExternal(vscode.Uri.parse(sandbox, true));
    },
    'wikijql.firstQuery': runFirstQuery,
    'wikijql.newQuery': async () => newQuery('wikiquery', text('newQuery.snippet')),
    'wikijql.newJqlQuery': async () => newQuery('jql', text('newJqlQuery.snippet')),
    'wikijql.refreshReport': async uri => refreshReport(client, history, uri),
    'wikijql.addSite': async (name, kind) => addSiteOf(requests, kind, textOrNothing(name)),
    'wikijql.switchSite': async () => switchSite(requests),
    'wikijql.signIn': async site => showSession(await signIn.signIn(siteNameIn(site))),
    'wikijql.signOut': async site => signIn.signOut(siteNameIn(site)),
    'wikijql.switchAccount': async site => showSession(await signIn.switchAccount(siteNameIn(site))),
    'wikijql.enterPassphrase': async () => signIn.enterPassphrase(),
    'wikijql.fetchIssue': fetchIssue,
    'wikijql.openIssueAtCursor': openAtCursor,
    'wikijql.issueBack': async () => issues.active?.move(-1),
    'wikijql.issueForward': async () => issues.active?.move(1),
    'wikijql.rerunResults': async () => panels.current?.rerun(),
    'wikijql.pinResult': async () => panels.current?.pin(!panels.current.isPinned),
    'wikijql.copyWithTitles': async () => panels.current?.copySelection('tsv'),
    'wikijql.copyAsMarkdown': async () => panels.current?.copySelection('markdown'),
    'wikijql.copyAsJson': async () => panels.current?.copySelection('json'),
    'wikijql.queryWithSql': async (statement, isExecuted) =>
      openSqlView(panels, textOrNothing(statement), isExecuted === true),
    'wikijql.showRaw': async run => {
      const editor = vscode.window.activeTextEditor;
      const panel = panels.active ?? (editor ? panels.of(editor.document.uri) : undefined);
      const id = typeof run === 'string' ? run : panel?.shown;
      if (id === undefined) return showInformation(text('panel.nothing'));
      return rawDocuments.show(id, panel?.runs.get(id)?.title ?? '');
    },
    ...historyCommands(services),
    ...siteCommands(services.sites),
    ...queryCommands(services.queries),
    ...filterCommands(services.filters, requests, panels),
    'wikijql.showOutput': async () => output.show(),
    'wikijql.restartServer': async () => serverWatch.restart(),
  };
  const registrations = Object.entries(commands).map(([name, command]) =>
    vscode.commands.registerCommand(name, (...parameters: readonly unknown[]) =>
      command(...parameters).catch((error: unknown) => report(error, output)),
    ),
  );
  return vscode.Disposable.from(...registrations);
}

const textOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Shows the sentence about a new session, and returns it. */
function showSession(sentence: string | undefined): string | undefined {
  if (sentence) void showInformation(sentence);
  return sentence;
}

/** The target of a command; without one, shows a message and returns `undefined`. */
function targetOrMessage(uri: unknown, position: unknown): Target | undefined {
  const target = targetOf(uri, position);
  if (!target) void showInformation(text('run.noEditor'));
  return target;
}

async function report(error: unknown, output: vscode.LogOutputChannel): Promise<void> {
  output.error(error instanceof Error ? error : String(error));
  const [restart, show] = [text('server.restart'), text('server.showLog')];
  const isOfServer = error instanceof ServerFailure;
  const message = text(isOfServer ? 'run.serverGone' : 'command.failed', { reason: reasonOf(error) });
  const chosen = await showError(message, ...(isOfServer ? [restart] : []), show);
  if (chosen === restart) await vscode.commands.executeCommand('wikijql.restartServer');
  if (chosen === show) output.show();
}
