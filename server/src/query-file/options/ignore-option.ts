/** `@ignore`: the problems of a query that are not reported, each with a reason. */
import type { Edit, Problem } from '#shared/base/text/problem.ts';
import type { Token } from '#shared/base/text/span.ts';
import type { Directive, QueryBlock } from '../block.ts';
import { lineEndOf } from '../line-edits.ts';
import type { Scope } from '../scope.ts';
import { directiveProblem, listedTokens } from './directive-values.ts';

/** The codes of the problems that a directive ignores: those before the colon. */
function codesIn({ value }: Directive): readonly Token[] {
  const colon = value.text.indexOf(':');
  const end = colon < 0 ? value.text.length : colon;
  const { start } = value.span;
  return listedTokens({ text: value.text.slice(0, end), span: { start, end: start + end } });
}

/** The problems of a query that are reported, with those of directives that ignore nothing. */
export function withoutIgnored(
  { scope }: { readonly scope: Scope },
  problems: readonly Problem[],
): readonly Problem[] {
  const ignores = scope.directives('ignore');
  if (ignores.length === 0) return problems;
  const ignored = new Set(ignores.flatMap(({ directive }) => codesIn(directive)).map(({ text }) => text));
  const foundCodes = new Set(problems.map(({ code }) => code));
  // A problem that the header ignores may be in another query.
  const unused = ignores
    .filter(({ place }) => place === 'query')
    .flatMap(({ directive }) => codesIn(directive))
    .filter(({ text }) => !foundCodes.has(text))
    .map(unusedProblem);
  return [...problems.filter(({ code }) => !ignored.has(code)), ...unused];
}

const unusedProblem = ({ text, span }: Token): Problem => ({
  code: 'unused-ignore',
  severity: 'warning',
  span,
  arguments: { value: text },
  tags: ['unnecessary'],
});

/** Problems of the directive itself are not ignored, nor are errors, which the site would report. */
const ownCodes: ReadonlySet<string> = new Set(['unused-ignore', 'ignore-without-reason']);

/** The edits that ignore a problem in its query; the user adds the reason. `[]` = it cannot be ignored. */
export function ignoreEdits(block: QueryBlock, { code, severity }: Problem): readonly Edit[] {
  const body = block.lines.find(({ kind }) => kind === 'body');
  if (body === undefined || severity === 'error' || ownCodes.has(code)) return [];
  const span = { start: body.start, end: body.start };
  return [{ span, newText: `# @ignore ${code}: ${lineEndOf(block)}` }];
}

/** Reports a directive without codes, or without a reason. */
export function checkIgnore(directive: Directive, example: string): Problem[] {
  if (codesIn(directive).length === 0) return [directiveProblem('directive-value', directive, { example })];
  const [, reason = ''] = directive.value.text.split(':');
  if (reason.trim() !== '') return [];
  return [{ ...directiveProblem('ignore-without-reason', directive, { example }), severity: 'information' }];
}
