/** The server's own requests, typed and checked. They reject if the server is not running or fails. */
import type { CancellationToken, Disposable } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  agentConfirmationRequest,
  agentToolRequest,
  type Confirmation,
  type ToolAnswerResult,
  type ToolCall,
} from '#shared/protocol/agents.ts';
import {
  expectedRequest,
  judgeRequest,
  type ExpectedFile,
  type JudgeParams,
  type JudgeResult,
} from '#shared/protocol/documents/expectations.ts';
import {
  embeddedQueryRequest,
  type EmbeddedQueryResult,
  copyAsRequest,
  type CopyAsResult,
  pasteAsRequest,
  type PasteAsParams,
  type PasteAsResult,
} from '#shared/protocol/documents/query-conversion.ts';
import { projectsRequest, type TrackerProjects } from '#shared/protocol/sites/site-list.ts';
import { findSiteRequest, type SiteFinding, type TypedPage } from '#shared/protocol/sites/find-site.ts';
import { problemPageRequest } from '#shared/protocol/documents/problem-addresses.ts';
import { issueRequest, type IssueParams, type IssueResult } from '#shared/protocol/issue.ts';
import {
  sessionStateRequest,
  signInRequest,
  signOutRequest,
  type SessionState,
  type SignOutParams,
} from '#shared/protocol/sites/login.ts';
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
  type QueryReference,
  type QueryUrlResult,
  type RawResult,
  type RunParams,
  type RunReference,
  type RunResult,
} from '#shared/protocol/run.ts';
import {
  copyRequest,
  exportRequest,
  windowRequest,
  type CopyParams,
  type CopyResult,
  type ExportParams,
  type ExportResult,
  type WindowParams,
  type WindowResult,
} from '#shared/protocol/results.ts';
import {
  type PromptValue,
  type PromptValuesParams,
  promptValuesRequest,
} from '#shared/protocol/documents/prompts.ts';
import { type SqlRunParams, sqlRunRequest } from '#shared/protocol/sql-requests.ts';
import {
  checkRequest,
  type CheckParams,
  type CheckResult,
  type Identities,
  identitiesRequest,
} from '#shared/protocol/watch.ts';
import {
  compareRequest,
  comparisonTextRequest,
  deleteSnapshotRequest,
  keepRequest,
  openSnapshotRequest,
  setAsideRequest,
  snapshotsRequest,
  type CompareParams,
  type ComparisonTextParams,
  type DeleteResult,
  type KeepParams,
  type KeepResult,
  type OpenSnapshotParams,
  type SetAsideResult,
  type SnapshotsResult,
} from '#shared/protocol/snapshots.ts';
import type { NotificationType, RequestType } from '#shared/protocol/schema.ts';
import type { SiteReference } from '#shared/protocol/sites.ts';
import { reasonOf, text } from './texts.ts';

/** Sends a request to the server, and checks the answer. */
export type Ask = <Params, Result>(
  type: RequestType<Params, Result>,
  params: Params,
  token?: CancellationToken,
) => Promise<Result>;

export interface Requests {
  readonly ask: Ask;
  /** The query in a file of another language, as the text of a query file; `null` = no query. */
  embeddedQuery(params: DocumentPosition): Promise<EmbeddedQueryResult | null>;
  context(params: DocumentPosition, token?: CancellationToken): Promise<ContextResult | null>;
  queries(params: { readonly uri: string }): Promise<readonly QueryReference[]>;
  promptValues(params: PromptValuesParams): Promise<readonly PromptValue[]>;
  /** Runs a query; a cancelled run still returns a result, as incomplete. */
  run(params: RunParams, token: CancellationToken): Promise<RunResult>;
  /** Runs a watched query: never asks for credentials, and never signs in. */
  check(params: CheckParams, token: CancellationToken): Promise<CheckResult>;
  identities(params: RunReference): Promise<Identities>;
  /** The files with expectations. */
  expected(): Promise<readonly ExpectedFile[]>;
  /** Runs a query and evaluates its expectations; a cancelled run still returns a result. */
  judge(params: JudgeParams, token: CancellationToken): Promise<JudgeResult>;
  more(params: RunReference, token: CancellationToken): Promise<RunResult>;
  /** Here and below, `null` = the run is no longer stored, or has no such table. */
  window(params: WindowParams): Promise<WindowResult | null>;
  copy(params: CopyParams): Promise<CopyResult | null>;
  export(params: ExportParams, token: CancellationToken): Promise<ExportResult | null>;
  raw(params: RunReference): Promise<RawResult | null>;
  /** The query at a position as an address; `null` = no query. */
  address(params: DocumentPosition): Promise<QueryUrlResult | null>;
  /** The query at a position as code; `null` = the document is unknown. */
  copyAs(params: DocumentPosition): Promise<CopyAsResult | null>;
  /** The query in a text of another program; `null` = no request was recognized in it. */
  pasteAs(params: PasteAsParams): Promise<PasteAsResult | null>;
  /** Compares stored rows. No site is asked, neither by the following requests. */
  compare(params: CompareParams, token: CancellationToken): Promise<RunResult>;
  comparisonText(params: ComparisonTextParams): Promise<{ readonly text: string } | null>;
  keep(params: KeepParams, token: CancellationToken): Promise<KeepResult>;
  snapshots(): Promise<SnapshotsResult>;
  openSnapshot(params: OpenSnapshotParams, token: CancellationToken): Promise<RunResult>;
  deleteSnapshot(params: { readonly snapshot: string }): Promise<DeleteResult>;
  setAsideSnapshots(): Promise<SetAsideResult>;
  /** Runs a tool for agents, which the user has confirmed. */
  agentTool(params: ToolCall, token: CancellationToken): Promise<ToolAnswerResult>;
  /** The confirmation that a tool needs; `null` = none. */
  agentConfirmation(params: ToolCall, token: CancellationToken): Promise<Confirmation | null>;
  /** Runs a statement about stored rows; an incomplete result is not stored. */
  runSql(params: SqlRunParams, token: CancellationToken): Promise<RunResult>;
  release(params: RunReference): Promise<void>;
  issue(params: IssueParams, token: CancellationToken): Promise<IssueResult>;
  /** The page about a code of a problem, in Markdown; `null` = none. */
  problemPage(params: { readonly code: string }): Promise<string | null>;
  /** The projects of trackers, as far as they are known for a file. */
  projects(params: { readonly uri: string }): Promise<readonly TrackerProjects[]>;
  /** Signs in; only ever at the user's request. */
  findSite(page: TypedPage, token: CancellationToken): Promise<SiteFinding>;
  signIn(params: SiteReference, token: CancellationToken): Promise<SessionState>;
  signOut(params: SignOutParams): Promise<SessionState>;
  /** The state of a session, without a request to the site. */
  sessionState(params: SiteReference): Promise<SessionState>;
}

