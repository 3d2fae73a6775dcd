import type { Fix } from '../../language/problem.ts';
import { type ActiveModule, wireName } from '../model.ts';
import { plainForms, separatedParts } from '../values/plain-text.ts';
import { allowedSet } from '../validation/types/enumeration-check.ts';
import { needsOf, withUse } from './additions.ts';
import { type Edits, together } from './query-editor.ts';
import {
  argument,
  fix,
  type FixContext,
  type Fixer,
  isUncertain,
  type ProblemValue,
  placeOf,
  removal,
  replacement,
  valuesOf,
} from './fix-context.ts';
import { fixValue, removedValue, separated } from './value-fixes.ts';

/** Moves a module to the one of `list`, `prop` and `meta` that it belongs to; else as for any other value. */
export const fixModule: Fixer = context => {
  const group = argument(context, 'group');
  const place = placeOf(context);
  if (place === undefined || place.parameter.submodules.size === 0) return fixValue(context);
  if (context.problem.message === 'unrecognizedvalues.own')
    return [...ownProperty(context, place), ...removedValue(context, place)];
  if (group === '')
    return [...separated(context, place), ...nearestModule(context, place), ...removedValue(context, place)];
  const { node, value } = place;
  const { model, editor, knowledge } = context;
  const module = knowledge.catalogue.module(`query+${value.text}`);
  if (module?.group === undefined) return removedValue(context, place);
  const alone = node.value?.text === value.text;
  const moved =
    alone && !model.node(group)
      ? editor.rename(node, group)
      : together(editor.removeValues(node, [value]), withUse(context, group, value.text, node));
  const use = `${group}=${value.text}`;
  return [
    ...withNeeds(context, 'group', use, moved, { module, role: module.group }, place),
    ...removedValue(context, place),
  ];
};

/** Moves values to the `prop` of the module that has them. */
function ownProperty(context: FixContext, { node, value }: ProblemValue): Fix[] {
  const { model, editor } = context;
  const name = argument(context, 'nearest');
  const own = model.names.get(name)?.parameter;
  const values = valuesOf(node, { multi: true });
  const areAll = own !== undefined && values.every(({ text }) => allowedSet(own).has(text));
  if (areAll && model.node(name) === undefined)
    return fix('prefix', 'fix.rename', { from: node.name.text, to: name }, editor.rename(node, name), true);
  const edits = together(editor.removeValues(node, [value]), withUse(context, name, value.text, node));
  return fix('group', 'fix.move', { text: `${name}=${value.text}` }, edits);
}

/** A module of a similar name. */
function nearestModule(context: FixContext, place: ProblemValue): Fix[] {
  const name = argument(context, 'nearest');
  const module = context.knowledge.catalogue.module(`query+${name}`);
  if (module?.group === undefined) return [];
  const { node, value } = place;
  const role = node.name.text === 'generator' ? 'generator' : module.group;
  const isChosen = context.model.active.some(active => active.module === module && active.role === role);
  if (isChosen)
    return fix(
      'nearest',
      'fix.removeValue',
      { value: value.text },
      context.editor.removeValues(node, [value]),
    );
  const edits = context.editor.replaceValue(node, value, name);
  const kind = name === value.text.trim() ? 'trim' : 'nearest';
  const isCertain = plainForms(value.text).includes(name) || !isUncertain(context);
  return withNeeds(context, kind, name, edits, { module, role }, place, isCertain);
}

/** A fix that brings a module into the query, together with the parameters that the module requires. */
function withNeeds(
  context: FixContext,
  kind: string,
  text: string,
  edits: Edits,
  active: ActiveModule,
  { node }: ProblemValue,
  isCertain = true,
): Fix[] {
  const needs = needsOf(context, active);
  const title = kind === 'group' ? 'fix.move' : 'fix.replace';
  if (needs.length === 0) return fix(kind, title, { text, to: text }, edits, isCertain);
  const added = needs.map(([name, value]) => context.editor.add(node, name, value));
  const args = { text, needs: needs.map(([name, value]) => `${name}=${value ?? ''}`).join(', ') };
  return fix(kind, 'fix.moveWith', args, together(edits, ...added));
}

/** Uses a module that is not a generator as what it is; keeps one of several generators. */
export const fixGenerator: Fixer = context => {
  const place = placeOf(context);
  if (place === undefined) return [];
  const { message } = context.problem;
  if (message === 'badgenerator.not') return [...asSubmodule(context, place), ...removal(context, 'unknown')];
  if (message !== 'badgenerator.several')
    return [...nearestModule(context, place), ...removedValue(context, place)];
  const generators = new Set(context.model.catalogue.generators.map(({ name }) => name));
  const parts = separatedParts(place.value.text).filter(part => generators.has(part));
  return parts.flatMap(part => replacement(context, 'generator', part));
};

function asSubmodule(context: FixContext, place: ProblemValue): Fix[] {
  const { model, editor } = context;
  const name = argument(context, 'value');
  const module = model.catalogue.module(`query+${name}`);
  const node = model.node('generator');
  if (module?.group === undefined || node === undefined) return [];
  const { group } = module;
  const moved: Edits = model.node(group)
    ? together(editor.remove(node), withUse(context, group, name, node))
    : editor.rename(node, group);
  const as: ActiveModule = { module, role: group };
  const edits = together(moved, renamed(context, { module, role: 'generator' }, as));
  const needs = needsOf(context, { module, role: 'generator' });
  const use = `${group}=${name}`;
  return needs.length === 0
    ? fix('group', 'fix.move', { text: use }, edits, true)
    : withNeeds(context, 'group', use, edits, as, place);
}

/** Renames the parameters of a module whose role or name changes. */
export function renamed({ model, editor }: FixContext, from: ActiveModule, to: ActiveModule): Edits {
  const names = from.module.parameters
    .filter(({ name }) => to.module.parameter(name))
    .map(({ name }) => [wireName(from, name), wireName(to, name)] as const);
  return together(
    ...names.flatMap(([before, after]) => {
      const node = model.node(before);
      return node && before !== after ? [editor.rename(node, after)] : [];
    }),
  );
}
