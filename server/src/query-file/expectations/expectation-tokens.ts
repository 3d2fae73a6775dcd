import type { Token } from '#shared/base/text/span.ts';

export interface ExpectToken extends Token {
  readonly kind: 'word' | 'quoted' | 'operator' | 'open' | 'close' | 'comma';
  /** For `quoted`: the text between the quotes. */
  readonly content: string;
  /** For `quoted`: whether there is a second quote. */
  readonly isClosed: boolean;
}

const pattern =
  /(?<quoted>"[^"]*"?|'[^']*'?)|(?<operator>[=!<>~≤≥≠]+)|(?<open>\()|(?<close>\))|(?<comma>,)|(?<word>[^\s"'=!<>~≤≥≠(),]+)/gu;

const kinds = ['quoted', 'operator', 'open', 'close', 'comma', 'word'] as const;

/** The tokens of an expectation; every character but blanks is in one. */
export const tokenize = (value: string): readonly ExpectToken[] =>
  Array.from(value.matchAll(pattern), ({ 0: text, index, groups = {} }) => {
    const kind = kinds.find(candidate => groups[candidate] !== undefined) ?? 'word';
    const isClosed = kind !== 'quoted' || (text.length > 1 && text.endsWith(text[0]!));
    const content = kind === 'quoted' ? text.slice(1, isClosed ? -1 : undefined) : text;
    return { kind, text, content, isClosed, span: { start: index, end: index + text.length } };
  });

const plainName = /^[^\s"'=!<>~≤≥≠(),]+$/u;

/** A name as an expectation writes it: in quotes, unless it is one word. */
export const quoteName = (name: string): string =>
  plainName.test(name) ? name : `"${name.replaceAll('"', '')}"`;
