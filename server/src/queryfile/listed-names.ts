import type { Token } from '../language/span.ts';

/** Names with commas between, with their places; a name with a comma in it is in double quotes, which are not part of it. */
export const listedTokens = ({ text, span }: Token): Token[] =>
  Array.from(text.matchAll(/\s*"([^"]*)"|([^,]+)/g), ({ 0: whole, 1: quoted, 2: plain, index }) => {
    const name = (quoted ?? plain ?? '').trim();
    const start = span.start + index + Math.max(0, whole.indexOf(name));
    return { text: name, span: { start, end: start + name.length } };
  }).filter(({ text: name }) => name !== '');
