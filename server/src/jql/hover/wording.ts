import messages from '../../../catalogue/messages/jql-hover.json' with { type: 'json' };
import { code } from '../../language/markdown.ts';
import { wordingOf } from '../../language/wording.ts';

/** The sentences that explanations are made of. */
export const word = wordingOf(messages);

/** Names as code, with commas between. */
export const codes = (names: Iterable<string>): string => Array.from(names, code).join(', ');

/** Paragraphs of Markdown; those that are not there are left out. */
export const paragraphs = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(part => typeof part === 'string' && part !== '').join('\n\n');

/** Sentences of one paragraph. */
export const sentences = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(part => typeof part === 'string' && part !== '').join(' ');
