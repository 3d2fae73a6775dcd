import { nearest } from '../language/nearest.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryView, SiteName, QueryContext } from '../language/service.ts';
import type { QueryBlock } from './block.ts';
import { cyclesOf, type CyclicUse } from './variable-cycles.ts';
import { checkDirectives } from './directive-validation.ts';
import { checkLock } from './lock-validation.ts';
import { isReference, usesIn, type VariableUse } from './variables.ts';

/** What holds for a language's files. */
export interface PreambleRules {
  readonly kind: SiteName['kind'];
  /** What a use of a name that nothing defines is: an error, or only worth a hint where a defined name is near. */
  readonly undefinedName: 'error' | 'hint';
}

/** What is wrong with a query's directives and variables; its body is its language's matter. */
export function validatePreamble(
  view: QueryView,
  context: QueryContext,
  rules: PreambleRules,
): readonly Problem[] {
  const { block } = view;
  const directives = block.directives.length > 0 ? checkDirectives(view, context, rules.kind) : [];
  const problems = context.locks === undefined ? directives : [...directives, ...checkLock(view, context)];
  if (!block.text.includes('{{')) return problems;
  return [...problems, ...checkUses(view, rules)];
}

function checkUses({ block, scope }: QueryView, { undefinedName }: PreambleRules): Problem[] {
  const outer = scope.variablesAt(0);
  const cycles = cyclesOf(block, name => outer.has(name));
  const problems = cycles.map(cycleProblem);
  const circular = new Set(cycles.map(({ use }) => use.span.start));
  for (const { kind, start, end } of block.lines) {
    if (kind !== 'body' && kind !== 'variable') continue;
    for (const use of usesIn(block.text, start, end)) {
      if (isReference(use.name)) continue;
      const known = scope.variablesAt(kind === 'variable' ? start : use.span.start);
      if (known.has(use.name) || scope.isPrompt(use.name) || circular.has(use.span.start)) continue;
      const problem = undefinedUse(use, block, known.keys(), undefinedName);
      if (problem) problems.push(problem);
    }
  }
  return problems;
}

function undefinedUse(
  { name, span }: VariableUse,
  block: QueryBlock,
  known: Iterable<string>,
  undefinedName: PreambleRules['undefinedName'],
): Problem | undefined {
  const below = block.variables.find(definition => definition.name.text === name);
  if (below)
    return {
      code: 'variable-below',
      severity: undefinedName === 'error' ? 'error' : 'warning',
      span,
      arguments: { name },
      related: { span: below.name.span, message: 'variable-below.related' },
    };
  const similar = nearest(name, known);
  if (similar === undefined && undefinedName === 'hint') return undefined;
  return {
    code: 'undefined-variable',
    severity: undefinedName,
    span,
    arguments: { name, ...(similar !== undefined && { nearest: similar }) },
    message: similar === undefined ? 'undefined-variable' : 'undefined-variable.nearest',
  };
}

const cycleProblem = ({ use, definition }: CyclicUse): Problem => ({
  code: 'variable-cycle',
  severity: 'error',
  span: use.span,
  arguments: { name: definition.name.text, other: use.name },
  related: { span: definition.name.span, message: 'variable-cycle.related' },
});
