/** The server's own requests, typed. They reject when the server is not there or fails. */
import type { CancellationToken } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../server/src/protocol.ts';
import type {
  ContextParams,
  ContextResult,
  IssueParams,
  IssueResult,
  MoreParams,
  QueriesParams,
  QueryReference,
  RawResult,
  QueryUrlResult,
  RunParams,
  RunReference,
  RunResult,
  SessionState,
  SignOutParams,
  SiteReference,
} from '../../server/src/protocol.ts';

export interface Requests {
  context(params: ContextParams, token?: CancellationToken): Promise<ContextResult | null>;
  queries(params: QueriesParams): Promise<readonly QueryReference[]>;
  /** A cancelled run still answers, as incomplete. */
  run(params: RunParams, token: CancellationToken): Promise<RunResult>;
  more(params: MoreParams, token: CancellationToken): Promise<RunResult>;
  raw(params: RunReference): Promise<RawResult | null>;
  /** The query at a position as an address; `null` = there is none. */
  address(params: ContextParams): Promise<QueryUrlResult | null>;
  release(params: RunReference): Promise<void>;
  issue(params: IssueParams, token: CancellationToken): Promise<IssueResult>;
  /** Only ever asked because a person wants it. */
  signIn(params: SiteReference, token: CancellationToken): Promise<SessionState>;
  signOut(params: SignOutParams): Promise<SessionState>;
  /** Asks no site. */
  sessionState(params: SiteReference): Promise<SessionState>;
}

export const requestsTo = (client: LanguageClient): Requests => ({
  // An argument that is `undefined` would be sent as a parameter of its own.
  context: (params, token) =>
    token
      ? client.sendRequest(protocol.contextRequest, params, token)
      : client.sendRequest(protocol.contextRequest, params),
  queries: params => client.sendRequest(protocol.queriesRequest, params),
  run: (params, token) => client.sendRequest(protocol.runRequest, params, token),
  more: (params, token) => client.sendRequest(protocol.moreRequest, params, token),
  raw: params => client.sendRequest(protocol.rawRequest, params),
  address: params => client.sendRequest(protocol.queryUrlRequest, params),
  release: params => client.sendNotification(protocol.releaseNotification, params),
  issue: (params, token) => client.sendRequest(protocol.issueRequest, params, token),
  signIn: (params, token) => client.sendRequest(protocol.signInRequest, params, token),
  signOut: params => client.sendRequest(protocol.signOutRequest, params),
  sessionState: params => client.sendRequest(protocol.sessionStateRequest, params),
});
