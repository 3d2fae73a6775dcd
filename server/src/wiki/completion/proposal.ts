import messages from '../../../catalogue/messages/wiki-completion.json' with { type: 'json' };
import type { Completion } from '../../language/service.ts';
import { optionalWordingOf, wordingOf } from '../../language/wording.ts';

/** A completion before its position is known: its edit is only a text. */
export interface Proposal extends Omit<Completion, 'edit'> {
  /** As the wiki reads it; in the placeholder syntax of LSP where it is a snippet. */
  readonly text: string;
}

/** The key of a text beside a completion. */
export type DetailKey = keyof typeof messages;
export const word = wordingOf(messages);
/** The same by a key from the data of a catalogue; undefined if there is no such text. */
export const optionalWord = optionalWordingOf(messages);
