import messages from '../../../catalogue/messages/wiki-completion.json' with { type: 'json' };
import type { Completion } from '../../language/service.ts';
import { wordingOf } from '../../language/wording.ts';

/** A completion before its position is known: its edit is only a text. */
export interface Proposal extends Omit<Completion, 'edit'> {
  /** As the wiki reads it; in the placeholder syntax of LSP where it is a snippet. */
  readonly text: string;
}

export const word = wordingOf<string>(messages);
