/** The words of a shell command as the program gets them. */
import type { EscapeReader } from '../embedded/hosts/read-text.ts';
import { shellCommands, type WordPart } from '../embedded/hosts/shell-words.ts';

/** A word of a shell command. */
export interface PlainWord {
  /** The text that the program receives; a variable is its name with `$`. */
  readonly text: string;
  /** The text without variables, which tells whether something is written out in it. */
  readonly literal: string;
}

/** The words of the commands of a script, without expansions other than quotes; `[]` = a quote is not closed. */
export function plainCommands(source: string): readonly (readonly PlainWord[])[] {
  const { commands, isOpen } = shellCommands(source);
  return isOpen ? [] : commands.map(words => words.map(({ parts }) => plainWord(source, parts)));
}

function plainWord(source: string, parts: readonly WordPart[]): PlainWord {
  const word = { text: '', literal: '' };
  const add = (text: string, literal = text): void => {
    word.text += text;
    word.literal += literal;
  };
  for (const { content, escape = noEscape, expansions } of parts) {
    const expansionsLeft = expansions.values();
    let expansion = expansionsLeft.next().value;
    for (let at = content.start; at < content.end;) {
      if (expansion !== undefined && at >= expansion.start) {
        add(source.slice(expansion.start, expansion.end), '');
        at = Math.max(expansion.end, at + 1);
        expansion = expansionsLeft.next().value;
        continue;
      }
      const escaped = escape(source, at);
      add(escaped?.text ?? source[at]!);
      at += escaped?.length ?? 1;
    }
  }
  return word;
}

const noEscape: EscapeReader = () => undefined;
