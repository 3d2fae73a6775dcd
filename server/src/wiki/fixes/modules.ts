import type { Fix } from '../../language/problem.ts';
import { type ActiveModule, wireName } from '../model.ts';
import { hasItsNeeds, withUse } from './additions.ts';
import { type Edits, together } from './query-editor.ts';
import { argument, fix, type Fixer, placeOf, removal, replacement, type FixContext } from './fix-context.ts';
import { fixValue } from './values.ts';

/** A module in the wrong one of `list`, `prop` and `meta` moves there; else as any other value. */
export const fixModule: Fixer = subject => {
  const group = argument(subject, 'group');
  const place = placeOf(subject);
  if (group === '' || place === undefined) return fixValue(subject);
  const { node, value } = place;
  const { model, editor, knowledge } = subject;
  const module = knowledge.catalogue.module(`query+${value.text}`);
  const alone = node.value?.text === value.text;
  const edits =
    alone && !model.node(group)
      ? editor.rename(node, group)
      : together(editor.removeValues(node, [value]), withUse(subject, group, value.text, node));
  const preferred = module?.group !== undefined && hasItsNeeds(subject, { module, role: module.group });
  return [
    ...fix('group', 'fix.move', { text: `${group}=${value.text}` }, edits, preferred),
    ...fixValue(subject),
  ];
};

/** A generator that is none becomes what it can be; of several one stays. */
export const fixGenerator: Fixer = subject => {
  const place = placeOf(subject);
  if (place === undefined) return [];
  const { message } = subject.problem;
  if (message === 'badgenerator.not') return [...asSubmodule(subject), ...removal(subject, 'unknown')];
  if (message !== 'badgenerator.several') return fixValue(subject);
  const generators = new Set(subject.model.catalogue.generators.map(({ name }) => name));
  const parts = place.value.text.split('|').filter(part => generators.has(part));
  return parts.flatMap(part => replacement(subject, 'generator', part));
};

function asSubmodule(subject: FixContext): Fix[] {
  const { model, editor } = subject;
  const name = argument(subject, 'value');
  const module = model.catalogue.module(`query+${name}`);
  const node = model.node('generator');
  if (module?.group === undefined || node === undefined) return [];
  const { group } = module;
  const moved: Edits = model.node(group)
    ? together(editor.remove(node), withUse(subject, group, name, node))
    : editor.rename(node, group);
  const edits = together(moved, renamed(subject, { module, role: 'generator' }, { module, role: group }));
  const preferred = hasItsNeeds(subject, { module, role: 'generator' });
  return fix('group', 'fix.move', { text: `${group}=${name}` }, edits, preferred);
}

/** Gives the parameters of a module that changes its role or its name the names that they have then. */
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
