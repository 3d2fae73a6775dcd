/** A run that an agent wants: checked, and ready to be sent. */
import type { Site } from '../protocol/sites.ts';
import { limitOption, siteNameOf } from '../queryfile/run-options.ts';
import type { RunRequest } from '../remote/remote.ts';
import { type AgentQuery, readQuery } from './agent-queries.ts';
import { askedSite } from './agent-sites.ts';
import type { AgentDependencies } from './dependencies.ts';
import type { GivenQueries } from './given-arguments.ts';
import { correctionOf, messageOf, problemsOf, type WordedProblem } from './query-problems.ts';
import { mustOnlyRead } from './read-only.ts';
import { Refusal } from './refusal.ts';

export interface GivenRun extends GivenQueries {
  /** Rows to fetch. */
  readonly limit?: number;
}

export interface PlannedRun {
  readonly query: AgentQuery;
  readonly site: Site;
  readonly request: Omit<RunRequest, 'run' | 'site'>;
  /** What the check says besides: nothing that keeps the query from being sent. */
  readonly problems: readonly WordedProblem[];
}

/** @throws Refusal where it is not sent: nothing goes over the network before it is certain that all may */
export async function planRun(dependencies: AgentDependencies, given: GivenRun): Promise<PlannedRun> {
  const settings = dependencies.settings();
  const query = await readQuery(dependencies, given);
  const { view, context, language } = query;
  const site = askedSite(settings, given.site ?? siteNameOf(view, context), language.runner.kind);
  const problems = await problemsOf(query, query);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const corrected = await correctionOf(query);
    const isCorrect = corrected?.errors === 0;
    throw new Refusal(
      isCorrect ? 'refused.corrected' : 'refused',
      { count: errors.length },
      { problems, ...(isCorrect && { corrected: corrected.text }) },
    );
  }
  const request = language.runner.prepare(view, context);
  if ('code' in request)
    throw new Refusal('refused', { count: 1 }, { problems: [messageOf(language, request)] });
  mustOnlyRead(request);
  const most = settings.agents.maximumRows;
  const own = limitOption(view.scope);
  const wanted = given.limit ?? (own === Infinity ? most : own);
  if (wanted !== undefined && wanted > most) throw new Refusal('limit', { limit: wanted, most });
  const ownLimits = wanted === undefined ? language.runner.ownLimits?.(view, context) : undefined;
  for (const { rows = 0 } of ownLimits ?? [])
    if (rows > most) throw new Refusal('limit', { limit: rows, most });
  return {
    query,
    site,
    request: {
      request,
      limit: wanted ?? Math.min(settings.limit, most),
      ...(ownLimits && { ownLimits }),
    },
    problems,
  };
}
