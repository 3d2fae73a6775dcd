import type { Problem } from '#shared/base/text/problem.ts';
import type { Directive } from '../block.ts';
import type { Token } from '#shared/base/text/span.ts';

const ofWhole: ReadonlySet<string> = new Set(['duplicate-directive', 'limit-and-all']);

/** A problem of a directive's value, or of the whole directive where it has none or the code is about the whole. */
export const directiveProblem = (
  code: string,
  { key, value, span }: Directive,
  args: Readonly<Record<string, string>> = {},
): Problem => ({
  code,
  severity: 'warning',
  span: value.text === '' || ofWhole.has(code) ? span : value.span,
  arguments: { key: key.text, value: value.text, ...args },
});

/** Names with commas between, with their places; a name with a comma in it is in double quotes, which are not part of it. */
export const listedTokens = ({ text, span }: Token): Token[] =>
  Array.from(text.matchAll(/\s*"([^"]*)"|([^,]+)/g), ({ 0: whole, 1: quoted, 2: plain, index }) => {
    const name = (quoted ?? plain ?? '').trim();
    const start = span.start + index + Math.max(0, whole.indexOf(name));
    return { text: name, span: { start, end: start + name.length } };
  }).filter(({ text: name }) => name !== '');
