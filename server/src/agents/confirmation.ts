import { visibleLine } from '../common/visible-text.ts';
import type { Confirmation } from '../protocol/agents.ts';
import type { AgentDependencies } from './dependencies.ts';
import { issueArguments, issueSite } from './get-issue.ts';
import { planRun } from './planned-run.ts';
import { runArguments } from './run-query.ts';
import { readArguments } from './tool.ts';

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
  const { site, text } = asked;
  const { account } = await (await dependencies.remote()).sessionState(site);
  const query = text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
  return {
    site: site.name,
    url: site.url,
    ...(account !== undefined && { account }),
    query: query.split('\n').map(visibleLine).join('\n'),
  };
}

async function askedBy(dependencies: AgentDependencies, tool: string, given: unknown) {
  if (tool === 'get_issue') {
    const { issue, ...others } = readArguments(issueArguments, given);
    return { site: issueSite(dependencies, { issue, ...others }), text: issue };
  }
  if (tool !== 'run_query') return undefined;
  const { query, site } = await planRun(dependencies, readArguments(runArguments, given));
  return { site, text: query.language.runner.record(query.view, query.context) };
}
