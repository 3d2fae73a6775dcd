/** Where prompts are in a wiki's query, and what can be said of it before they are answered. */
import type { Problem } from '../language/problem.ts';
import type { QueryView } from '../language/service.ts';
import { listUses } from '../queryfile/prompt-option.ts';
import { isReference, usesIn } from '../queryfile/variables.ts';
import type { WikiModel } from './model.ts';

/** Prompts of several values in parameters that take one. */
export const checkListPrompts = (view: QueryView, model: WikiModel): Problem[] =>
  listUses(view).flatMap(use => {
    const node = model.query.parameters.find(
      ({ value }) => value && value.span.start <= use.span.start && use.span.end <= value.span.end,
    );
    const isSingle = node !== undefined && model.binding(node)?.parameter.multi === false;
    if (!isSingle) return [];
    const problem = {
      code: 'prompt-list-place',
      message: 'prompt-list-place.wiki',
      severity: 'error',
    } as const;
    return [{ ...problem, span: use.span, arguments: { name: use.name, parameter: node.name.text } }];
  });

/** Problems that are not about a prompt whose value is not known yet. */
export function withoutUnanswered(
  { block, scope }: QueryView,
  problems: readonly Problem[],
): readonly Problem[] {
  if (!block.text.includes('{{')) return problems;
  const open = usesIn(block.text, 0, block.text.length).filter(
    ({ name }) => (scope.isPrompt(name) || isReference(name)) && scope.givenValue(name) === undefined,
  );
  return problems.filter(
    ({ span }) => !open.some(use => use.span.start < span.end && span.start < use.span.end),
  );
}
