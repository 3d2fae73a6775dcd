import * as v from 'valibot';
import { labelledQueries } from '../../query-file/query-names.ts';
import { linkTo, readDocument, readQueries } from './agent-queries.ts';
import type { AgentDependencies } from '../dependencies.ts';
import { fitting } from '../bounded.ts';
import { givenQueries } from '../given-arguments.ts';
import { correctionOf, problemsOf } from './query-problems.ts';
import { counted, Refusal, say } from '../refusal.ts';
import { agentTool, type Outcome } from '../tool.ts';

/** Characters of the problems in an answer. */
const budget = 20_000;

/** Checks queries, and applies the fixes that are certain. */
export const checkQuery = (dependencies: AgentDependencies) =>
  agentTool(v.strictObject(givenQueries), async (input): Promise<Outcome> => {
    const document = await readDocument(dependencies, input);
    const [only] = input.name === undefined ? [] : await readQueries(dependencies, input);
    const problems = problemsOf(document, only);
    if (problems.length === 0 && labelledQueries(document.document).length === 0)
      throw new Refusal('query.none');
    const shown = fitting(problems, budget);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const corrected = problems.length === 0 ? undefined : correctionOf(document);
    return {
      summary: [
        problems.length === 0
          ? say('check.clean')
          : say('check.found', { problems: counted('problem', problems.length), errors }),
        ...(shown.length < problems.length ? [say('check.cut', { count: shown.length })] : []),
        ...(corrected ? [say('check.corrected', { errors: corrected.errors })] : []),
      ].join(' '),
      facts: {
        valid: errors === 0,
        errors,
        returned: shown.length,
        total: problems.length,
        complete: shown.length === problems.length,
      },
      data: {
        problems: shown,
        ...(corrected && { corrected: corrected.text }),
        ...linkTo(dependencies, document, corrected?.text),
      },
    };
  });
