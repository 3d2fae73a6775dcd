/** Reads `@expect`: each directive is one expectation of a query. */
import { checkExpectation, EarlierExpectations, ShownColumns } from '../expectations/expectation-checks.ts';
import { type ExpectProblem, columnsOf, type Expectation } from '../expectations/expectation.ts';
import { parseExpectation } from '../expectations/expectation-parser.ts';
import type { Problem, Severity } from '#shared/base/text/problem.ts';
import type { Directive, QueryBlock } from '../block.ts';
import { directiveProblem } from './directive-values.ts';
import type { Scope } from '../scope.ts';
import type { DefinedIn } from '../variables.ts';

/** An expectation of a query. */
export interface ExpectOption {
  /** The text of the expectation, as written. */
  readonly text: string;
  /** Its line: in the query, or in the file's header. */
  readonly directive: Directive;
  readonly place: DefinedIn;
  /** Absent = it cannot be parsed; then `problem` says why. */
  readonly expectation?: Expectation;
  readonly problem?: Problem;
}

/** The expectations of a query: those of the file's header, then its own. */
export const expectOptions = (scope: Scope): readonly ExpectOption[] =>
  scope.directives('expect').map(({ directive, place }) => ({ ...optionOf(directive), place }));

type ReadExpectation = Omit<ExpectOption, 'place'>;

const readExpectations = new WeakMap<Directive, ReadExpectation>();

/** Reads a directive once: those of the header are expectations of each query. */
function optionOf(directive: Directive): ReadExpectation {
  const cached = readExpectations.get(directive);
  if (cached) return cached;
  const { text } = directive.value;
  const { expectation, problems } = parseExpectation(text);
  const [problem] = problems;
  const option = {
    text,
    directive,
    ...(expectation && { expectation }),
    ...(problem && { problem: problemOf(problem, directive) }),
  };
  readExpectations.set(directive, option);
  return option;
}

/** The columns that the expectations of a query name. */
export const expectedColumns = (scope: Scope): readonly string[] =>
  expectOptions(scope).flatMap(({ expectation }) => (expectation ? columnsOf(expectation) : []));

/**
 * Checks the expectations of a block.
 *
 * @param shown the columns of `@columns`; `undefined` = there is no such directive
 */
export function checkExpectations(block: QueryBlock, shown: readonly string[] | undefined): Problem[] {
  const before = new EarlierExpectations();
  const shownColumns = shown && new ShownColumns(shown);
  return block.directives
    .filter(({ key, value }) => key.text === 'expect' && value.text !== '')
    .flatMap(directive => {
      const { text } = directive.value;
      const checkProblem = before.add(text);
      const problems = [...checkExpectation(text, shownColumns), ...(checkProblem ? [checkProblem] : [])];
      return problems.map(problem => problemOf(problem, directive));
    });
}

const severities: Readonly<Partial<Record<ExpectProblem['code'], Severity>>> = {
  'expect-never': 'warning',
  'expect-always': 'warning',
  'expect-conflict': 'warning',
  'expect-hidden-column': 'warning',
  'expect-repeated': 'hint',
};

function problemOf({ code, variant, span, arguments: args }: ExpectProblem, directive: Directive): Problem {
  const { start } = directive.value.span;
  return {
    ...directiveProblem(code, directive, args),
    severity: severities[code] ?? 'error',
    ...(directive.value.text !== '' && { span: { start: start + span.start, end: start + span.end } }),
    ...(variant !== undefined && { message: `${code}.${variant}` }),
    ...(code === 'expect-repeated' && { tags: ['unnecessary'] as const }),
  };
}
