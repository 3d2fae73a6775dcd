import type { Fix } from '../../language/problem.ts';
import { allowedValues, type Parameter } from '../catalogue/wiki-catalogue.ts';
import {
  removedParameter,
  replacementOf,
  type Successor,
  successorsOf,
  valueReplacementOf,
} from '../catalogue/replacements.ts';
import { type ActiveModule, wireName } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { multipleValues } from '../values/value-list.ts';
import { pageSources } from '../validation/page-checks.ts';
import { splitUse, withUse } from './additions.ts';
import { type Edits, together } from './query-editor.ts';
import {
  argument,
  bindingOf,
  fix,
  type FixContext,
  type Fixer,
  moduleOf,
  namesakes,
  nodeOf,
  parameterNamed,
  placeOf,
  removal,
  removed,
  replacement,
  valuesOf,
} from './fix-context.ts';

/** Replaces a deprecated parameter, or removes it. */
export const fixDeprecatedParameter: Fixer = context => [
  ...replacedParameter(context),
  ...removal(context, 'unknown'),
];

function replacedParameter(context: FixContext): Fix[] {
  const node = nodeOf(context);
  const from = argument(context, 'name');
  // A name can mean two things, such as `iwurl`; the deprecated one is meant.
  const active = context.model.active.find(each => parameterNamed(each, from)?.deprecated === true);
  const own = active && parameterNamed(active, from);
  const found = own && replacementOf(active.module, own);
  if (!node || !active || found?.parameter === undefined) return [];
  const { model, editor } = context;
  const to = wireName(active, found.parameter);
  const text = found.value === undefined ? to : `${to}=${found.value}`;
  const beside = found.beside && wireName(active, found.beside.parameter);
  const earlier = namesakes(context, node).filter(each => each !== node);
  const edits = together(
    ...earlier.map(each => editor.remove(each)),
    movedTo(context, node, to, found.value),
    beside === undefined || found.beside === undefined
      ? []
      : withUse(context, beside, found.beside.value, node),
  );
  return fix('deprecated', 'fix.rename', { from, to: text }, edits, true);

  function movedTo(at: FixContext, moved: ParameterNode, name: string, value: string | undefined): Edits {
    const exists = model.node(name) !== undefined;
    if (value === undefined) return exists ? undefined : editor.rename(moved, name);
    return exists
      ? together(editor.remove(moved), withUse(at, name, value, moved))
      : editor.become(moved, name, value);
  }
}

/** Replaces a deprecated value, or removes it. */
export const fixDeprecatedValue: Fixer = context => {
  const place = placeOf(context);
  const active = bindingOf(context)?.active;
  if (!place || !active) return [];
  const { node, value, parameter } = place;
  const found = valueReplacementOf(active.module, parameter, value.text);
  const chosen = valuesOf(node, parameter).some(({ text }) => text === found?.value);
  if (found?.value !== undefined && found.parameter === undefined && !chosen)
    return replacement(context, 'deprecated', found.value, true);
  const without = parameter.multi ? context.editor.removeValues(node, [value]) : undefined;
  const isUseless = found?.parameter === undefined && found?.instead === undefined;
  const withoutValue = fix('deprecated', 'fix.removeValue', { value: value.text }, without, isUseless);
  if (found?.parameter === undefined) return withoutValue;
  const name = wireName(active, found.parameter);
  const edits = together(without, withUse(context, name, found.value, node));
  const title = { from: value.text, to: `${name}=${found.value}` };
  return [...fix('deprecated', 'fix.rename', title, edits, true), ...withoutValue];
};

/** Replaces a parameter that no current MediaWiki has by what does the same. */
export function replacedRemoved(context: FixContext): Fix[] {
  const node = nodeOf(context);
  if (node === undefined) return [];
  const from = node.name.text;
  const found = removedParameter(context.model, from)?.removal;
  if (found?.instead === undefined) return [];
  const [name, value] = splitUse(found.instead);
  const edits = together(removed(context, node), withUse(context, name, value, node));
  return fix('deprecated', 'fix.rename', { from, to: found.instead }, edits);
}

