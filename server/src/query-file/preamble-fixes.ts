/** Fixes of problems outside a query's body. */
import type fixMessages from '../../catalogue/messages/query-file-fixes.json';
import { trimEndOf } from '#shared/base/shorten.ts';
import { quoteName } from './expectations/expectation-tokens.ts';
import type { Edit, Fix, Problem } from '#shared/base/text/problem.ts';
import type { QueryBlock } from './block.ts';
import { withSafePreference } from './checking/fix-preference.ts';
import { lineEndOf, withoutLines } from './line-edits.ts';
import { withoutIgnore } from './options/ignore-option.ts';

type FixTitle = keyof typeof fixMessages;

/** Fixes of a problem that `validatePreamble` found in a block, the likeliest first. */
export const preambleFixes = (block: QueryBlock, problem: Problem): readonly Fix[] =>
  withSafePreference(block.text, problem, fixesByCode(block, problem));

function fixesByCode(block: QueryBlock, problem: Problem): readonly Fix[] {
  const nearest = argument(problem, 'nearest');
  switch (problem.code) {
    case 'expect-word':
    case 'expect-operator':
    case 'expect-value':
    case 'expect-duration':
      return nearest === '' ? [] : replacementFix('directive', problem, nearest);
    case 'expect-hidden-column':
      return nearest === '' ? [] : replacementFix('directive', problem, quoteName(nearest));
    case 'expect-repeated':
    case 'expect-always':
      return removeLineFix(block, problem);
    case 'undefined-variable':
      return [
        ...(nearest === '' ? [] : replacementFix('variable', problem, `{{${nearest}}}`)),
        ...definitionFix(block, problem),
      ];
    case 'unknown-directive':
    case 'unknown-site':
    case 'unknown-column':
    case 'directive-choice':
      return [
        ...(nearest === '' ? [] : replacementFix('directive', problem, nearest)),
        ...removeLineFix(block, problem),
      ];
    case 'unused-ignore':
      return removeIgnoreFix(block, problem);
    case 'directive-without-value':
      return removeValueFix(block, problem);
    case 'directive-value':
      return addExampleFix(problem);
    case 'bad-name':
    case 'duplicate-name':
      return validNameFix(problem);
    case 'bad-interval':
    case 'short-interval':
    case 'long-interval':
      return nearest === '' ? [] : replacementFix('directive', problem, nearest);
    case 'column-not-requested':
      return addFieldFix(block, problem);
    case 'bad-limit':
      return plainNumberFix(problem);
    case 'duplicate-directive':
    case 'directive-elsewhere':
    case 'limit-and-all':
    case 'other-kind-of-site':
      return removeLineFix(block, problem);
    default:
      return [];
  }
}

const argument = (problem: Problem, name: string): string => String(problem.arguments[name] ?? '');

const replacementFix = (kind: string, { span }: Problem, to: string, preferred = true): Fix[] => [
  {
    kind,
    title: 'fix.replace' satisfies FixTitle,
    arguments: { to },
    edits: [{ span, newText: to }],
    ...(preferred && { preferred }),
  },
];

const removalFix = (problem: Problem, name: string, edits: readonly Edit[]): Fix[] => {
  const preferred = problem.tags?.includes('unnecessary') === true;
  return [
    {
      kind: 'directive',
      title: 'fix.remove' satisfies FixTitle,
      arguments: { name },
      edits,
      ...(preferred && { preferred }),
    },
  ];
};

/** Defines a variable, without a value yet: above the body, or above the definition that uses it. */
function definitionFix(block: QueryBlock, problem: Problem): Fix[] {
  const line = block.lines.find(({ start, end }) => start <= problem.span.start && problem.span.end <= end);
  const start = line?.kind === 'variable' ? line.start : block.body?.start;
  if (start === undefined) return [];
  const name = argument(problem, 'name');
  const edits = [{ span: { start, end: start }, newText: `@${name} = ${lineEndOf(block)}` }];
  return [{ kind: 'variable', title: 'fix.define' satisfies FixTitle, arguments: { name }, edits }];
}

function removeLineFix(block: QueryBlock, problem: Problem): Fix[] {
  const { start, end } = problem.span;
  const index = block.lines.findIndex(line => line.start <= start && end <= line.end);
  const directive = block.directives.find(({ span }) => span.start <= start && end <= span.end);
  return index < 0 || !directive
    ? []
    : removalFix(problem, `@${directive.key.text}`, withoutLines(block, [index]));
}

/** Removes a code that ignores nothing, with the directive where it is the only one. */
function removeIgnoreFix(block: QueryBlock, problem: Problem): Fix[] {
  const edits = withoutIgnore(block, problem);
  const name = argument(problem, 'value');
  return [{ kind: 'directive', title: 'fix.remove' satisfies FixTitle, arguments: { name }, edits }];
}

/** Removes the value with the blanks before it. */
function removeValueFix({ directives }: QueryBlock, problem: Problem): Fix[] {
  const directive = directives.find(({ value }) => value.span.start === problem.span.start);
  if (directive === undefined) return [];
  const span = { start: directive.key.span.end, end: directive.value.span.end };
  return removalFix(problem, directive.value.text, [{ span, newText: '' }]);
}

function addExampleFix(problem: Problem): Fix[] {
  const example = argument(problem, 'example');
  const { end } = problem.span;
  const edits = [{ span: { start: end, end }, newText: ` ${example}` }];
  return example === ''
    ? []
    : [{ kind: 'directive', title: 'fix.add' satisfies FixTitle, arguments: { text: example }, edits }];
}

/** Adds the field of a column to `@fields`, where the query has that directive. */
function addFieldFix({ directives }: QueryBlock, problem: Problem): Fix[] {
  const [, field] = /^@fields (\S+)$/.exec(argument(problem, 'first')) ?? [];
  const fields = directives.findLast(({ key }) => key.text === 'fields');
  if (field === undefined || fields === undefined) return [];
  const { end } = fields.value.span;
  const edits = [{ span: { start: end, end }, newText: `, ${field}` }];
  const args = { text: field };
  return [
    { kind: 'directive', title: 'fix.add' satisfies FixTitle, arguments: args, edits, preferred: true },
  ];
}

/** Replaces a name by a valid one of letters, digits, `-` and `_`; of two equal names the later gets a number. */
function validNameFix(problem: Problem): Fix[] {
  const text = argument(problem, 'value') || argument(problem, 'name');
  if (problem.code === 'duplicate-name') return replacementFix('directive', problem, `${text}-2`, false);
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w-]+/g, '-');
  const to = trimEndOf(plain.replace(/^[^A-Za-z_]+/, ''), '-');
  return to === '' ? [] : replacementFix('directive', problem, to);
}

/** Replaces a number by the same one without separators between its digits. */
function plainNumberFix(problem: Problem): Fix[] {
  const text = argument(problem, 'value');
  const to = /^\d{1,3}([,._' \u00A0])\d{3}(?:\1\d{3})*$/.test(text) ? text.replaceAll(/\D/g, '') : '';
  return /^[1-9]/.test(to) ? replacementFix('directive', problem, to) : [];
}
