/** Fixes that replace deprecated and removed modules, parameters and values. */
import type { Fix } from '#shared/base/text/problem.ts';
import { allowedValues, type Parameter } from '../catalogue/wiki-catalogue.ts';
import {
  removedParameter,
  removedValue,
  replacementOf,
  type Successor,
  successorsOf,
  valueReplacementOf,
} from '../catalogue/replacements.ts';
import { type ActiveModule, wireName } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { multipleValues } from '../values/value-list.ts';
import { pageSources } from '../validation/page-checks.ts';
import { splitUse, editsToUse } from './additions.ts';
import { type Edits, combineEdits } from './query-editor.ts';
import {
  argument,
  bindingOf,
  fix,
  type FixContext,
  type Fixer,
  moduleOf,
  duplicatesOf,
  nodeOf,
  parameterNamed,
  problemValue,
  removalFix,
  removeWithDuplicates,
  replacementFix,
  valuesOf,
} from './fix-context.ts';
import { valueRemovalFix } from './value-fixes.ts';

/** Replaces a deprecated parameter, or removes it. */
export const fixDeprecatedParameter: Fixer = context => [
  ...replaceDeprecatedFix(context),
  ...removalFix(context, 'unknown'),
];

function replaceDeprecatedFix(context: FixContext): Fix[] {
  const node = nodeOf(context);
  const from = argument(context, 'name');
  // A name can mean two things, such as `iwurl`; the deprecated one is meant.
  const active = context.model.active.find(candidate => parameterNamed(candidate, from)?.deprecated === true);
  const parameter = active && parameterNamed(active, from);
  const replacement = parameter && replacementOf(active.module, parameter);
  if (!node || !active || replacement?.parameter === undefined) return [];
  const { model, editor } = context;
  const to = wireName(active, replacement.parameter);
  const text = replacement.value === undefined ? to : `${to}=${replacement.value}`;
  const besideName = replacement.beside && wireName(active, replacement.beside.parameter);
  const earlier = duplicatesOf(context, node).filter(other => other !== node);
  const edits = combineEdits(
    ...earlier.map(duplicate => editor.remove(duplicate)),
    movedTo(context, node, to, replacement.value),
    besideName === undefined || replacement.beside === undefined
      ? []
      : editsToUse(context, besideName, replacement.beside.value, node),
  );
  return fix('deprecated', 'fix.rename', { from, to: text }, edits, true);

  function movedTo(at: FixContext, moved: ParameterNode, name: string, value: string | undefined): Edits {
    const exists = model.node(name) !== undefined;
    if (value === undefined) return exists ? undefined : editor.rename(moved, name);
    return exists
      ? combineEdits(editor.remove(moved), editsToUse(at, name, value, moved))
      : editor.replaceParameter(moved, name, value);
  }
}

/** Replaces a deprecated value, or removes it. */
export const fixDeprecatedValue: Fixer = context => {
  const place = problemValue(context);
  const active = bindingOf(context)?.active;
  if (!place || !active) return [];
  const { node, value, parameter } = place;
  const replacement = valueReplacementOf(active.module, parameter, value.text);
  const hasReplacement = valuesOf(node, parameter).some(({ text }) => text === replacement?.value);
  if (replacement?.value !== undefined && replacement.parameter === undefined && !hasReplacement)
    return replacementFix(context, 'deprecated', replacement.value, true);
  const without = parameter.multi ? context.editor.removeValues(node, [value]) : undefined;
  const isUseless = replacement?.parameter === undefined && replacement?.instead === undefined;
  const withoutValue = fix('deprecated', 'fix.removeValue', { value: value.text }, without, isUseless);
  if (replacement?.parameter === undefined) return withoutValue;
  const name = wireName(active, replacement.parameter);
  const edits = combineEdits(without, editsToUse(context, name, replacement.value, node));
  const title = { from: value.text, to: `${name}=${replacement.value}` };
  return [...fix('deprecated', 'fix.rename', title, edits, true), ...withoutValue];
};

/** Replaces a parameter that no current MediaWiki has by one that does the same. */
export function replaceRemovedFix(context: FixContext): Fix[] {
  const node = nodeOf(context);
  if (node === undefined) return [];
  const from = node.name.text;
  const removal = removedParameter(context.model, from)?.removal;
  if (removal?.instead === undefined) return [];
  const [name, value] = splitUse(removal.instead);
  const edits = combineEdits(removeWithDuplicates(context, node), editsToUse(context, name, value, node));
  return fix('deprecated', 'fix.rename', { from, to: removal.instead }, edits);
}

