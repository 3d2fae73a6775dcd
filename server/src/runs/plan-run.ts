/**
 * The plan of a run: what a query, its prompts, the query whose rows it uses, its sites and its limits need, for a purpose.
 * Editor, command line, reports and agents decide by it, and by nothing else, what a run needs.
 */
import { type Chain, chainOf } from '../query-file/checking/references.ts';
import type { QueryContext, QueryView } from '../query-file/language/language-service.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { limitOption } from '../query-file/options/limit-option.ts';
import {
  type Answers,
  unansweredPrompt,
  usedPrompts,
  bindAnswers,
} from '../query-file/options/prompt-option.ts';
import type { RunParts, RunRequest } from '#shared/protocol/request.ts';
import type { Runner } from '../query-file/language/runner.ts';
import { maxUnconfirmedRequests } from './chains/plan-requests.ts';
import { planSites } from './plan-sites.ts';
import { writingProblem } from './read-only.ts';
import { languageProblem, type RunProblem } from './run-problems.ts';
import { type RunConditions, type RunQuery, type RunQuestion, sourceOf } from './run-query.ts';

/** A use of another query's rows as values. */
type ChainLink = Extract<Chain, { source: unknown }>;

/** The request for a query, without the names of the run and its site. */
type SentRequest = Omit<RunRequest, 'run' | 'site'>;

interface PlannedQuery {
  /** The query with the answers to its prompts, and in a chain with its first value. */
  readonly query: RunQuery;
  readonly context: QueryContext;
  /** The first of all sites. */
  readonly site: Site;
  /** All sites that it runs at, in order. */
  readonly sites: readonly Site[];
  /** The query, or who runs it, says how many rows are wanted. */
  readonly isLimited: boolean;
  readonly answers: Answers;
}

/** A query that can be sent. */
export interface ReadyRun extends PlannedQuery {
  readonly request: SentRequest;
}

/** A query whose requests are known once another query has run. */
export interface ChainedRun extends PlannedQuery {
  readonly chain: ChainLink;
  /** The plan of the other query; absent in a report, where it has run already. */
  readonly source?: RunPlan;
  readonly limit?: number;
}

export type RunPlan = ReadyRun | ChainedRun;

/** Plans the run of a query; asks for the values of prompts where that is possible. */
export async function planRun(query: RunQuery, conditions: RunConditions): Promise<RunPlan | RunProblem> {
  const sites = planSites(query, conditions);
  if ('code' in sites) return sites;
  const site = sites[0]!;
  const count = (await conditions.countErrors?.()) ?? 0;
  if (count > 0) return { kind: 'query', code: 'query-errors', arguments: { count }, query, site };
  const answers = await answersTo(questionsOf(query, conditions), conditions);
  if (answers === undefined) return { kind: 'declined', code: 'cancelled', arguments: {}, query, site };
  const plan = planAnswered(query, sites, { ...conditions, answers });
  if ('code' in plan) return { site, ...plan };
  const requests = mostParts(plan);
  if (requests <= maxUnconfirmedRequests || (await conditions.confirm?.(requests)) === true) return plan;
  return { kind: 'limit', code: 'chain-declined', arguments: { count: requests }, query, site };
}

/** The most requests in which a long list is sent, of a query or of one whose rows it uses; 0 = none is. */
function mostParts(plan: RunPlan): number {
  if ('chain' in plan) return plan.source === undefined ? 0 : mostParts(plan.source);
  const { parts } = plan.request;
  return parts === undefined || parts.areIndependent ? 0 : parts.list.length;
}

// ── Prompts ──────────────────────────────────────────────────────────────────────────

/** The prompts of a query, and of the queries whose rows it uses; each name once. */
export function questionsOf(
  query: RunQuery,
  conditions: Pick<RunConditions, 'purpose' | 'context'>,
): readonly RunQuestion[] {
  const secretNames = query.language.runner.secretNames?.(query.view, conditions.context) ?? new Set();
  const questions = usedPrompts(query.view.scope).map(prompt => ({
    prompt,
    query,
    isSecret: secretNames.has(prompt.name.text),
  }));
  const chain = runsSource(conditions) ? chainFor(query, conditions.context) : undefined;
  if (chain === undefined || 'code' in chain) return questions;
  const names = new Set(questions.map(({ prompt }) => prompt.name.text));
  const ofSource = questionsOf(sourceOf(query, chain.source), conditions);
  return [...questions, ...ofSource.filter(({ prompt }) => !names.has(prompt.name.text))];
}

/** The known answers and those of the user; `undefined` = the user gave up. */
async function answersTo(
  questions: readonly RunQuestion[],
  { answers = {}, ask }: RunConditions,
): Promise<Answers | undefined> {
  const open = questions.filter(({ prompt }) => !Object.hasOwn(answers, prompt.name.text));
  if (ask === undefined || open.length === 0) return answers;
  const newAnswers = await ask(open);
  return newAnswers && { ...answers, ...newAnswers };
}

// ── Requests ─────────────────────────────────────────────────────────────────────────

