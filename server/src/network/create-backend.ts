/** Creates the backend in this thread: connects HTTP, sessions, runs and results. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { HttpClient } from './http/http-client.ts';
import { HttpFailure } from './http/http-failure.ts';
import { systemClock, type Clock } from './http/clock.ts';
import { defaultLimits, type Limits } from './http/limits.ts';
import { withRedirects, withRetries } from './http/redirects-and-retries.ts';
import { createHttpClient, type ConnectionSettings } from './http/create-client.ts';
import { originOf } from '#shared/base/site-address.ts';
import { passphraseKey, type SessionState } from '#shared/protocol/sites/login.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Purpose } from './session/sender.ts';
import { FileRecordStore } from './session/login/file-record-store.ts';
import { MemoryRecordStore } from './session/login/record-store.ts';
import { Sessions } from './session/sessions.ts';
import { emptyVault, type Vault } from './session/vault.ts';
import { exportRows } from '../results/export/export-file.ts';
import { rowIdentities } from '../results/row-identities.ts';
import { SessionResults } from '../results/store/session-results.ts';
import { ResponseStore } from './response-store.ts';
import { diagnoseSite } from './diagnose/diagnose-site.ts';
import { findSite } from './diagnose/find-site.ts';
import { describeWiki } from './wiki/describe-wiki.ts';
import type { BackoffDependencies } from './send-with-backoff.ts';
import { failureNotice, commonNotices } from './network-notices.ts';
import { exportResult } from './local-outcomes.ts';
import { judgeExpectations } from './judge-expectations.ts';
import { MultiPartRun } from './multi-part-run.ts';
import type { Backend, BackendSettings, RunSink, RunOutcome } from './backend.ts';
import type { RunRequest } from '#shared/protocol/request.ts';
import { type SiteRun, advanceStored, type StoredRun } from './site-run.ts';
import { resultPlaceOf } from '../results/store/result-files.ts';
import { storedResults } from './stored-results.ts';
import type { StreamSql } from '../results/sql-question.ts';
import { SuggestionCache } from './suggestions.ts';
import { describeTracker, TrackerSites } from './tracker/describe-tracker.ts';
import { fetchIssue } from './tracker/fetch-issue.ts';
import { FilterReader } from './tracker/saved-filters.ts';
import { RateLimits } from './http/rate-limit.ts';
import { CountRun } from './tracker/count-run.ts';
import { TrackerRun } from './tracker/tracker-run.ts';
import { askProjects, askSuggestions } from './tracker/tracker-suggestions.ts';
import { WikiRun } from './wiki/wiki-run.ts';
import { askWikiSuggestions } from './wiki/wiki-suggestions.ts';

/** The dependencies of a backend; each has a real default. */
export interface BackendDependencies {
  /** Creates the client for the settings. */
  readonly connect?: (settings: ConnectionSettings) => HttpClient;
  readonly clock?: Clock;
  readonly limits?: Limits;
  /** 0 … 1, for the pause before a retry. */
  readonly random?: () => number;
  /** Maximum bytes of raw responses in memory. */
  readonly kept?: number;
  /** Executes SQL; absent = no statement is executed. */
  readonly streamSql?: StreamSql;
  /** The name of a database in memory that further connections can open, for results that have no folder; absent = none. */
  readonly sharedMemory?: string;
  /** Storage for secrets; absent = all requests are anonymous. */
  readonly vault?: Vault;
  /** The session with a site has changed. */
  readonly sessionChanged?: (site: Site, state: SessionState) => void;
}

