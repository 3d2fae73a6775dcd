import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { missingUntil } from '../catalogue/profiles.ts';
import { type Proposal, word } from './proposal.ts';

/** What only a later version has is offered so many ranks after the others. */
const ranksAfter = 3500;

/** Something that is offered, after the others and with its version where the profile's version does not have it yet. */
export function markLater(
  { profile }: WikiKnowledge,
  proposal: Proposal,
  module: string,
  ...names: readonly string[]
): Proposal {
  const version = missingUntil(profile, module, ...names);
  if (version === undefined) return proposal;
  const detail = word('since', { version, detail: proposal.detail ?? '' });
  return { ...proposal, detail, rank: proposal.rank + ranksAfter };
}
