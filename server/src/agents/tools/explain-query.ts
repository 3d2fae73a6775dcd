import * as v from 'valibot';
import { explained } from '../../query-file/language/explained-query.ts';
import { type AgentQuery, readQueries } from './agent-queries.ts';
import type { AgentDependencies } from '../dependencies.ts';
import { fitting, shownPart } from '../bounded.ts';
import { givenQueries } from '../given-arguments.ts';
import { agentTool, type Outcome } from '../tool.ts';

/** Characters of the explanations in an answer. */
const budget = 30_000;

/** Explains queries: what they request, their cost and their tables. */
export const explainQuery = (dependencies: AgentDependencies) =>
  agentTool(v.strictObject(givenQueries), async (input): Promise<Outcome> => {
    const queries = (await readQueries(dependencies, input)).map(explainedQuery);
    const shown = fitting(queries, budget);
    return {
      ...shownPart('explain', 'query', shown.length, queries.length),
      data: { queries: shown },
    };
  });

const explainedQuery = ({ label, view, context, language: { service } }: AgentQuery) => ({
  query: label,
  ...explained(service, view, context),
});
