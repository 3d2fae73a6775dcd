/** The input of every fix, and the parts that fixes are made of. */
import type { WikiFixTitle } from '../message-keys.ts';
import type { Fix, Problem } from '#shared/base/text/problem.ts';
import type { Parameter } from '../catalogue/wiki-catalogue.ts';
import { isOpen } from '../catalogue/module.ts';
import { type ActiveModule, type Binding, type WikiModel, wireName } from '../model.ts';
import type { ParameterNode, ValueNode } from '../wiki-nodes.ts';
import type { SiteKnowledge } from '../catalogue/knowledge.ts';
import { multipleValues, singleValue } from '../values/value-list.ts';
import type { Edits, QueryEditor } from './query-editor.ts';

/** A problem to fix, in its query. */
export interface FixContext {
  readonly problem: Problem;
  readonly model: WikiModel;
  readonly knowledge: SiteKnowledge;
  readonly editor: QueryEditor;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Makes the fixes for a problem of one kind, the most likely one first. */
export type Fixer = (context: FixContext) => readonly Fix[];

/** An argument of a problem's wording; empty if it has none of that name. */
export const argument = ({ problem }: FixContext, name: string): string =>
  String(problem.arguments[name] ?? '');

/** An argument of a problem's wording as a list. */
export const argumentList = (context: FixContext, name: string): readonly string[] =>
  argument(context, name).split(', ').filter(Boolean);

/** The parameter that contains a problem. */
export const nodeOf = ({ model, problem: { span } }: FixContext): ParameterNode | undefined =>
  model.query.parameters.find(node => node.span.start <= span.start && span.end <= node.span.end);

/** The binding of the parameter that contains a problem. */
export function bindingOf(context: FixContext): Binding | undefined {
  const node = nodeOf(context);
  return node && context.model.binding(node);
}

/** The module whose name a problem marks; undefined if it marks something else. */
export const moduleOf = ({ model, problem: { span } }: FixContext): ActiveModule | undefined =>
  model.active.find(({ at }) => at?.span.start === span.start && at.span.end === span.end);

/** The value of a problem: one of a list, or the whole value. */
export interface ProblemValue {
  readonly node: ParameterNode;
  readonly value: ValueNode;
  readonly parameter: Parameter;
}

/** The value that a problem is about; `undefined` = none, or if it is part of a variable. */
export function problemValue(context: FixContext): ProblemValue | undefined {
  const node = nodeOf(context);
  const parameter = node && context.model.binding(node)?.parameter;
  if (!node || !parameter) return undefined;
  const { span } = context.problem;
  const text = argument(context, 'value');
  const value = valuesOf(node, parameter).find(
    candidate =>
      candidate.text === text &&
      (text === '' || (candidate.span.start === span.start && candidate.span.end === span.end)),
  );
  return value && { node, value, parameter };
}

/** The values of a parameter; a missing value counts as an empty one. */
export function valuesOf(
  { value, name }: ParameterNode,
  { multi }: Pick<Parameter, 'multi'>,
): readonly ValueNode[] {
  if (value === undefined || value.text === '') return [{ text: '', start: 0, end: 0, span: name.span }];
  return multi ? multipleValues(value) : [singleValue(value)];
}

/** A fix with these edits; none if they cannot be made. */
export const fix = (
  kind: string,
  title: WikiFixTitle,
  args: Fix['arguments'],
  edits: Edits,
  preferred = false,
): Fix[] =>
  edits === undefined || edits.length === 0
    ? []
    : [{ kind, title, arguments: args, edits, ...(preferred && { preferred }) }];

/** All parameters of the same name if this is the last one, which counts; else this one alone. */
export const duplicatesOf = ({ model }: FixContext, node: ParameterNode): readonly ParameterNode[] =>
  model.node(node.name.text) === node
    ? model.query.parameters.filter(({ name }) => name.text === node.name.text)
    : [node];

/** Removes a parameter; with the one that counts also its duplicates, which would count then. */
export const removeWithDuplicates = (context: FixContext, node: ParameterNode): Edits =>
  context.editor.remove(...duplicatesOf(context, node));

/** Removes the parameter that contains a problem. */
export function removalFix(context: FixContext, kind: string, preferred = false): Fix[] {
  const node = nodeOf(context);
  if (node === undefined) return [];
  const name = node.name.text;
  return fix(
    kind,
    name === '' ? 'fix.removeNameless' : 'fix.remove',
    { name },
    removeWithDuplicates(context, node),
    preferred,
  );
}

/** Replaces the value that a problem is about. */
export function replacementFix(context: FixContext, kind: string, to: string, preferred = false): Fix[] {
  const place = problemValue(context);
  if (!place || place.value.text === to) return [];
  const edits = context.editor.replaceValue(place.node, place.value, to);
  return fix(kind, 'fix.replace', { to }, edits, preferred);
}

/**
 * Whether only the configuration of the wiki, which is not known, decides if a problem's value is right: a module, or
 * a value such as the type of a log.
 */
export function isUncertain(context: FixContext): boolean {
  const { active, parameter } = bindingOf(context) ?? {};
  if (context.knowledge.facts.describesItself === true || active === undefined || parameter === undefined)
    return false;
  return parameter.submodules.size > 0 || isOpen(active.module, parameter);
}

/** A module's parameter by its name in a request. */
export const parameterNamed = ({ module, ...active }: ActiveModule, name: string): Parameter | undefined =>
  module.parameters.find(parameter => wireName({ module, ...active }, parameter.name) === name);
