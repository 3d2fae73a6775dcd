/** `@filter`: the saved filter that a query is a copy of. */
import type { Problem } from '#shared/base/text/problem.ts';
import type { Directive } from '../block.ts';
import { directiveProblem } from './directive-values.ts';
import type { Scope } from '../scope.ts';

/** The id of the saved filter that a query is a copy of; `undefined` = it is not a copy. */
export function filterOption({
  block,
}: Scope): { readonly id: string; readonly directive: Directive } | undefined {
  const directive = block.directives.findLast(({ key }) => key.text === 'filter');
  return directive && filterId.test(directive.value.text)
    ? { id: directive.value.text, directive }
    : undefined;
}

const filterId = /^[1-9]\d{0,18}$/;

/** Checks the id of `@filter`. */
export const checkFilter = (directive: Directive): Problem[] =>
  filterId.test(directive.value.text) ? [] : [directiveProblem('bad-filter', directive)];
