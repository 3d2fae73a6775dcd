import type { Problem } from '../language/problem.ts';
import type { Directive } from './block.ts';

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
