/** The extension's entry: starts the language server's client and wires commands, panels and status items. */
import type MarkdownIt from 'markdown-it';
import * as vscode from 'vscode';
import { platform } from '#platform';
import { sessionEndNotification } from '#shared/protocol/results.ts';
import { registerAgentTools } from './agents/chat-tools.ts';
import { startClient } from './language-server/client.ts';
import { EmbeddedFeatures } from './embedded/embedded-features.ts';
import { Filters } from './filters/filters.ts';
import { ComparisonDocuments } from './history/comparison-documents.ts';
import { followDrafts } from './history/follow-drafts.ts';
import { History } from './history/run-history.ts';
import { HistoryLog } from './history/history-log.ts';
import { LastRunLens } from './history/last-run-lens.ts';
import { Issues } from './issue/open-issues.ts';
import { followReports } from './report/fence-context.ts';
import { requestsTo } from './requests.ts';
import { extendMarkdownIt } from './runbooks/markdown-preview.ts';
import { PreviewResults } from './runbooks/preview-results.ts';
import { registerNotebooks } from './runbooks/notebooks.ts';
import { Panels } from './results/open-panels.ts';
import { RawDocuments } from './results/raw-documents.ts';
import { provideProblemPages } from './problem-documents.ts';
import { registerCommands } from './commands.ts';
import { registerQueryLinks } from './queries/query-links.ts';
import { registerPasting } from './queries/copy-and-paste.ts';
import { SignIn } from './session/sign-in.ts';
import { showSessionStatus } from './session/session-status.ts';
import { SitesView } from './sites/sites-view.ts';
import { CurrentSite } from './sites/current-site.ts';
import { followFirstSteps } from './sites/first-steps.ts';
import { showSiteStatus } from './sites/site-status.ts';
import { QueriesView } from './queries/queries-view.ts';
import { registerPrompts } from './run/ask-prompts.ts';
import { Outcomes } from './testing/outcomes.ts';
import { ExpectationTests } from './testing/testing-view.ts';
import { text } from './texts.ts';
import { Watches } from './watch/watches.ts';

interface MarkdownPlugin {
  readonly extendMarkdownIt: (markdown: MarkdownIt) => MarkdownIt;
}

/** Ends this window's session at the server; `undefined` = it has not begun. */
let endSession: (() => Promise<void>) | undefined;

/** Activates the extension. Returns its plug-in for the preview of Markdown. */
export async function activate(context: vscode.ExtensionContext): Promise<MarkdownPlugin> {
  const output = vscode.window.createOutputChannel(text('client.name'), { log: true });
  context.subscriptions.push(output);
  const log = new HistoryLog(context.workspaceState);
  const lens = new LastRunLens(log);
  const { client, serverWatch, start } = await startClient(context, output, lens);
  const requests = requestsTo(client);
  endSession = async () => {
    if (client.isRunning()) await client.sendNotification(sessionEndNotification.method, {});
  };
  const embedded = new EmbeddedFeatures(client, start, lens);
  const current = new CurrentSite(requests);
  const history = new History(requests, log);
  const previews = new PreviewResults(requests);
  const issues = new Issues(context, requests);
  const observer = {
    recordRun: (...[uri, run, result]: Parameters<History['recordRun']>) => {
      history.recordRun(uri, run, result);
      previews.ended(uri, run).catch(() => undefined);
    },
    keepRowsOf: (run: Parameters<History['keepRowsOf']>[0]) => history.keepRowsOf(run),
  };
  const panels = new Panels(context, client, requests, observer, issues);
  const comparisons = new ComparisonDocuments(requests);
  history.show(panels);
  const rawDocuments = new RawDocuments(requests);
  const watches = new Watches(context.workspaceState, client, requests, panels);
  lens.showWatches(query => watches.lensOf(query), watches.onDidChangeLens);
  const sites = new SitesView(client);
  const filters = new Filters(client);
  const outcomes = new Outcomes(context.workspaceState);
  const queries = new QueriesView(requests, log, outcomes, embedded);
  const showNewRows = (): void => queries.showNewRows(watches.newRows);
  showNewRows();
  const signIn = new SignIn(context.secrets, requests, () => current.site);
  context.subscriptions.push(
    log,
    embedded,
    lens,
    history,
    comparisons,
    rawDocuments,
    current,
    watches,
    watches.onDidChangeLens(showNewRows),
    sites,
    filters,
    outcomes,
    queries,
    new ExpectationTests(client, requests, outcomes),
    registerAgentTools(context.extension, requests),
    platform.offerAgentServer(context, requests),
    showSiteStatus(current),
    showSessionStatus(client, requests, current),
    registerPasting(requests),
    provideProblemPages(requests),
    registerQueryLinks(),
    followDrafts({ log, panels, watches, workspaceState: context.workspaceState }),
    registerPrompts(client, requests, context.workspaceState),
    registerNotebooks(client, requests, panels),
    panels.onDidRun(() => embedded.recheck()),
    followReports(),
    followFirstSteps(),
    registerCommands({
      client,
      requests,
      panels,
      history,
      comparisons,
      issues,
      signIn,
      rawDocuments,
      output,
      serverWatch,
      watches,
      embedded,
      sites,
      filters,
      queries,
      choices: context.globalState,
    }),
  );
  return { extendMarkdownIt: markdown => extendMarkdownIt(markdown, previews) };
}

/**
 * Ends the session, which deletes the results of this window. If the server does not run any more, it deleted them
 * when it stopped, or will at its next start.
 */
export async function deactivate(): Promise<void> {
  await endSession?.().catch(() => undefined);
}
