import replacements from '../../../catalogue/wiki/replacements.json' with { type: 'json' };
import type { Fix } from '../../language/problem.ts';
import { type ActiveModule, wireName } from '../model.ts';
import { withUse } from './additions.ts';
import { renamed } from './modules.ts';
import { together } from './query-editor.ts';
import {
  argument,
  bindingOf,
  fix,
  type Fixer,
  moduleOf,
  namesakes,
  nodeOf,
  parameterNamed,
  placeOf,
  removal,
  replacement,
  type FixContext,
  valuesOf,
} from './fix-context.ts';

/** What has taken the place of something deprecated. */
interface Replacement {
  /** Its own name in the same module; absent = the same parameter. */
  readonly parameter?: string;
  /** Absent = the value stays. */
  readonly value?: string;
  /** What must stand beside it. */
  readonly beside?: { readonly parameter: string; readonly value: string };
}

/** By module and own name of the parameter. */
const parameters: ReadonlyMap<string, Replacement> = new Map(Object.entries(replacements.parameters));
/** The same with the value behind. */
const values: ReadonlyMap<string, Replacement> = new Map(Object.entries(replacements.values));
/** By name, each with the modules that share its work now. */
const modules: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(replacements.modules));

/** What has taken the place of a deprecated parameter; it can always go. */
export const fixDeprecatedParameter: Fixer = subject => [
  ...replacedParameter(subject),
  ...removal(subject, 'unknown'),
];

function replacedParameter(subject: FixContext): Fix[] {
  const node = nodeOf(subject);
  const from = argument(subject, 'name');
  // A name can mean two things, as `iwurl`: the deprecated one is meant.
  const active = subject.model.active.find(each => parameterNamed(each, from)?.deprecated === true);
  const own = active && parameterNamed(active, from);
  const found = own && parameters.get(`${active.module.name}.${own.name}`);
  if (!node || !active || found?.parameter === undefined) return [];
  const { model, editor } = subject;
  const to = wireName(active, found.parameter);
  const text = found.value === undefined ? to : `${to}=${found.value}`;
  const beside = found.beside && wireName(active, found.beside.parameter);
  const earlier = namesakes(subject, node).filter(each => each !== node);
  const edits = together(
    ...earlier.map(each => editor.remove(each)),
    found.value === undefined
      ? model.node(to)
        ? undefined
        : editor.rename(node, to)
      : model.node(to)
        ? together(editor.remove(node), withUse(subject, to, found.value, node))
        : editor.become(node, to, found.value),
    beside === undefined || found.beside === undefined
      ? []
      : withUse(subject, beside, found.beside.value, node),
  );
  return fix('deprecated', 'fix.rename', { from, to: text }, edits, true);
}

/** What has taken the place of a deprecated value; where nothing has, away with it. */
export const fixDeprecatedValue: Fixer = subject => {
  const place = placeOf(subject);
  const active = bindingOf(subject)?.active;
  if (!place || !active) return [];
  const { node, value, parameter } = place;
  const found = values.get(`${active.module.name}.${parameter.name}.${value.text}`);
  const chosen = valuesOf(node, parameter).some(({ text }) => text === found?.value);
  if (found?.value !== undefined && found.parameter === undefined && !chosen)
    return replacement(subject, 'deprecated', found.value, true);
  const without = parameter.multi ? subject.editor.removeValues(node, [value]) : undefined;
  const removed = fix(
    'deprecated',
    'fix.removeValue',
    { value: value.text },
    without,
    found?.parameter === undefined,
  );
  if (found?.parameter === undefined) return removed;
  const name = wireName(active, found.parameter);
  const edits = together(without, withUse(subject, name, found.value, node));
  const title = { from: value.text, to: `${name}=${found.value}` };
  return [...fix('deprecated', 'fix.rename', title, edits, true), ...removed];
};

/** A module in the place of a deprecated one, with its parameters' names as far as it has them. */
export const fixDeprecatedModule: Fixer = subject => {
  const from = moduleOf(subject);
  return (modules.get(from?.module.name ?? '') ?? []).flatMap(name => replacedModule(subject, from!, name));
};

function replacedModule(subject: FixContext, from: ActiveModule, name: string): Fix[] {
  const { model, editor } = subject;
  const module = model.catalogue.module(`query+${name}`);
  const node = nodeOf(subject);
  const parameter = node && model.binding(node)?.parameter;
  const value = parameter && valuesOf(node, parameter).find(({ text }) => text === from.module.name);
  if (!module?.group || !node || !value) return [];
  const { group } = module;
  const named =
    group === node.name.text
      ? editor.replaceValue(node, value, name)
      : node.value?.text === value.text && !model.node(group)
        ? editor.become(node, group, name)
        : together(editor.removeValues(node, [value]), withUse(subject, group, name, node));
  const edits = together(named, renamed(subject, from, { module, role: group }));
  return fix('deprecated', 'fix.rename', { from: from.module.name, to: `${group}=${name}` }, edits);
}
