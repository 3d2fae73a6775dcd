import type { Fix, Problem } from '../../language/problem.ts';
import type { Parameter } from '../catalogue/catalogue.ts';
import { isOpen } from '../catalogue/open-values.ts';
import { type ActiveModule, type Binding, type WikiModel, wireName } from '../model.ts';
import type { ParameterNode, ValueNode } from '../nodes.ts';
import type { SiteKnowledge } from '../catalogue/site-catalogues.ts';
import { multipleValues, singleValue } from '../values/list.ts';
import { type Edits, type QueryEditor, together } from './query-editor.ts';

/** A problem to be mended, in its query. */
export interface FixContext {
  readonly problem: Problem;
  readonly model: WikiModel;
  readonly knowledge: SiteKnowledge;
  readonly editor: QueryEditor;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Ways out of a problem of one kind, the likeliest first; empty where there is none. */
export type Fixer = (subject: FixContext) => readonly Fix[];

/** What a problem's wording names; empty where it names nothing of that kind. */
export const argument = ({ problem }: FixContext, name: string): string =>
  String(problem.arguments[name] ?? '');

/** What a problem's wording lists. */
export const listed = (subject: FixContext, name: string): readonly string[] =>
  argument(subject, name).split(', ').filter(Boolean);

/** The parameter that a problem lies in. */
export const nodeOf = ({ model, problem: { span } }: FixContext): ParameterNode | undefined =>
  model.query.parameters.find(node => node.span.start <= span.start && span.end <= node.span.end);

/** What the parameter means that a problem lies in. */
export function bindingOf(subject: FixContext): Binding | undefined {
  const node = nodeOf(subject);
  return node && subject.model.binding(node);
}

/** The module whose name a problem lies at; undefined where it lies elsewhere. */
export const moduleOf = ({ model, problem: { span } }: FixContext): ActiveModule | undefined =>
  model.active.find(({ at }) => at?.span.start === span.start && at.span.end === span.end);

/** Where a problem's value stands: one of several, or the whole. */
export interface Place {
  readonly node: ParameterNode;
  readonly value: ValueNode;
  readonly parameter: Parameter;
}

/** The value that a problem is about; undefined where it is about none, or a variable hides which. */
export function placeOf(subject: FixContext): Place | undefined {
  const node = nodeOf(subject);
  const parameter = node && subject.model.binding(node)?.parameter;
  if (!node || !parameter) return undefined;
  const { span } = subject.problem;
  const text = argument(subject, 'value');
  const value = valuesOf(node, parameter).find(
    each =>
      each.text === text && (text === '' || (each.span.start === span.start && each.span.end === span.end)),
  );
  return value && { node, value, parameter };
}

/** The values of a parameter as it takes them; an absent one is one empty value. */
export function valuesOf({ value, name }: ParameterNode, { multi }: Parameter): readonly ValueNode[] {
  if (value === undefined || value.text === '') return [{ text: '', start: 0, end: 0, span: name.span }];
  return multi ? multipleValues(value) : [singleValue(value)];
}

/** A fix of these edits; none where they cannot be made. */
export const fix = (
  kind: string,
  title: string,
  args: Fix['arguments'],
  edits: Edits,
  preferred = false,
): Fix[] =>
  edits === undefined || edits.length === 0
    ? []
    : [{ kind, title, arguments: args, edits, ...(preferred && { preferred }) }];

/** The parameters of the same name, of which the last one counts; for an earlier one that alone. */
export const namesakes = ({ model }: FixContext, node: ParameterNode): readonly ParameterNode[] =>
  model.node(node.name.text) === node
    ? model.query.parameters.filter(({ name }) => name.text === node.name.text)
    : [node];

/** Takes a parameter out; with the one that counts the earlier ones go too, which would count then. */
export const removed = (subject: FixContext, node: ParameterNode): Edits =>
  together(...namesakes(subject, node).map(each => subject.editor.remove(each)));

/** Takes the parameter out that a problem lies in. */
export function removal(subject: FixContext, kind: string, preferred = false): Fix[] {
  const node = nodeOf(subject);
  if (node === undefined) return [];
  const name = node.name.text;
  return fix(
    kind,
    name === '' ? 'fix.removeNameless' : 'fix.remove',
    { name },
    removed(subject, node),
    preferred,
  );
}

/** Puts another value in the place of the one that a problem is about. */
export function replacement(subject: FixContext, kind: string, to: string, preferred = false): Fix[] {
  const place = placeOf(subject);
  if (!place || place.value.text === to) return [];
  const edits = subject.editor.replaceValue(place.node, place.value, to);
  return fix(kind, 'fix.replace', { to }, edits, preferred);
}

/**
 * Whether only the configuration of the wiki, which is not known, decides if a problem's value is right: a module, or
 * a value such as the type of a log.
 */
export function isUncertain(context: FixContext): boolean {
  const { active, parameter } = bindingOf(context) ?? {};
  if (context.knowledge.facts.own === true || active === undefined || parameter === undefined) return false;
  return parameter.submodules.size > 0 || isOpen(active.module, parameter);
}

/** A module's parameter by its name in a request. */
export const parameterNamed = ({ module, ...active }: ActiveModule, name: string): Parameter | undefined =>
  module.parameters.find(parameter => wireName({ module, ...active }, parameter.name) === name);
