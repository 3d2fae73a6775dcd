import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { HttpClient } from '../http/client.ts';
import { HttpFailure } from '../http/failure.ts';
import { systemClock, type Clock } from '../http/clock.ts';
import { defaultLimits, type Limits } from '../http/limits.ts';
import { withRedirects } from '../http/redirect.ts';
import { withRetries } from '../http/network-retry.ts';
import { createHttpClient, type ConnectionSettings } from '../http/undici.ts';
import type { SessionState } from '../protocol/login.ts';
import type { Site } from '../protocol/sites.ts';
import type { Purpose } from '../session/sender.ts';
import { FileStore } from '../session/file-store.ts';
import { MemoryStore } from '../session/memory-store.ts';
import { Sessions } from '../session/sessions.ts';
import { emptyVault, type Vault } from '../session/vault.ts';
import { AnswerStore } from './answer-store.ts';
import { describeWiki } from './wiki/describe.ts';
import type { BackoffDependencies } from './send-with-backoff.ts';
import { failureNotice } from './notices.ts';
import type { Remote, RemoteSettings, RunRequest } from './remote.ts';
import type { SiteRun } from './site-run.ts';
import { Suggestions } from './suggestion-cache.ts';
import { describeTracker } from './tracker/describe.ts';
import { fetchIssue } from './tracker/fetch-issue.ts';
import { TrackerRun } from './tracker/run.ts';
import { TrackerSites } from './tracker/tracker-sites.ts';
import { askSuggestions } from './tracker/suggest.ts';
import { WikiRun } from './wiki/run.ts';
import { askWikiSuggestions } from './wiki/suggest.ts';

/** The outside of a remote; each part has a real default. */
export interface RemoteDependencies {
  /** Makes the client for the settings. */
  readonly connect?: (settings: ConnectionSettings) => HttpClient;
  readonly clock?: Clock;
  readonly limits?: Limits;
  /** 0 … 1, for the pause before a retry. */
  readonly random?: () => number;
  /** Bytes of raw answers kept in all. */
  readonly kept?: number;
  /** Where secrets are kept; absent = everything is anonymous. */
  readonly vault?: Vault;
  /** The session with a site is another one now. */
  readonly sessionChanged?: (site: Site, state: SessionState) => void;
}

/** A remote in this thread. Until it is configured it has no proxy and an empty User-Agent. */
export function createRemote(edges: RemoteDependencies = {}): Remote {
  const { clock = systemClock, limits = defaultLimits, random = Math.random } = edges;
  const connect =
    edges.connect ?? ((settings: ConnectionSettings): HttpClient => createHttpClient(settings, limits));
  const store = new AnswerStore(edges.kept);
  const runs = new Map<string, SiteRun>();
  const trackers = new TrackerSites();
  const suggestions = new Suggestions(clock);
  let settings: RemoteSettings = { userAgent: '', proxy: '', certificateAuthorities: [] };
  let connected = connect(settings);
  /** What is built on this one sends over the connections that the settings want now. */
  const raw: HttpClient = {
    send: (request, signal) => connected.send(request, signal),
    close: () => connected.close(),
  };
  let entered: Sessions | undefined;
  const sessions = (): Sessions => (entered ??= enter());
  const enter = (): Sessions =>
    new Sessions({
      store:
        settings.storage === undefined
          ? new MemoryStore()
          : new FileStore(path.join(settings.storage, 'logins')),
      vault: edges.vault ?? emptyVault,
      raw,
      client: withRedirects(withRetries(raw, clock, random), limits.redirects),
      clock,
      userAgent: () => settings.userAgent,
      newLogin: randomUUID,
      changed: site => {
        suggestions.forget(site);
        void sessions()
          .state(site)
          .then(state => edges.sessionChanged?.(site, state));
      },
    });
  /** A site that cannot be reached leaves its session as it is. */
  const worded = async (site: Site, asked: Promise<SessionState>): Promise<SessionState> => {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      return { ...(await sessions().state(site)), message: failureNotice(error, site).message };
    }
  };
  const edgesFor = (site: Site, purpose: Purpose): BackoffDependencies => ({
    client: sessions().client(site, purpose),
    clock,
    limits,
    userAgent: settings.userAgent,
  });
  const runOf = (order: RunRequest): SiteRun => {
    const { request } = order;
    const runEdges = edgesFor({ ...order.site, kind: request.kind }, 'run');
    return request.kind === 'wiki'
      ? new WikiRun(order, request, runEdges, store)
      : new TrackerRun(order, request, runEdges, store, trackers);
  };
  return {
    configure(next) {
      const same =
        next.proxy === settings.proxy &&
        next.certificateAuthorities.join('\n') === settings.certificateAuthorities.join('\n');
      settings = next;
      if (same) return;
      void raw.close();
      connected = connect(next);
    },
    run(order, sink, signal) {
      store.release(order.run);
      const run = runOf(order);
      runs.set(order.run, run);
      return run.advance(order.limit, sink, signal);
    },
    more: async (run, limit, sink, signal) => runs.get(run)?.advance(limit, sink, signal),
    issue: (order, signal) => fetchIssue(edgesFor({ ...order.site, kind: 'tracker' }, 'run'), order, signal),
    describe: (site, signal) => {
      const describeEdges = edgesFor(site, 'background');
      return site.kind === 'wiki'
        ? describeWiki(describeEdges, site, signal)
        : describeTracker(describeEdges, edgesFor(site, 'session'), trackers, site, signal);
    },
    suggest: (site, order, signal) =>
      suggestions.of(site, order, signal, ending =>
        site.kind === 'wiki'
          ? askWikiSuggestions(edgesFor(site, 'background'), site, order, ending)
          : askSuggestions(edgesFor(site, 'session'), trackers, site, order, ending),
      ),
    raw: async run => {
      const known = runs.get(run);
      return known && store.text(run, limits, answers => known.merge(answers));
    },
    release(run) {
      runs.delete(run);
      store.release(run);
    },
    signIn: (site, signal) => worded(site, sessions().signIn(site, signal)),
    signOut: (site, signal, account) => worded(site, sessions().signOut(site, signal, account)),
    sessionState: site => sessions().state(site),
    dispose: () => raw.close(),
  };
}