function planAnswered(
  query: RunQuery,
  sites: readonly Site[],
  conditions: RunConditions,
): RunPlan | RunProblem {
  const { context, answers = {}, limit, purpose } = conditions;
  const view = bindAnswers(query.view, answers);
  if ('code' in view) return languageProblem('prompt', query, view);
  const unanswered = unansweredPrompt(view);
  if (unanswered) return languageProblem('prompt', query, unanswered);
  const isLimited = (limit ?? limitOption(view.scope)) !== undefined;
  const planned = { query: { ...query, view }, context, site: sites[0]!, sites, isLimited, answers };
  // For an agent the rows are missing: it only sends the one request that it has seen.
  const chain = purpose === 'agent' ? undefined : chainFor(query, context);
  if (chain) return planChained(planned, chain, conditions);
  const request = query.language.runner.prepare(view, context);
  if ('code' in request) return languageProblem('query', query, request);
  const limits = purpose === 'agent' ? agentLimits(planned, request, conditions) : undefined;
  if (limits && 'code' in limits) return limits;
  const split = query.language.runner.split?.(view, context);
  const runLimits = limits ?? limitsOf(view, query.language.runner, context, conditions.settings, limit);
  return {
    ...planned,
    request: {
      request,
      ...runLimits,
      ...(split !== undefined && sites.length === 1 && splitParts(sites[0]!, split)),
      ...(split !== undefined && !isLimited && purpose !== 'agent' && { limit: Infinity }),
      ...(sites.length > 1 && { parts: sitesParts(sites, request) }),
    },
  };
}

function planChained(
  planned: PlannedQuery,
  chain: Chain,
  conditions: RunConditions,
): ChainedRun | RunProblem {
  const { query, sites } = planned;
  if ('code' in chain) return languageProblem('chain', query, chain);
  const { name, query: sourceName, column, span } = chain.reference;
  const problem = (code: string, args: RunProblem['arguments']): RunProblem => ({
    kind: 'chain',
    code,
    arguments: args,
    query,
    span,
  });
  if (sites.length > 1) return problem('chain-sites', { name, query: sourceName, column });
  const limit = conditions.limit === undefined ? {} : { limit: conditions.limit };
  if (!runsSource(conditions)) {
    const isAbove = chain.source.index < query.placed.index;
    return isAbove ? { ...planned, chain, ...limit } : problem('chain-below', { name: sourceName });
  }
  const source = sourceOf(query, chain.source);
  // A site that is named for a comparison is not that of the rows.
  const { site: _site, ...others } = conditions;
  const sourceConditions = conditions.purpose === 'editor' ? others : conditions;
  const sourceSites = planSites(source, sourceConditions);
  const plan = 'code' in sourceSites ? sourceSites : planAnswered(source, sourceSites, sourceConditions);
  if (!('code' in plan)) return { ...planned, chain, source: plan, ...limit };
  return { ...plan, effect: problem('chain-source', { name, query: sourceName, column }) };
}

const chainFor = ({ document, placed, view, language }: RunQuery, context: QueryContext): Chain | undefined =>
  chainOf(document, placed, language.service.bracesAccepted(view, context));

/** Whether the query whose rows are used runs first: in a report it has run, and agents have no chains. */
const runsSource = ({ purpose }: Pick<RunConditions, 'purpose'>): boolean =>
  purpose !== 'report' && purpose !== 'agent';

/** One request at several sites: every row says where it is from. */
const sitesParts = (sites: readonly Site[], request: RunRequest['request']): RunParts => ({
  areIndependent: true,
  list: sites.map(site => ({
    site,
    request,
    added: { columns: [{ key: 'site', title: 'site', type: 'text' }], row: { site: site.name } },
  })),
});

/** Several requests whose rows are those of one list. */
const splitParts = (site: Site, requests: readonly RunRequest['request'][]): Pick<RunRequest, 'parts'> => ({
  parts: {
    areIndependent: false,
    list: requests.map(request => ({ site, request, added: { columns: [] } })),
  },
});

// ── Limits ───────────────────────────────────────────────────────────────────────────

/**
 * How many rows a run of a query fetches at first: its `@limit` or `@all`, else its own parameters, else the setting.
 *
 * @param limit rows that the user asks for instead of the query
 */
export function limitsOf(
  view: QueryView,
  runner: Pick<Runner, 'ownLimits'>,
  context: QueryContext,
  settings: Pick<Settings, 'limit'>,
  limit = limitOption(view.scope),
): Pick<RunRequest, 'limit' | 'ownLimits'> {
  if (limit !== undefined) return { limit };
  const ownLimits = runner.ownLimits?.(view, context);
  return { limit: settings.limit, ...(ownLimits && { ownLimits }) };
}

/** The limits of an agent's run, which only reads; a limit is for each site, but the maximum for all of them. */
function agentLimits(
  { query, sites }: PlannedQuery,
  request: RunRequest['request'],
  { context, settings, limit }: RunConditions,
): ReturnType<typeof limitsOf> | RunProblem {
  const { view, language } = query;
  const writing = writingProblem(request);
  if (writing) return { kind: 'writing', ...writing, query };
  const { agentRows } = settings.advanced;
  const mostOfSite = Math.max(1, Math.floor(agentRows / sites.length));
  const ownLimit = limitOption(view.scope);
  const wantedRows = limit ?? (ownLimit === Infinity ? mostOfSite : ownLimit);
  const limits = limitsOf(
    view,
    language.runner,
    context,
    { limit: Math.min(settings.limit, mostOfSite) },
    wantedRows,
  );
  const tooMany = [wantedRows, ...(limits.ownLimits ?? []).map(({ rows }) => rows)].find(
    rows => rows !== undefined && rows > mostOfSite,
  );
  if (tooMany === undefined) return limits;
  return {
    kind: 'limit',
    code: 'limit',
    ...(sites.length > 1 && { message: 'limit.sites' }),
    arguments: { limit: tooMany, most: agentRows, count: sites.length, each: mostOfSite },
    query,
  };
}