/** Replaces a value that no current MediaWiki has by what does the same, or removes it. */
export const fixRemovedValue: Fixer = context => {
  const place = problemValue(context);
  const active = bindingOf(context)?.active;
  if (!place || !active) return [];
  const { node, value, parameter } = place;
  const instead = removedValue(active.module, parameter, value.text)?.instead;
  const removal = valueRemovalFix(context, place);
  if (instead === undefined) return removal;
  const without =
    valuesOf(node, parameter).length === 1
      ? removeWithDuplicates(context, node)
      : context.editor.removeValues(node, [value]);
  const edits = combineEdits(without, editsToUse(context, ...splitUse(instead), node));
  return [...fix('deprecated', 'fix.rename', { from: value.text, to: instead }, edits), ...removal];
};

/** Replaces a deprecated module: by the one that does the same for the pages of the query, or for none. */
export const fixDeprecatedModule: Fixer = context => {
  const from = moduleOf(context);
  if (from === undefined) return [];
  const hasPages = [...pageSources, 'generator'].some(
    name => (context.model.node(name)?.value?.text ?? '') !== '',
  );
  return successorsOf(from.module)
    .filter(({ pages }) => pages === hasPages)
    .flatMap(successor => replaceModuleFix(context, from, successor));
};

function replaceModuleFix(context: FixContext, from: ActiveModule, successor: Successor): Fix[] {
  const { model, editor } = context;
  const module = model.catalogue.module(`query+${successor.module}`);
  const node = nodeOf(context);
  const parameter = node && model.binding(node)?.parameter;
  const value = parameter && valuesOf(node, parameter).find(({ text }) => text === from.module.name);
  if (!module?.group || !node || !value) return [];
  const { group, name } = module;
  const to: ActiveModule = { module, role: group };
  const edits = combineEdits(
    renamedModule(),
    ...from.module.parameters.map(declared => translateParameter(context, from, to, declared, successor)),
  );
  return fix('deprecated', 'fix.rename', { from: from.module.name, to: `${group}=${name}` }, edits);

  function renamedModule(): Edits {
    if (group === node!.name.text) return editor.replaceValue(node!, value!, name);
    if (node!.value?.text === value!.text && !model.node(group))
      return editor.replaceParameter(node!, group, name);
    return combineEdits(editor.removeValues(node!, [value!]), editsToUse(context, group, name, node!));
  }
}

/** Renames a parameter of a replaced module and keeps the values that exist there; removes it if none is left. */
function translateParameter(
  context: FixContext,
  from: ActiveModule,
  to: ActiveModule,
  { name }: Parameter,
  successor: Successor,
): Edits {
  const node = context.model.node(wireName(from, name));
  if (node === undefined) return [];
  const target = to.module.parameter(name);
  const keptTexts = target && keptValues(node, target, successor);
  if (keptTexts === undefined || keptTexts.length === 0) return removeWithDuplicates(context, node);
  return renameWithValues(context, node, wireName(to, name), keptTexts);
}

/** The values of a parameter by their names in the replacing module, without those that it does not have. */
function keptValues(
  { value }: ParameterNode,
  target: Parameter,
  { values }: Successor,
): readonly string[] | 'same' {
  const allowed = allowedValues(target);
  if (allowed === undefined) return 'same';
  const writtenTexts = value ? multipleValues(value).map(({ text }) => text) : [];
  const valueNames = values[target.name] ?? {};
  const keptTexts = writtenTexts
    .map(text => (text in valueNames ? valueNames[text]! : text))
    .filter(text => text !== null && allowed.includes(text));
  return keptTexts.join('|') === writtenTexts.join('|') ? 'same' : [...new Set(keptTexts)];
}

function renameWithValues(
  context: FixContext,
  node: ParameterNode,
  name: string,
  values: readonly string[] | 'same',
): Edits {
  const { editor } = context;
  return combineEdits(
    ...(node.name.text === name
      ? []
      : duplicatesOf(context, node).map(duplicate => editor.rename(duplicate, name))),
    values === 'same' ? [] : editor.setValue(node, values.join('|')),
  );
}

/**
 * Renames a parameter. If it is of a deprecated module that a module of the query replaces, its values are renamed too;
 * `undefined` = the replacing module has none of the values.
 */
export function renameAndTranslate(context: FixContext, node: ParameterNode, to: string): Edits {
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
  return values.length === 0 ? undefined : renameWithValues(context, node, to, values);
}
