/** Checks the parts of a query outside its body, with undefined and cyclic variables. */
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import { firstIndex } from '#shared/base/text/span.ts';
import { maxProblems } from '#shared/base/text/problem-collector.ts';
import type { QueryView, SiteName, QueryContext } from '../language/language-service.ts';
import type { QueryBlock, VariableDefinition } from '../block.ts';
import { checkDirectives } from './directive-checks.ts';
import { checkLock } from './lock-checks.ts';
import { isReference, usesIn, type VariableUse } from '../variables.ts';

/** The rules of a language for the parts of a query outside its body. */
export interface PreambleRules {
  readonly kind: SiteName['kind'];
  /** The severity of an undefined name; with `hint` it is reported only where a similar name is defined. */
  readonly undefinedName: (name: string) => 'error' | 'hint';
}

const variableCodes: ReadonlySet<string> = new Set([
  'undefined-variable',
  'variable-below',
  'variable-cycle',
]);

/** Whether a problem is one of variables that changes the meaning of a query, so that it is not sent. */
export const isVariableProblem = ({ code, severity }: Problem): boolean =>
  severity === 'error' && variableCodes.has(code);

/**
 * Checks a query's directives and variables; its body is checked by its language. Of very many problems the errors are
 * returned first.
 */
export function validatePreamble(
  view: QueryView,
  context: QueryContext,
  rules: PreambleRules,
): readonly Problem[] {
  const problems = checkPreamble(view, context, rules);
  if (problems.length <= maxProblems) return problems;
  const others = problems.filter(({ severity }) => severity !== 'error');
  return [...problems.filter(({ severity }) => severity === 'error'), ...others].slice(0, maxProblems);
}

function checkPreamble(view: QueryView, context: QueryContext, rules: PreambleRules): readonly Problem[] {
  const { block } = view;
  const directives = block.directives.length > 0 ? checkDirectives(view, context, rules.kind) : [];
  const problems =
    context.locks === undefined ? directives : [...directives, ...checkLock(view, context, rules.kind)];
  if (!block.text.includes('{{')) return problems;
  return [...problems, ...checkUses(view, rules)];
}

/** How often an undefined name of a query is compared with a defined one. */
const maxComparisons = 200_000;

function checkUses({ block, scope }: QueryView, { undefinedName }: PreambleRules): Problem[] {
  const outer = scope.variablesAt(0);
  const cycles = cyclesOf(block, name => outer.has(name));
  const problems = cycles.map(cycleProblem);
  const firstDefinitions = new Map(block.variables.toReversed().map(each => [each.name.text, each]));
  const circular = new Set(cycles.map(({ use }) => use.span.start));
  let comparisonsLeft = maxComparisons;
  for (const { kind, start, end } of block.lines) {
    if (kind !== 'body' && kind !== 'variable') continue;
    for (const use of usesIn(block.text, start, end)) {
      if (isReference(use.name)) continue;
      const variables = scope.variablesAt(kind === 'variable' ? start : use.span.start);
      if (variables.has(use.name) || scope.isPrompt(use.name) || circular.has(use.span.start)) continue;
      const names = comparisonsLeft > 0 ? [...variables.keys()] : [];
      // Looking for those that are defined above takes as long where most are below.
      comparisonsLeft -= names.length + block.variables.length;
      const problem = undefinedUse(use, firstDefinitions.get(use.name), names, undefinedName(use.name));
      if (problem) problems.push(problem);
    }
  }
  return problems;
}

function undefinedUse(
  { name, span }: VariableUse,
  below: VariableDefinition | undefined,
  names: readonly string[],
  undefinedName: ReturnType<PreambleRules['undefinedName']>,
): Problem | undefined {
  if (below)
    return {
      code: 'variable-below',
      severity: undefinedName === 'error' ? 'error' : 'warning',
      span,
      arguments: { name },
      related: { span: below.name.span, message: 'variable-below.related' },
    };
  const similar = nearest(name, names);
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

/** A use in a definition that leads back to that definition. */
interface CyclicUse {
  readonly definition: VariableDefinition;
  readonly use: VariableUse;
}

/**
 * The uses that make a block's definitions cyclic. A use refers to the definition above it, or, without one, to the one
 * below: only that can close a cycle.
 *
 * @param outer true for a name that is defined before the block begins
 */
function cyclesOf(block: QueryBlock, outer: (name: string) => boolean): CyclicUse[] {
  const { variables, text } = block;
  const uses = variables.map(({ value }) => usesIn(text, value.span.start, value.span.end));
  if (uses.every(use => use.length === 0)) return [];
  const places = Map.groupBy(variables.keys(), index => variables[index]!.name.text);
  const meant = (from: number, name: string): number | undefined => {
    const indices = places.get(name) ?? [];
    const above = indices[firstIndex(indices, index => index >= from) - 1];
    return above ?? (outer(name) ? undefined : indices[0]);
  };
  const targets = uses.map((use, from) => use.map(({ name }) => meant(from, name)));
  const groups = groupsOf(targets);
  return variables.flatMap((definition, from) =>
    uses[from]!.filter((_, at) => {
      const to = targets[from]![at];
      return to !== undefined && to >= from && groups[to] === groups[from];
    }).map(use => ({ definition, use })),
  );
}

/**
 * The group of each node of a graph, by the node’s number: two have the same group where each can be reached from the other
 * (Kosaraju’s algorithm, in linear time).
 */
function groupsOf(targets: readonly (readonly (number | undefined)[])[]): readonly number[] {
  const sources: number[][] = targets.map(() => []);
  for (const [from, list] of targets.entries())
    for (const to of list) if (to !== undefined) sources[to]!.push(from);
  const ended: number[] = [];
  const seen = new Set<number>();
  for (const first of targets.keys()) {
    const open = seen.has(first) ? [] : [{ node: first, at: 0 }];
    seen.add(first);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const next = targets[last.node]![last.at];
      if (last.at++ >= targets[last.node]!.length) ended.push(open.pop()!.node);
      else if (next !== undefined && !seen.has(next)) {
        seen.add(next);
        open.push({ node: next, at: 0 });
      }
    }
  }
  const groups = targets.map(() => -1);
  for (const first of ended.toReversed()) {
    const waiting = [first];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (groups[node] !== -1) continue;
      groups[node] = first;
      for (const source of sources[node]!) waiting.push(source);
    }
  }
  return groups;
}
