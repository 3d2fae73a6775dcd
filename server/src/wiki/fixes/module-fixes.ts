/** Fixes of the values of `list`, `prop`, `meta` and `generator`. */
import type { Fix } from '#shared/base/text/problem.ts';
import { type ActiveModule, wireName } from '../model.ts';
import { plainForms, separatedParts } from '../values/plain-text.ts';
import { allowedSet } from '../validation/types/enumeration-check.ts';
import { additions, missingRequirements, editsToUse } from './additions.ts';
import { type Edits, combineEdits } from './query-editor.ts';
import {
  argument,
  fix,
  type FixContext,
  type Fixer,
  isUncertain,
  nodeOf,
  type ProblemValue,
  problemValue,
  removalFix,
  replacementFix,
  valuesOf,
} from './fix-context.ts';
import { fixValue, valueRemovalFix, separationFix } from './value-fixes.ts';

/** Moves a module to the one of `list`, `prop` and `meta` that it belongs to; else as for any other value. */
export const fixModule: Fixer = context => {
  const group = argument(context, 'group');
  const place = problemValue(context);
  if (place === undefined || place.parameter.submodules.size === 0) return fixValue(context);
  if (context.problem.message === 'unrecognizedvalues.own')
    return [...ownPropertyFix(context, place), ...valueRemovalFix(context, place)];
  if (context.problem.message === 'unrecognizedvalues.property')
    return [...propertyFix(context, place), ...valueRemovalFix(context, place)];
  if (group === '')
    return [
      ...separationFix(context, place),
      ...nearestModule(context, place),
      ...valueRemovalFix(context, place),
    ];
  const { node, value } = place;
  const { model, editor, knowledge } = context;
  const module = knowledge.catalogue.module(`query+${value.text}`);
  if (module?.group === undefined) return valueRemovalFix(context, place);
  const alone = node.value?.text === value.text;
  const moved =
    alone && !model.node(group)
      ? editor.rename(node, group)
      : combineEdits(editor.removeValues(node, [value]), editsToUse(context, group, value.text, node));
  const use = `${group}=${value.text}`;
  return [
    // A backslash before a pipe is in one of the values, wherever they are moved to.
    ...withRequirements(
      context,
      'group',
      use,
      moved,
      { module, role: module.group },
      place,
      !isEscaped(node),
    ),
    ...valueRemovalFix(context, place),
  ];
};

const isEscaped = ({ value }: ProblemValue['node']): boolean => value?.text.includes('\\') === true;

/** Moves values to the `prop` of the module that has them. */
function ownPropertyFix(context: FixContext, { node, value }: ProblemValue): Fix[] {
  const { model, editor } = context;
  const name = argument(context, 'nearest');
  const property = model.names.get(name)?.parameter;
  const values = valuesOf(node, { multi: true });
  const areAll = property !== undefined && values.every(({ text }) => allowedSet(property).has(text));
  if (areAll && model.node(name) === undefined)
    return fix('prefix', 'fix.rename', { from: node.name.text, to: name }, editor.rename(node, name), true);
  const edits = combineEdits(editor.removeValues(node, [value]), editsToUse(context, name, value.text, node));
  return fix('group', 'fix.move', { text: `${name}=${value.text}` }, edits);
}

/** Names the module that has a value, and gives it the value. */
function propertyFix(context: FixContext, { node, value }: ProblemValue): Fix[] {
  const [module, name] = [argument(context, 'module'), argument(context, 'nearest')];
  const needs = `${name}=${value.text}`;
  const edits = combineEdits(
    context.editor.replaceValue(node, value, module),
    context.editor.add(node, name, value.text),
  );
  return context.model.node(name) === undefined
    ? fix('group', 'fix.moveWith', { text: `prop=${module}`, needs }, edits)
    : [];
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
  return withRequirements(context, kind, name, edits, { module, role }, place, isCertain);
}

/** A fix that brings a module into the query, together with the parameters that the module requires. */
function withRequirements(
  context: FixContext,
  kind: string,
  text: string,
  edits: Edits,
  active: ActiveModule,
  { node }: ProblemValue,
  isCertain = true,
): Fix[] {
  const needs = missingRequirements(context, active);
  const title = kind === 'group' ? 'fix.move' : 'fix.replace';
  if (needs.length === 0) return fix(kind, title, { text, to: text }, edits, isCertain);
  const added = needs.map(([name, value]) => context.editor.add(node, name, value));
  const args = { text, needs: needs.map(([name, value]) => `${name}=${value ?? ''}`).join(', ') };
  return fix(kind, 'fix.moveWith', args, combineEdits(edits, ...added));
}

/** Uses a module that is not a generator as what it is; keeps one of several generators. */
export const fixGenerator: Fixer = context => {
  const place = problemValue(context);
  if (place === undefined) return [];
  const { message } = context.problem;
  if (message === 'badgenerator.not')
    return [...asSubmodule(context, place), ...removalFix(context, 'unknown')];
  if (message !== 'badgenerator.several')
    return [...nearestModule(context, place), ...valueRemovalFix(context, place)];
  const generators = new Set(context.model.catalogue.generators.map(({ name }) => name));
  const parts = separatedParts(place.value.text).filter(part => generators.has(part));
  return parts.flatMap(part => replacementFix(context, 'generator', part));
};

function asSubmodule(context: FixContext, place: ProblemValue): Fix[] {
  const { model, editor } = context;
  const name = argument(context, 'value');
  const module = model.catalogue.module(`query+${name}`);
  const node = model.node('generator');
  if (module?.group === undefined || node === undefined) return [];
  const { group } = module;
  const moved: Edits = model.node(group)
    ? combineEdits(editor.remove(node), editsToUse(context, group, name, node))
    : editor.rename(node, group);
  const as: ActiveModule = { module, role: group };
  const edits = combineEdits(moved, renameParameters(context, { module, role: 'generator' }, as));
  const needs = missingRequirements(context, { module, role: 'generator' });
  const use = `${group}=${name}`;
  return needs.length === 0
    ? fix('group', 'fix.move', { text: use }, edits, true)
    : withRequirements(context, 'group', use, edits, as, place);
}

/** Uses the list of a query as its generator, which gives the pages that a property needs. */
export const fixPages: Fixer = context => [
  ...asGenerator(context),
  ...additions(context, 'required', ['titles'], nodeOf(context)),
];

function asGenerator(context: FixContext): Fix[] {
  const { model, editor } = context;
  const node = model.node('list');
  const lists = model.active.filter(({ role }) => role === 'list');
  const [list] = lists;
  if (node === undefined || list === undefined || lists.length > 1 || !list.module.generator) return [];
  const edits = combineEdits(
    editor.rename(node, 'generator'),
    renameParameters(context, list, { module: list.module, role: 'generator' }),
  );
  return fix('group', 'fix.move', { text: `generator=${list.module.name}` }, edits);
}

/** Renames the parameters of a module whose role or name changes. */
function renameParameters({ model, editor }: FixContext, from: ActiveModule, to: ActiveModule): Edits {
  const names = from.module.parameters
    .filter(({ name }) => to.module.parameter(name))
    .map(({ name }) => [wireName(from, name), wireName(to, name)] as const);
  return combineEdits(
    ...names.flatMap(([before, after]) => {
      const node = model.node(before);
      return node && before !== after ? [editor.rename(node, after)] : [];
    }),
  );
}
