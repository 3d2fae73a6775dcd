/** What goes between the server's thread and the one that talks to the sites. */
import type { IssueResult } from '../../protocol/issue.ts';
import type { Json } from '../../protocol/json.ts';
import type { SessionState } from '../../protocol/login.ts';
import type { Site } from '../../protocol/sites.ts';
import type {
  IssueRequest,
  Remote,
  RemoteSettings,
  RunRequest,
  RunProgress,
  RunReport,
  RunSink,
  SiteDescription,
  SuggestionRequest,
} from '../remote.ts';

/** To the worker. `call` numbers what is answered. */
export type ToWorker =
  | { readonly kind: 'configure'; readonly settings: RemoteSettings }
  | { readonly kind: 'run'; readonly call: number; readonly order: RunRequest }
  | { readonly kind: 'more'; readonly call: number; readonly run: string; readonly limit: number }
  | { readonly kind: 'raw'; readonly call: number; readonly run: string }
  | {
      readonly kind: 'suggest';
      readonly call: number;
      readonly site: Site;
      readonly order: SuggestionRequest;
    }
  | { readonly kind: 'describe'; readonly call: number; readonly site: Parameters<Remote['describe']>[0] }
  | { readonly kind: 'issue'; readonly call: number; readonly order: IssueRequest }
  | { readonly kind: 'signIn' | 'sessionState'; readonly call: number; readonly site: Site }
  | {
      readonly kind: 'signOut';
      readonly call: number;
      readonly site: Site;
      readonly account?: string | undefined;
    }
  /** Without `failed` the vault did it. */
  | {
      readonly kind: 'secret';
      readonly question: number;
      readonly value?: string | undefined;
      readonly failed?: true;
    }
  | { readonly kind: 'abort'; readonly call: number }
  | { readonly kind: 'release'; readonly run: string };

/** From the worker: what a sink hears, and the outcome of a call. */
export type FromWorker =
  | { readonly kind: 'rows'; readonly call: number; readonly part: Parameters<RunSink['rows']>[0] }
  | { readonly kind: 'progress'; readonly call: number; readonly progress: RunProgress }
  | { readonly kind: 'report'; readonly call: number; readonly report: RunReport | undefined }
  | { readonly kind: 'text'; readonly call: number; readonly text: string | undefined }
  | {
      readonly kind: 'description';
      readonly call: number;
      readonly description: SiteDescription | undefined;
    }
  | { readonly kind: 'fetched'; readonly call: number; readonly result: IssueResult }
  | { readonly kind: 'suggested'; readonly call: number; readonly answer: Json | undefined }
  | { readonly kind: 'session'; readonly call: number; readonly state: SessionState }
  /** A bug of ours, not a failure of a site. */
  | { readonly kind: 'thrown'; readonly call: number; readonly message: string };

/** From the worker without being asked: it wants the vault, or a session changed. */
export type WorkerWish =
  | {
      readonly kind: 'vault';
      readonly question: number;
      readonly operation: 'get' | 'set' | 'delete';
      readonly key: string;
      /** Of a `get`: the name of the site. */
      readonly site?: string;
      /** Of a `set`. */
      readonly value?: string;
    }
  | { readonly kind: 'sessionChanged'; readonly site: Site; readonly state: SessionState };
