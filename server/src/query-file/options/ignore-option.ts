/** `@ignore`: the problems of a query that are not reported, each with a reason. */
import type { Edit, Problem } from '#shared/base/text/problem.ts';
import { maxProblems } from '#shared/base/text/problem-collector.ts';
import { type Span, type Token, touches } from '#shared/base/text/span.ts';
import type { Directive, QueryBlock } from '../block.ts';
import { lineEndOf, withoutLines } from '../line-edits.ts';
import type { Scope } from '../scope.ts';
import { directiveProblem, listedTokens } from './directive-values.ts';

/** Reads the codes of problems, and whether a reason follows after a colon. */
export function readIgnore({ text, span: { start } }: Token): {
  readonly codes: readonly Token[];
  readonly hasReason: boolean;
} {
  const [list = '', ...reason] = text.split(':');
  const codes = listedTokens({ text: list, span: { start, end: start + list.length } });
  return { codes, hasReason: reason.join(':').trim() !== '' };
}

const codesIn = ({ value }: Directive): readonly Token[] => readIgnore(value).codes;

/** The problems of a query that are reported, with those of directives that ignore nothing. */
export function withoutIgnored(
  { scope }: { readonly scope: Scope },
  problems: readonly Problem[],
): readonly Problem[] {
  const ignores = scope.directives('ignore');
  if (ignores.length === 0) return problems;
  const ignored = new Set(ignores.flatMap(({ directive }) => codesIn(directive)).map(({ text }) => text));
  const foundCodes = new Set(problems.map(({ code }) => code));
  // A problem that the header ignores may be in another query: see `unusedFileIgnores`.
  const unused = ignores
    .filter(({ place }) => place === 'query')
    .flatMap(({ directive }) => codesIn(directive))
    .filter(({ text }) => !foundCodes.has(text))
    .slice(0, maxProblems)
    .map(unusedProblem);
  return [...problems.filter(({ code }) => !ignored.has(code)), ...unused];
}

/** The header of a file, with blanks in place of what it ignores. */
export function withoutIgnores({ text, directives }: QueryBlock): string {
  const parts: string[] = [];
  let done = 0;
  for (const { key, span } of directives) {
    if (key.text !== 'ignore') continue;
    parts.push(text.slice(done, span.start), ' '.repeat(span.end - span.start));
    done = span.end;
  }
  return parts.join('') + text.slice(done);
}

/** The problems of the codes that a header ignores and no query has. */
export const unusedIgnores = ({ directives }: QueryBlock, codes: ReadonlySet<string>): readonly Problem[] =>
  directives
    .filter(({ key }) => key.text === 'ignore')
    .flatMap(directive => codesIn(directive).filter(({ text }) => !codes.has(text)))
    .slice(0, maxProblems)
    .map(unusedProblem);

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

/** The edits that remove the code of a problem from a list of them; `undefined` = it is the only one. */
export function withoutCode(codes: readonly Token[], { start }: Span): Edit | undefined {
  const index = codes.findIndex(({ span }) => span.start === start);
  const [before, code, after] = [codes[index - 1], codes[index], codes[index + 1]];
  if (code && after) return { span: { start, end: after.span.start }, newText: '' };
  return code && before && { span: { start: before.span.end, end: code.span.end }, newText: '' };
}

/** The edits that remove a code that ignores nothing, with its line where it is the only one. */
export function withoutIgnore(block: QueryBlock, { span }: Problem): readonly Edit[] {
  const directive = block.directives.find(each => touches(each.span, span.start));
  const edit = directive && withoutCode(codesIn(directive), span);
  if (edit) return [edit];
  return withoutLines(block, [
    block.lines.findIndex(({ start, end }) => start <= span.start && span.end <= end),
  ]);
}

/** Reports a directive without codes, or without a reason. */
export function checkIgnore(directive: Directive, example: string): Problem[] {
  const { codes, hasReason } = readIgnore(directive.value);
  if (codes.length === 0) return [directiveProblem('directive-value', directive, { example })];
  if (hasReason) return [];
  return [{ ...directiveProblem('ignore-without-reason', directive, { example }), severity: 'information' }];
}
