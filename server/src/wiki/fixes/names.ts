import type { Fix } from '../../language/problem.ts';
import { moduleGroups } from '../catalogue/catalogue.ts';
import type { ParameterNode } from '../nodes.ts';
import { multipleValues } from '../values/list.ts';
import { needsOf, withUse } from './additions.ts';
import { replacedRemoved } from './deprecated.ts';
import { addsModule } from './fix-all.ts';
import { together } from './query-editor.ts';
import {
  argument,
  bindingOf,
  fix,
  type Fixer,
  namesakes,
  nodeOf,
  removal,
  type FixContext,
} from './fix-context.ts';

/** Corrects a name, adds the module that it belongs to, or removes it. */
export const fixName: Fixer = subject => [
  ...replacedRemoved(subject),
  ...nearestName(subject),
  ...owningModule(subject),
  ...removal(subject, 'unknown'),
];

function nearestName(subject: FixContext): Fix[] {
  const node = nodeOf(subject);
  const to = argument(subject, 'nearest');
  if (node === undefined || to === '') return [];
  const from = node.name.text;
  const kind = to.endsWith(from) || from.endsWith(to) ? 'prefix' : 'nearest';
  const free = subject.model.node(to) === undefined;
  // The name can also be meant as it is, for the module that the problem names.
  const isCertain = free && argument(subject, 'module') === '' && subject.problem.severity !== 'hint';
  // Where the name is a duplicate, the earlier one would count then.
  const edits = together(...namesakes(subject, node).map(each => subject.editor.rename(each, to)));
  return fix(kind, 'fix.rename', { from, to }, edits, isCertain);
}

function owningModule(subject: FixContext): Fix[] {
  const { model, knowledge } = subject;
  const [node, group, name] = [nodeOf(subject), argument(subject, 'group'), argument(subject, 'module')];
  const module = knowledge.catalogue.module(`query+${name}`);
  const role = [...moduleGroups, 'generator' as const].find(each => each === group);
  if (!node || !module || role === undefined || (role === 'generator' && model.node('generator'))) return [];
  const needs = needsOf(subject, { module, role });
  const last = moduleGroups.flatMap(each => model.node(each) ?? []).at(-1) ?? node;
  const edits = withUse(subject, role, name, last);
  const text = `${role}=${name}`;
  if (needs.length === 0) return fix(addsModule, 'fix.addModule', { text }, edits, model.isBare);
  const added = needs.map(([wire, value]) => subject.editor.add(node, wire, value));
  const args = { text, needs: needs.map(([wire, value]) => `${wire}=${value ?? ''}`).join(', ') };
  return fix('required', 'fix.addWith', args, together(edits, ...added));
}

/** A name written again: the earlier one goes, as it never counts; or its values join the later one's. */
export const fixDuplicate: Fixer = subject => {
  const node = nodeOf(subject);
  const last = node && subject.model.node(node.name.text);
  const known = subject.model.names.has(node?.name.text ?? '');
  return [...removal(subject, 'duplicate', known), ...(node && last ? joined(subject, [node], last) : [])];
};

function joined(subject: FixContext, others: readonly ParameterNode[], last: ParameterNode): Fix[] {
  if (bindingOf(subject)?.parameter.multi !== true) return [];
  const texts = [...others, last].flatMap(({ value }) =>
    value ? multipleValues(value).map(({ text }) => text) : [],
  );
  const { editor } = subject;
  const edits = together(
    ...others.map(node => editor.remove(node)),
    editor.setValue(last, [...new Set(texts)].join('|')),
  );
  return fix('join', 'fix.join', { name: last.name.text }, edits);
}

const withoutBrackets = (name: string): string => (name.endsWith(']') ? name.split('[', 1)[0]! : name);

/** `titles[]=A` and `titles[]=B` as `titles=A|B`. */
export const fixArray: Fixer = subject => {
  const { model, editor } = subject;
  const name = argument(subject, 'nearest');
  const node = nodeOf(subject);
  if (!node || model.node(name)) return removal(subject, 'unknown');
  const same = model.query.parameters.filter(each => withoutBrackets(each.name.text) === name);
  const values = same.map(each => each.value?.text ?? '').filter(text => text !== '');
  const others = same.filter(each => each !== node).map(each => editor.remove(each));
  const whole = same.length === 1 ? [] : editor.setValue(node, [...new Set(values)].join('|'));
  const edits = together(...others, editor.rename(node, name), whole);
  return fix('array', 'fix.rename', { from: node.name.text, to: name }, edits, true);
};

/** A flag that was meant to be off goes; one that was meant to be on loses its value. */
export const fixFlag: Fixer = subject => {
  const node = nodeOf(subject);
  if (node === undefined) return [];
  const bare = subject.editor.withoutValue(node);
  return [
    ...removal(subject, 'flag-false', true),
    ...fix('flag-true', 'fix.keepFlag', { name: node.name.text }, bare),
  ];
};
