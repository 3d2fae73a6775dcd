/** The plan of a run that an agent wants; what keeps it from being sent is thrown. */
import { withoutRules } from '../../query-file/checking/rule-severities.ts';
import { planRun, type ReadyRun } from '../../runs/plan-run.ts';
import type { RunProblem } from '../../runs/run-problems.ts';
import { siteInstead } from '../agent-sites.ts';
import { type AgentQuery, readQuery } from './agent-queries.ts';
import type { AgentDependencies } from '../dependencies.ts';
import { fitting } from '../bounded.ts';
import type { GivenQueries } from '../given-arguments.ts';
import { correctionOf, problemsOf, type AgentProblem } from './query-problems.ts';
import { Refusal } from '../refusal.ts';

/** Characters of the problems in an answer. */
const problemsBudget = 20_000;

export interface GivenRun extends GivenQueries {
  /** Rows to fetch. */
  readonly limit?: number;
}

/** A run of an agent that may be sent. */
export interface AgentPlan {
  readonly query: AgentQuery;
  readonly plan: ReadyRun;
  /** Problems that the check finds and that do not keep the query from being sent. */
  readonly problems: readonly AgentProblem[];
}

/** Plans a run. @throws Refusal where it is not sent: nothing goes over the network before it is certain that all may */
export async function planAgentRun(dependencies: AgentDependencies, input: GivenRun): Promise<AgentPlan> {
  const query = await readQuery(dependencies, input);
  let problems: readonly AgentProblem[] = [];
  const plan = await planRun(query, {
    purpose: 'agent',
    settings: dependencies.settings(),
    context: query.context,
    site: input.site,
    limit: input.limit,
    countErrors: async () => {
      // Which queries are sent is not for a file of the workspace to decide.
      problems = problemsOf({ ...query, context: withoutRules(query.context) }, query);
      return problems.filter(({ severity }) => severity === 'error').length;
    },
  });
  if ('code' in plan) throw refusalOf(dependencies, query, plan, problems);
  if ('chain' in plan) throw new TypeError('An agent runs no chain');
  return { query, plan, problems: fitting(problems, problemsBudget) };
}

function refusalOf(
  { settings }: AgentDependencies,
  query: AgentQuery,
  problem: RunProblem,
  problems: readonly AgentProblem[],
): Refusal {
  const { code, message = code, arguments: values } = problem;
  if (problem.kind === 'site')
    return Refusal.of(
      problem,
      { site: String(values['name']) },
      siteInstead(settings(), problem, query.language.runner.kind),
    );
  if (problem.kind === 'limit')
    return Refusal.of(problem, {}, { limit: Number(values['each'] ?? values['most']) });
  if (problem.kind === 'writing') return Refusal.of(problem, values);
  if (code === 'query-errors') {
    const corrected = correctionOf(query);
    const shown = { problems: fitting(problems, problemsBudget) };
    return corrected?.errors === 0
      ? Refusal.of(
          { ...problem, message: 'query-errors.corrected' },
          { ...shown, corrected: corrected.text },
          { text: corrected.text, language: query.languageId, file: null },
        )
      : Refusal.of(problem, shown);
  }
  if (problem.span === undefined) return Refusal.of(problem);
  const text = query.language.wording(message, values);
  return Refusal.of(
    { ...problem, code: 'query-errors', message: 'query-errors', arguments: { count: 1 } },
    { problems: [text] },
  );
}
