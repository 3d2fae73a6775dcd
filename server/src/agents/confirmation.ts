import { visibleLine } from '#shared/base/visible-text.ts';
import type { Confirmation } from '#shared/protocol/agents.ts';
import type { AgentDependencies } from './dependencies.ts';
import { issueArguments, issueSite } from './tools/get-issue.ts';
import { planAgentRun } from './tools/agent-plan.ts';
import { runArguments } from './tools/run-query.ts';
import { readArguments } from './tool.ts';
import { shorten } from '#shared/base/shorten.ts';

/** Characters of a query that is shown. */
const longest = 2_000;

/** `undefined` = the tool asks no site. @throws Refusal where the call will be refused */
export async function confirmationOf(
  dependencies: AgentDependencies,
  tool: string,
  input: unknown,
): Promise<Confirmation | undefined> {
  const request = await askedBy(dependencies, tool, input);
  if (request === undefined) return undefined;
  const { sites, text } = request;
  const backend = await dependencies.backend();
  const states = await Promise.all(sites.map(site => backend.sessionState(site)));
  const accounts = new Set(states.flatMap(({ account }) => account ?? []));
  const query = shorten(text, longest);
  return {
    site: sites.map(({ name }) => name).join(', '),
    url: sites.map(({ url }) => url).join(', '),
    ...(accounts.size > 0 && { account: [...accounts].join(', ') }),
    query: query.split('\n').map(visibleLine).join('\n'),
  };
}

async function askedBy(dependencies: AgentDependencies, tool: string, input: unknown) {
  if (tool === 'get_issue') {
    const { issue, ...others } = readArguments(issueArguments, input);
    return { sites: [issueSite(dependencies, { issue, ...others })], text: issue };
  }
  if (tool !== 'run_query') return undefined;
  const { query, plan } = await planAgentRun(dependencies, readArguments(runArguments, input));
  return { sites: plan.sites, text: query.language.runner.recordedText(query.view, query.context) };
}
