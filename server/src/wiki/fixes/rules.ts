import type { Fix } from '../../language/problem.ts';
import { pageParameterOf } from '../catalogue/requirements.ts';
import { pageSources } from '../validation/pages.ts';
import { namespaceOf, readTitle } from '../values/title.ts';
import { wireName } from '../model.ts';
import { additions, isNeeded, naming, splitUse, withUse } from './additions.ts';
import { type Edits, together } from './query-editor.ts';
import {
  argument,
  bindingOf,
  fix,
  type Fixer,
  listed,
  moduleOf,
  nodeOf,
  placeOf,
  removal,
  removed,
  replacement,
  type FixContext,
  valuesOf,
} from './fix-context.ts';

/** Of two that do not go together either can go; the one that the wiki takes no notice of rather. */
export const fixConflict: Fixer = subject => {
  const ignored = ['rule.unusedBeside', 'rule.redirectsIgnored'].includes(subject.problem.message ?? '');
  return [...new Set([argument(subject, 'use'), argument(subject, 'other')])].flatMap((use, index) =>
    fix('conflict', 'fix.remove', { name: use }, withoutUse(subject, use), ignored && index === 0),
  );
};

function withoutUse(subject: FixContext, use: string): Edits {
  const { model, editor } = subject;
  const [name, value] = splitUse(use);
  const node = model.node(name);
  const parameter = node && model.binding(node)?.parameter;
  if (!node || !parameter) return undefined;
  if (value === undefined || !parameter.multi) return removed(subject, node);
  return editor.removeValues(
    node,
    valuesOf(node, parameter).filter(({ text }) => text === value),
  );
}

/** Of several that exclude each other this one goes, or the other. */
export const fixCrowd: Fixer = subject => {
  const name = argument(subject, 'other');
  const other = subject.model.node(name);
  return [
    ...removal(subject, 'conflict'),
    ...(other ? fix('conflict', 'fix.remove', { name }, removed(subject, other)) : []),
  ];
};

/** What is missing beside is added; what needs it can go instead. */
export const fixMissing: Fixer = subject => {
  const uses = listed(subject, 'others');
  const use = argument(subject, 'use');
  const after = nodeOf(subject);
  const certain = uses.length === 1 && isCertain(subject, uses[0]!);
  return [
    ...additions(subject, 'beside', uses, after, certain),
    ...(use === '' ? [] : fix('conflict', 'fix.remove', { name: use }, withoutUse(subject, use))),
  ];
};

/** True where nobody has to think of a value: it is given, a flag, or the only one that there is. */
function isCertain({ model }: FixContext, use: string): boolean {
  const [name, value] = splitUse(use);
  const type = model.names.get(name)?.parameter.type;
  return value !== undefined || type === 'boolean' || (Array.isArray(type) && type.length === 1);
}

/** A parameter that a module wants is added with a value to begin with; an empty one gets it. */
export const fixRequired: Fixer = subject => {
  const name = argument(subject, 'name');
  const active = moduleOf(subject);
  const after = nodeOf(subject) ?? (active && naming(subject, active));
  return additions(subject, 'required', [name], after);
};

/** Adds one of several parameters that a module requires; `titles` or `pageids` may be meant for it. */
export const fixChoice: Fixer = subject => {
  const after = nodeOf(subject);
  return [...renamedPages(subject), ...additions(subject, 'required', listed(subject, 'names'), after)];
};

function renamedPages(context: FixContext): Fix[] {
  const { model, knowledge, editor } = context;
  const active = moduleOf(context);
  if (active === undefined || model.node('prop') || model.node('generator')) return [];
  return pageSources.flatMap(source => {
    const node = model.node(source);
    const to = node && pageParameterOf(knowledge.rules, model, active, node);
    if (node === undefined || to === undefined) return [];
    return fix('required', 'fix.rename', { from: source, to }, editor.rename(node, to));
  });
}

/** Pages for what tells about pages. */
export const fixPages: Fixer = subject => additions(subject, 'required', ['titles'], nodeOf(subject));

/** A parameter that must not be empty gets a value, or goes. */
export const fixEmpty: Fixer = subject => [
  ...fixRequired(subject),
  ...removal(subject, 'empty', !isNeeded(subject)),
];

/** One of two values that leave nothing over goes. */
export const fixContradiction: Fixer = subject => {
  const node = nodeOf(subject);
  const parameter = bindingOf(subject)?.parameter;
  if (!node || !parameter) return [];
  return ['value', 'other'].flatMap((key): Fix[] => {
    const value = argument(subject, key);
    const gone = valuesOf(node, parameter).filter(({ text }) => text === value);
    return fix('conflict', 'fix.removeValue', { value }, subject.editor.removeValues(node, gone));
  });
};

/** The title in the namespace that is asked for. */
export const fixTitleNamespace: Fixer = subject => {
  const namespace = argument(subject, 'namespace');
  const text = argument(subject, 'value');
  if (namespace === '') return [];
  const trimmed = text.trimStart();
  const rest = trimmed.replace(/^:?[^:]*:\s*/, '');
  const named =
    rest !== trimmed &&
    namespaceOf(text.slice(0, text.indexOf(':')).trim(), subject.knowledge.facts) !== undefined;
  const to = `${namespace}:${named ? rest : text}`;
  if (readTitle(to, subject.knowledge.facts) === undefined) return removal(subject, 'unknown');
  return replacement(subject, 'title', to, !named);
};

/** A namespace in front of the beginning of a title belongs into its own parameter. */
export const fixTitlePart: Fixer = subject => {
  const place = placeOf(subject);
  const active = bindingOf(subject)?.active;
  const [, prefix = '', rest = ''] = /^([^:]+):\s*(.*)$/s.exec(place?.value.text ?? '') ?? [];
  const id = namespaceOf(prefix.trim(), subject.knowledge.facts);
  if (!place || !active?.module.parameter('namespace') || id === undefined || rest === '') return [];
  const name = wireName(active, 'namespace');
  const edits = together(
    subject.editor.replaceValue(place.node, place.value, rest),
    withUse(subject, name, String(id), place.node),
  );
  return fix('title', 'fix.splitNamespace', { text: `${name}=${id}`, rest }, edits);
};
