import messages from '../../../catalogue/messages/wiki-completion.json' with { type: 'json' };
import type { Completion } from '../../query-file/language/language-service.ts';
import { optionalWordingOf, wordingOf } from '#shared/base/text/wording.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { missingUntil } from '../catalogue/profiles.ts';

/** A completion before its position is known: its edit is only a text. */
export interface Proposal extends Omit<Completion, 'edit'> {
  /** The inserted text as the wiki reads it; in the placeholder syntax of LSP where it is a snippet. */
  readonly text: string;
}

/** The key of a text beside a completion. */
export type DetailKey = keyof typeof messages;

export const say = wordingOf(messages);

/** The text of a key that comes from the data of a catalogue; undefined if there is no such text. */
export const sayIfKnown = optionalWordingOf(messages);

/** The distance in rank between a name and one that only a later version has. */
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
  const detail = say('since', { version, detail: proposal.detail ?? '' });
  return { ...proposal, detail, rank: proposal.rank + ranksAfter };
}
