import { counted, say } from './refusal.ts';
import type { Outcome } from './tool-answer.ts';

/** What is said of a list of which only the first entries are in the answer. */
export function shownPart(
  tool: 'complete' | 'explain' | 'list',
  noun: 'query' | 'entry',
  shown: number,
  total: number,
): Pick<Outcome, 'summary' | 'facts'> {
  const complete = shown === total;
  return {
    summary: say(`${tool}.${complete ? 'all' : 'cut'}`, { count: shown, found: counted(noun, total) }),
    facts: { returned: shown, total, complete },
  };
}
