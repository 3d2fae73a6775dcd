/** Fixes that add a parameter or a value to a query. */
import startingData from '../../../catalogue/wiki/starting-values.json' with { type: 'json' };
import { nearest } from '#shared/base/text/nearest.ts';
import type { Fix } from '#shared/base/text/problem.ts';
import { allowedValues, type Module, type Parameter } from '../catalogue/wiki-catalogue.ts';
import { type ActiveModule, wireName } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { maxDifferingLetters } from '../validation/wiki-check.ts';
import { multipleValues } from '../values/value-list.ts';
import type { Edits } from './query-editor.ts';
import { alternativesOf } from '../catalogue/requirements.ts';
import { bindingOf, fix, type FixContext } from './fix-context.ts';

const startingValues: ReadonlyMap<string, string> = new Map(Object.entries(startingData));

/** Makes a query use `name=value`: as another value of a list, as a new value, or as a new parameter. */
export function editsToUse(
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
  const values = node.value ? multipleValues(node.value).map(({ text }) => text) : [];
  return values.includes(value) ? [] : editor.appendValue(node, value);
}

/** Fixes that add a parameter, given as `name` or `name=value`; without a value, with one to start with. */
export function additions(
  context: FixContext,
  kind: string,
  uses: readonly string[],
  after: ParameterNode | undefined,
  preferred = false,
): Fix[] {
  return uses.flatMap(use => {
    const [name, requiredValue] = splitUse(use);
    const binding = context.model.names.get(name);
    if (after === undefined || binding === undefined) return [];
    const { active, parameter } = binding;
    const value = requiredValue ?? startingValue(context, active.module, parameter);
    const parameterText = value === undefined ? name : `${name}=${value}`;
    const lastOfModule = context.model.query.parameters.findLast(
      node => active.at !== undefined && context.model.binding(node)?.active === active,
    );
    const edits = editsToUse(context, name, value, lastOfModule ?? after);
    return fix(kind, 'fix.add', { text: parameterText }, edits, preferred);
  });
}

/** Splits `name=value`; without `=` there is no value. */
export function splitUse(use: string): readonly [name: string, value: string | undefined] {
  const at = use.indexOf('=');
  return at < 0 ? [use, undefined] : [use.slice(0, at), use.slice(at + 1)];
}

/** A value to start with, of an example with several the first one; undefined for a flag. */
function startingValue({ knowledge }: FixContext, module: Module, parameter: Parameter): string | undefined {
  const { type, multi } = parameter;
  if (type === 'boolean') return undefined;
  const whole = knowledge.texts.parameter(module.name, parameter.name)?.example;
  const example = multi ? whole?.split('|')[0] : whole;
  const allowed = allowedValues(parameter)?.find(value => value !== '');
  return example ?? allowed ?? (typeof type === 'string' ? startingValues.get(type) : undefined) ?? '';
}

/** The parameter that names a module; undefined for a module that is always active. */
export const namingParameter = ({ model }: FixContext, { at }: ActiveModule): ParameterNode | undefined =>
  at && model.query.parameters.find(({ span }) => span.start <= at.span.start && at.span.end <= span.end);

/** Whether a parameter is required, alone or as one of several. */
export function isRequiredByModule(context: FixContext): boolean {
  const binding = bindingOf(context);
  if (binding === undefined) return false;
  const { active, parameter } = binding;
  return (
    parameter.required || alternativesOf(context.knowledge.rules, active.module, parameter.name).length > 0
  );
}

/**
 * The parameters that a module would still require if it were added to the query, by name in the request, each with a
 * value to start with. One that is misspelt in the query is not among them.
 */
export function missingRequirements(
  context: FixContext,
  active: ActiveModule,
): readonly (readonly [name: string, value: string | undefined])[] {
  const { model, knowledge } = context;
  const { module } = active;
  const unknownNames = model.query.parameters
    .map(({ name }) => name.text)
    .filter(name => !model.names.has(name));
  const isWritten = (name: string): boolean => {
    const wire = wireName(active, name);
    const isMisspelt = unknownNames.some(
      unknown => unknown !== wire && nearest(unknown, [wire], maxDifferingLetters) !== undefined,
    );
    return isMisspelt || (model.node(wire)?.value?.text ?? '') !== '';
  };
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