/** Replaces a deprecated module: by the one that does the same for the pages of the query, or for none. */
export const fixDeprecatedModule: Fixer = context => {
  const from = moduleOf(context);
  if (from === undefined) return [];
  const hasPages = [...pageSources, 'generator'].some(
    name => (context.model.node(name)?.value?.text ?? '') !== '',
  );
  return successorsOf(from.module)
    .filter(({ pages }) => pages === hasPages)
    .flatMap(successor => replacedModule(context, from, successor));
};

function replacedModule(context: FixContext, from: ActiveModule, successor: Successor): Fix[] {
  const { model, editor } = context;
  const module = model.catalogue.module(`query+${successor.module}`);
  const node = nodeOf(context);
  const parameter = node && model.binding(node)?.parameter;
  const value = parameter && valuesOf(node, parameter).find(({ text }) => text === from.module.name);
  if (!module?.group || !node || !value) return [];
  const { group, name } = module;
  const to: ActiveModule = { module, role: group };
  const edits = together(
    renamedModule(),
    ...from.module.parameters.map(each => translated(context, from, to, each, successor)),
  );
  return fix('deprecated', 'fix.rename', { from: from.module.name, to: `${group}=${name}` }, edits);

  function renamedModule(): Edits {
    if (group === node!.name.text) return editor.replaceValue(node!, value!, name);
    if (node!.value?.text === value!.text && !model.node(group)) return editor.become(node!, group, name);
    return together(editor.removeValues(node!, [value!]), withUse(context, group, name, node!));
  }
}

/** Renames a parameter of a replaced module and keeps the values that exist there; removes it if none is left. */
function translated(
  context: FixContext,
  from: ActiveModule,
  to: ActiveModule,
  { name }: Parameter,
  successor: Successor,
): Edits {
  const node = context.model.node(wireName(from, name));
  if (node === undefined) return [];
  const target = to.module.parameter(name);
  const kept = target && keptValues(node, target, successor);
  if (kept === undefined || kept.length === 0) return removed(context, node);
  return renamedWith(context, node, wireName(to, name), kept);
}

/** The values of a parameter as the module calls them that replaces its own, without those that do not exist there. */
function keptValues(
  { value }: ParameterNode,
  target: Parameter,
  { values }: Successor,
): readonly string[] | 'same' {
  const allowed = allowedValues(target);
  if (allowed === undefined) return 'same';
  const written = value ? multipleValues(value).map(({ text }) => text) : [];
  const known = values[target.name] ?? {};
  const kept = written
    .map(text => (text in known ? known[text]! : text))
    .filter(text => text !== null && allowed.includes(text));
  return kept.join('|') === written.join('|') ? 'same' : [...new Set(kept)];
}

function renamedWith(
  context: FixContext,
  node: ParameterNode,
  name: string,
  values: readonly string[] | 'same',
): Edits {
  const { editor } = context;
  return together(
    ...(node.name.text === name ? [] : namesakes(context, node).map(each => editor.rename(each, name))),
    values === 'same' ? [] : editor.setValue(node, values.join('|')),
  );
}

/**
 * Renames a parameter; with its values, where it is that of a deprecated module which a module of the query replaces.
 * Without edits where none of the values exists there.
 */
export function renamedAndTranslated(context: FixContext, node: ParameterNode, to: string): Edits {
  const { model } = context;
  const { active, parameter } = model.names.get(to) ?? {};
  const successor = model.catalogue.all
    .filter(
      module =>
        active !== undefined &&
        parameter !== undefined &&
        module.deprecated &&
        module.prefix + parameter.name === node.name.text,
    )
    .flatMap(successorsOf)
    .find(({ module }) => module === active?.module.name);
  const values = parameter && successor ? keptValues(node, parameter, successor) : 'same';
  return values.length === 0 ? undefined : renamedWith(context, node, to, values);
}
