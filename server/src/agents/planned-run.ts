/** A run that an agent wants: checked, and ready to be sent. */
import type { Site } from '../protocol/sites.ts';
import { limitsOf } from '../run/run-limits.ts';
import { sitesParts } from '../run/several-sites.ts';
import { limitOption } from '../queryfile/options/limit-option.ts';
import { siteNameOf, sitesOption } from '../queryfile/options/site-option.ts';
import type { RunRequest } from '../remote/remote.ts';
import { type AgentQuery, readQuery } from './agent-queries.ts';
import { askedSite } from './agent-sites.ts';
import type { AgentDependencies } from './dependencies.ts';
import { fitting } from './fitting.ts';
import type { GivenQueries } from './given-arguments.ts';
import { correctionOf, messageOf, problemsOf, type WordedProblem } from './query-problems.ts';
import { mustOnlyRead } from './read-only.ts';
import { Refusal } from './refusal.ts';

/** Characters of the problems in an answer. */
const problemsBudget = 20_000;

export interface GivenRun extends GivenQueries {
  /** Rows to fetch. */
  readonly limit?: number;
}

export interface PlannedRun {
  readonly query: AgentQuery;
  /** The first of them. */
  readonly site: Site;
  /** All that it is run at. */
  readonly sites: readonly Site[];
  readonly request: Omit<RunRequest, 'run' | 'site'>;
  /** What the check says besides: nothing that keeps the query from being sent. */
  readonly problems: readonly WordedProblem[];
}

/** @throws Refusal where it is not sent: nothing goes over the network before it is certain that all may */
export async function planRun(dependencies: AgentDependencies, given: GivenRun): Promise<PlannedRun> {
  const settings = dependencies.settings();
  const query = await readQuery(dependencies, given);
  const { view, context, language } = query;
  const own = given.site === undefined ? sitesOption(view.scope) : undefined;
  const names = own ?? [given.site ?? siteNameOf(view, context)];
  const sites = names.map(name => askedSite(settings, name, language.runner.kind));
  const site = sites[0]!;
  const problems = await problemsOf(query, query);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const corrected = await correctionOf(query);
    const isCorrect = corrected?.errors === 0;
    throw new Refusal(
      isCorrect ? 'refused.corrected' : 'refused',
      { count: errors.length },
      { problems: fitting(problems, problemsBudget), ...(isCorrect && { corrected: corrected.text }) },
    );
  }
  const request = language.runner.prepare(view, context);
  if ('code' in request)
    throw new Refusal('refused', { count: 1 }, { problems: [messageOf(language, request)] });
  mustOnlyRead(request);
  const most = settings.agents.maximumRows;
  const ownLimit = limitOption(view.scope);
  // A limit is for each site, but the maximum is for all of them.
  const mostOfSite = Math.max(1, Math.floor(most / sites.length));
  const wanted = given.limit ?? (ownLimit === Infinity ? mostOfSite : ownLimit);
  const refuse = (limit: number): Refusal =>
    sites.length === 1
      ? new Refusal('limit', { limit, most })
      : new Refusal('limit.sites', { limit, most, count: sites.length, each: mostOfSite });
  if (wanted !== undefined && wanted > mostOfSite) throw refuse(wanted);
  const usual = { limit: Math.min(settings.limit, mostOfSite) };
  const limits = limitsOf(view, language.runner, context, usual, wanted);
  for (const { rows = 0 } of limits.ownLimits ?? []) if (rows > mostOfSite) throw refuse(rows);
  return {
    query,
    site,
    sites,
    request: {
      request,
      ...limits,
      ...(sites.length > 1 && { parts: sitesParts(sites, request) }),
    },
    problems: fitting(problems, problemsBudget),
  };
}