/** A backend in this thread. Before it is configured, it has no proxy and an empty User-Agent. */
export function createBackend(dependencies: BackendDependencies = {}): Backend {
  const { clock = systemClock, limits = defaultLimits, random = Math.random } = dependencies;
  const connect =
    dependencies.connect ??
    ((settings: ConnectionSettings): HttpClient => createHttpClient(settings, limits));
  const responses = new ResponseStore(dependencies.kept);
  const runs = new Map<string, StoredRun>();
  const trackers = new TrackerSites();
  const suggestions = new SuggestionCache(clock);
  const rateLimits = new RateLimits();
  let settings: BackendSettings = { userAgent: '', proxy: '', certificateAuthorities: [] };
  let connected = connect(settings);
  /** Uses the connections of the current settings. */
  const raw: HttpClient = {
    send: (request, signal) => connected.send(request, signal),
    close: () => connected.close(),
  };
  const results = new SessionResults(dependencies.sharedMemory);
  let created: Sessions | undefined;
  const sessions = (): Sessions => (created ??= createSessions());
  const createSessions = (): Sessions =>
    new Sessions({
      store:
        settings.storage === undefined
          ? new MemoryRecordStore()
          : new FileRecordStore(path.join(settings.storage, 'logins')),
      vault: dependencies.vault ?? emptyVault,
      raw,
      client: withRedirects(withRetries(raw, clock, random), limits.redirects),
      clock,
      userAgent: () => settings.userAgent,
      newLogin: randomUUID,
      changed: site => {
        suggestions.forget(site);
        void sessions()
          .state(site)
          .then(state => dependencies.sessionChanged?.(site, state));
      },
    });
  /** A site that cannot be reached does not change the state of its session. */
  const withMessage = async (site: Site, state: Promise<SessionState>): Promise<SessionState> => {
    try {
      return await state;
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      return { ...(await sessions().state(site)), message: failureNotice(error, site).message };
    }
  };
  const dependenciesFor = (site: Site, purpose: Purpose): BackoffDependencies => ({
    client: sessions().client(site, purpose),
    clock,
    limits,
    userAgent: settings.userAgent,
    rateLimits,
    ...(purpose === 'watch' && { isBackground: true }),
  });
  const describe = async (site: Site, purpose: 'background' | 'run', signal: AbortSignal) => {
    const describeDependencies = dependenciesFor(site, purpose);
    if (site.kind === 'wiki') return describeWiki(describeDependencies, site, signal);
    const questions = {
      dependencies: describeDependencies,
      signedIn: dependenciesFor(site, 'session'),
      sites: trackers,
      hasValues: purpose === 'run',
    };
    return describeTracker(questions, site, signal);
  };
  const runOf = ({ parts, ...run }: RunRequest): SiteRun => {
    if (parts !== undefined)
      return new MultiPartRun(parts, ({ site, request: part }) => runOf({ ...run, site, request: part }));
    const { request } = run;
    const purpose = run.isBackground === true ? 'watch' : 'run';
    const runDependencies = dependenciesFor({ ...run.site, kind: request.kind }, purpose);
    if (request.kind === 'wiki') return new WikiRun(run, request, runDependencies, responses);
    return request.isCount === true
      ? new CountRun(run, request.jql, runDependencies, responses, trackers)
      : new TrackerRun(run, request, runDependencies, responses, trackers);
  };
  const advance = async (
    id: string,
    started: StoredRun,
    limit: number,
    sink: RunSink,
    signal: AbortSignal,
  ): Promise<RunOutcome> => {
    const { store } = results;
    const { outcome, isOver } = await advanceStored(started, id, limit, { store, sink, signal });
    if (isOver) runs.delete(id);
    return { ...outcome, notices: [...outcome.notices, ...storeNotices(results, started.site)] };
  };
  const stored = storedResults(results, () => settings, clock, dependencies.streamSql);
  return {
    ...stored,
    configure(next) {
      const same =
        next.proxy === settings.proxy &&
        JSON.stringify(next.clientCertificates) === JSON.stringify(settings.clientCertificates) &&
        next.certificateAuthorities.join('\n') === settings.certificateAuthorities.join('\n');
      settings = next;
      results.place = resultPlaceOf(next);
      results.maximum = next.maximumResults;
      if (same) return;
      void raw.close();
      connected = connect({
        ...next,
        passphrase: origin => (dependencies.vault ?? emptyVault).get(passphraseKey(origin), ''),
      });
    },
    run(request, sink, signal) {
      responses.release(request.run);
      results.store.release(request.run);
      const started = { run: runOf(request), site: request.site.name };
      runs.set(request.run, started);
      return advance(request.run, started, request.limit, sink, signal);
    },
    async more(run, limit, sink, signal) {
      const started = runs.get(run);
      return started && advance(run, started, limit, sink, signal);
    },
    window: async params => results.store.window(params),
    cell: async params => results.store.cell(params),
    identities: async ({ run, table, columns }) => rowIdentities(results.store, run, table, columns),
    statistics: async params => results.store.statistics(params),
    copy: async params => results.store.copy(params),
    sqlSource: async names => results.sqlSource(names),
    async export(params, progress, signal) {
      const exported = await exportRows(results.store, params, progress, signal, results.noteDraft);
      return exported && exportResult(exported, params.file);
    },
    judge: (request, signal) => judgeExpectations(results.store, stored, request, signal),
    issue: (request, signal) =>
      fetchIssue(dependenciesFor({ ...request.site, kind: 'tracker' }, 'run'), request, signal),
    async describe(site, signal) {
      const described = await describe(site, 'background', signal);
      return 'notice' in described ? undefined : described;
    },
    async survey(site, signal) {
      const described = await describe(site, 'run', signal);
      return 'notice' in described ? { notice: described.notice } : { description: described };
    },
    diagnose: async (site, signal) =>
      diagnoseSite(
        {
          anonymous: withRedirects(raw, limits.redirects),
          signedIn: sessions().client(site, 'session'),
          session: await sessions().state(site),
          clock,
          limits,
          userAgent: settings.userAgent,
          proxy: settings.proxy,
          clientCertificate: certificateFileOf(settings, site),
        },
        site,
        signal,
      ),
    findSite: (page, signal) => {
      const client = withRedirects(raw, limits.redirects);
      return findSite({ client, limits, userAgent: settings.userAgent }, page, signal);
    },
    filters: (site, id, signal) => {
      const reader = new FilterReader(dependenciesFor(site, 'session'), site, signal);
      return id === undefined ? reader.all() : reader.one(id);
    },
    projects: (site, signal) => askProjects(dependenciesFor(site, 'session'), site, signal),
    suggest: (site, request, signal) =>
      suggestions.suggestionsFor(site, request, signal, ending =>
        site.kind === 'wiki'
          ? askWikiSuggestions(dependenciesFor(site, 'background'), site, request, ending)
          : askSuggestions(dependenciesFor(site, 'session'), trackers, site, request, ending),
      ),
    raw: async run => {
      const siteRun = runs.get(run)?.run;
      return siteRun && responses.text(run, limits, answers => siteRun.merge(answers));
    },
    release(run) {
      runs.delete(run);
      responses.release(run);
      results.store.release(run);
    },
    signIn: (site, signal) => withMessage(site, sessions().signIn(site, signal)),
    signOut: (site, signal, account) => withMessage(site, sessions().signOut(site, signal, account)),
    sessionState: site => sessions().state(site),
    async dispose(keepsResults = false) {
      results.close(!keepsResults);
      await raw.close();
    },
  };
}

/** The file of the certificate that this machine shows a site; empty = none. */
const certificateFileOf = ({ clientCertificates = {} }: BackendSettings, { url }: Site): string =>
  Object.entries(clientCertificates).find(([address]) => originOf(address) === originOf(url))?.[1].file ?? '';

/** Notices about where results are stored; each is reported once. */
function storeNotices(results: SessionResults, site: string): Notice[] {
  const problem = results.takeProblem();
  const damaged = results.takeDamaged();
  return [
    ...(problem ? [commonNotices.of('inMemory', { site, reason: problem.reason })] : []),
    ...(damaged > 0 ? [commonNotices.of('resultsDamaged', { count: damaged })] : []),
  ];
}