/** The server is gone or failed, or its answer is not as the protocol says. */
export class ServerFailure extends Error {}

/** Returns a function that sends a request; it rejects with a `ServerFailure`. */
export const askerOf =
  (client: BaseLanguageClient): Ask =>
  async ({ method, isResult }, params, token) => {
    // An argument that is `undefined` would be sent as a parameter of its own.
    const result = await (
      token ? client.sendRequest<unknown>(method, params, token) : client.sendRequest<unknown>(method, params)
    ).catch((cause: unknown) => {
      throw new ServerFailure(reasonOf(cause), { cause });
    });
    if (isResult(result)) return result;
    throw new ServerFailure(text('client.badResponse', { method }));
  };

/** The requests that the server answers. */
export function requestsTo(client: BaseLanguageClient): Requests {
  const ask = askerOf(client);
  return {
    ask,
    embeddedQuery: params => ask(embeddedQueryRequest, params),
    context: (params, token) => ask(contextRequest, params, token),
    queries: params => ask(queriesRequest, params),
    promptValues: params => ask(promptValuesRequest, params),
    run: (params, token) => ask(runRequest, params, token),
    check: (params, token) => ask(checkRequest, params, token),
    identities: params => ask(identitiesRequest, params),
    expected: () => ask(expectedRequest, {}),
    judge: (params, token) => ask(judgeRequest, params, token),
    more: (params, token) => ask(moreRequest, params, token),
    window: params => ask(windowRequest, params),
    copy: params => ask(copyRequest, params),
    export: (params, token) => ask(exportRequest, params, token),
    raw: params => ask(rawRequest, params),
    address: params => ask(queryUrlRequest, params),
    copyAs: params => ask(copyAsRequest, params),
    pasteAs: params => ask(pasteAsRequest, params),
    agentTool: (params, token) => ask(agentToolRequest, params, token),
    agentConfirmation: (params, token) => ask(agentConfirmationRequest, params, token),
    compare: (params, token) => ask(compareRequest, params, token),
    comparisonText: params => ask(comparisonTextRequest, params),
    keep: (params, token) => ask(keepRequest, params, token),
    snapshots: () => ask(snapshotsRequest, {}),
    openSnapshot: (params, token) => ask(openSnapshotRequest, params, token),
    deleteSnapshot: params => ask(deleteSnapshotRequest, params),
    setAsideSnapshots: () => ask(setAsideRequest, {}),
    runSql: (params, token) => ask(sqlRunRequest, params, token),
    release: params => client.sendNotification(releaseNotification.method, params),
    issue: (params, token) => ask(issueRequest, params, token),
    problemPage: params => ask(problemPageRequest, params),
    projects: params => ask(projectsRequest, params),
    findSite: (page, token) => ask(findSiteRequest, page, token),
    signIn: (params, token) => ask(signInRequest, params, token),
    signOut: params => ask(signOutRequest, params),
    sessionState: params => ask(sessionStateRequest, params),
  };
}

type Handler = (params: unknown) => void;
/** The handlers of notifications by method: a client has one handler for each method, which calls them all. */
const handlers = new WeakMap<BaseLanguageClient, Map<string, Set<Handler>>>();

/** Handles a notification of the server; several handlers can share it. A notification of another shape is dropped. */
export function onNotification<Params>(
  client: BaseLanguageClient,
  { method, isParams }: NotificationType<Params>,
  handle: (params: Params) => void,
): Disposable {
  const byMethod = handlers.get(client) ?? new Map<string, Set<Handler>>();
  handlers.set(client, byMethod);
  const handlersOfMethod = byMethod.get(method);
  const methodHandlers = handlersOfMethod ?? new Set();
  const handler: Handler = params => {
    if (isParams(params)) handle(params);
  };
  methodHandlers.add(handler);
  if (!handlersOfMethod) {
    byMethod.set(method, methodHandlers);
    client.onNotification(method, (params: unknown) => {
      for (const handleParams of methodHandlers) handleParams(params);
    });
  }
  return { dispose: () => methodHandlers.delete(handler) };
}
