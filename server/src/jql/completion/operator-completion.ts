import { operatorsOf } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import { byUses } from '../catalogue/usage.ts';
import { keyword, type Proposal } from './proposal.ts';

const startingOperators = ['=', '!=', '~', '!~', '>', '>=', '<', '<=', 'in', 'not in', 'is', 'is not'];
const historyOperators = ['was', 'was not', 'was in', 'was not in', 'changed'];

/** Returns the operators that a field takes, the most used first; for an unknown field, all. */
export function operatorProposals({ catalogue, platform, usage }: JqlKnowledge, field: string): Proposal[] {
  const entry = catalogue.field(field);
  const allowed = entry && operatorsOf(entry, platform);
  return [...startingOperators, ...historyOperators]
    .filter(name => allowed === undefined || allowed.has(name))
    .toSorted((a, b) => byUses(usage.operator(field, a), usage.operator(field, b)))
    .map((name, index) => operatorProposal(name, index));
}

/** Returns an operator; one that takes EMPTY alone includes it. */
function operatorProposal(name: string, rank: number): Proposal {
  const isWord = /[a-z]/.test(name);
  const shown = isWord ? name.toUpperCase() : name;
  if (name === 'is' || name === 'is not')
    return { ...keyword(`${shown} EMPTY`, rank, false), kind: 'operator' };
  return {
    label: shown,
    text: shown,
    kind: 'operator',
    rank,
    continues: true,
    subject: { kind: 'operator', name },
  };
}
