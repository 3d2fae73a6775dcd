import { visibleLine } from '../common/visible-text.ts';
import type { Confirmation } from '../protocol/agents.ts';
import type { AgentDependencies } from './dependencies.ts';
import { issueArguments, issueSite } from './get-issue.ts';
import { planAgentRun } from './agent-plan.ts';
import { runArguments } from './run-query.ts';
import { readArguments } from './tool.ts';
import { shorten } from '../common/shorten.ts';

/** Characters of a query that is shown. */
const longest = 2_000;

/** `undefined` = the tool asks no site. @throws Refusal where the call will be refused */
export async function confirmationOf(
  dependencies: AgentDependencies,
  tool: string,
  given: unknown,
): Promise<Confirmation | undefined> {
  const asked = await askedBy(dependencies, tool, given);
  if (asked === undefined) return undefined;
  const { sites, text } = asked;
  const remote = await dependencies.remote();
  const states = await Promise.all(sites.map(site => remote.sessionState(site)));
  const accounts = new Set(states.flatMap(({ account }) => account ?? []));
  const query = shorten(text, longest);
  return {
    site: sites.map(({ name }) => name).join(', '),
    url: sites.map(({ url }) => url).join(', '),
    ...(accounts.size > 0 && { account: [...accounts].join(', ') }),
    query: query.split('\n').map(visibleLine).join('\n'),
  };
}

async function askedBy(dependencies: AgentDependencies, tool: string, given: unknown) {
  if (tool === 'get_issue') {
    const { issue, ...others } = readArguments(issueArguments, given);
    return { sites: [issueSite(dependencies, { issue, ...others })], text: issue };
  }
  if (tool !== 'run_query') return undefined;
  const { query, plan } = await planAgentRun(dependencies, readArguments(runArguments, given));
  return { sites: plan.sites, text: query.language.runner.record(query.view, query.context) };
}
