import startingData from '../../../catalogue/wiki/starting-values.json' with { type: 'json' };
import type { Fix } from '../../language/problem.ts';
import { allowedValues, type Module, type Parameter } from '../catalogue/catalogue.ts';
import { type ActiveModule, wireName } from '../model.ts';
import type { ParameterNode } from '../nodes.ts';
import { multipleValues } from '../values/list.ts';
import type { Edits } from './query-editor.ts';
import { alternativesOf } from '../catalogue/requirements.ts';
import { bindingOf, fix, type FixContext } from './fix-context.ts';

const startingValues: ReadonlyMap<string, string> = new Map(Object.entries(startingData));

/** Sees to it that a query has `name=value`: as one more of several values, another value, or a parameter of its own. */
export function withUse(
  { model, editor }: Pick<FixContext, 'model' | 'editor'>,
  name: string,
  value: string | undefined,
  after: ParameterNode,
): Edits {
  const node = model.node(name);
  if (node === undefined) return editor.add(after, name, value);
  if (value === undefined) return undefined;
  const multi = model.binding(node)?.parameter.multi === true;
  if (!multi) return editor.setValue(node, value);
  const known = node.value ? multipleValues(node.value).map(({ text }) => text) : [];
  return known.includes(value) ? [] : editor.appendValue(node, value);
}

/** Fixes that add a parameter, written `name` or `name=value`; where no value is given, one that makes a start. */
export function additions(
  subject: FixContext,
  kind: string,
  uses: readonly string[],
  after: ParameterNode | undefined,
  preferred = false,
): Fix[] {
  return uses.flatMap(use => {
    const [name, given] = splitUse(use);
    const binding = subject.model.names.get(name);
    if (after === undefined || binding === undefined) return [];
    const { active, parameter } = binding;
    const value = given ?? startingValue(subject, active.module, parameter);
    const written = value === undefined ? name : `${name}=${value}`;
    const own = subject.model.query.parameters.findLast(
      node => active.at !== undefined && subject.model.binding(node)?.active === active,
    );
    const edits = withUse(subject, name, value, own ?? after);
    return fix(kind, 'fix.add', { text: written }, edits, preferred);
  });
}

/** `name=value` as its two parts; without `=` there is no value. */
export function splitUse(use: string): readonly [name: string, value: string | undefined] {
  const at = use.indexOf('=');
  return at < 0 ? [use, undefined] : [use.slice(0, at), use.slice(at + 1)];
}

/** A value to begin with, the first where an example has several; undefined for a flag. */
function startingValue({ knowledge }: FixContext, module: Module, parameter: Parameter): string | undefined {
  const { type } = parameter;
  if (type === 'boolean') return undefined;
  const example = knowledge.texts.parameter(module.name, parameter.name)?.example?.split('|')[0];
  const allowed = allowedValues(parameter)?.find(value => value !== '');
  return example ?? allowed ?? (typeof type === 'string' ? startingValues.get(type) : undefined) ?? '';
}

/** The parameter that names a module, or `undefined` for a module that always takes part. */
export const naming = ({ model }: FixContext, { at }: ActiveModule): ParameterNode | undefined =>
  at && model.query.parameters.find(({ span }) => span.start <= at.span.start && at.span.end <= span.end);

/** True for a parameter without which its module, or its choice of several, would miss something. */
export function isNeeded(subject: FixContext): boolean {
  const binding = bindingOf(subject);
  if (binding === undefined) return false;
  const { active, parameter } = binding;
  return (
    parameter.required || alternativesOf(subject.knowledge.rules, active.module, parameter.name).length > 0
  );
}

/** What a module would still require if it joined the query, by name in the request, each with a value to start with. */
export function needsOf(
  context: FixContext,
  active: ActiveModule,
): readonly (readonly [name: string, value: string | undefined])[] {
  const { model, knowledge } = context;
  const { module } = active;
  const isWritten = (name: string): boolean => (model.node(wireName(active, name))?.value?.text ?? '') !== '';
  const required = module.parameters
    .filter(parameter => parameter.required && parameter.tokenType === undefined)
    .map(({ name }) => [name]);
  const alternatives = (knowledge.rules.get(module.name) ?? []).flatMap(rule =>
    rule.kind === 'exactlyOne' || rule.kind === 'atLeastOne' ? [rule.parameters] : [],
  );
  return [...required, ...alternatives]
    .filter(names => !names.some(isWritten))
    .flatMap(([name]) => {
      const parameter = module.parameter(name ?? '');
      if (parameter === undefined) return [];
      return [[wireName(active, parameter.name), startingValue(context, module, parameter)] as const];
    });
}
