/** Fixes of conflicting, missing and useless parameters. */
import type { Fix } from '#shared/base/text/problem.ts';
import { pageParameterOf } from '../catalogue/requirements.ts';
import { pageSources } from '../validation/page-checks.ts';
import { pageAddress, namespaceOf, readTitle } from '../values/title.ts';
import { fixTitle } from './text-fixes.ts';
import { wireName } from '../model.ts';
import { additions, isRequiredByModule, namingParameter, splitUse, editsToUse } from './additions.ts';
import { type Edits, combineEdits } from './query-editor.ts';
import {
  argument,
  bindingOf,
  fix,
  type Fixer,
  argumentList,
  moduleOf,
  nodeOf,
  problemValue,
  removalFix,
  removeWithDuplicates,
  replacementFix,
  type FixContext,
  valuesOf,
} from './fix-context.ts';

/** Removes one of two conflicting parameters, preferably the one that the wiki ignores. */
export const fixConflict: Fixer = context => {
  const ignored = ['rule.unusedBeside', 'rule.redirectsIgnored'].includes(context.problem.message ?? '');
  return [...new Set([argument(context, 'use'), argument(context, 'other')])].flatMap((use, index) =>
    fix('conflict', 'fix.remove', { name: use }, withoutUse(context, use), ignored && index === 0),
  );
};

function withoutUse(context: FixContext, use: string): Edits {
  const { model, editor } = context;
  const [name, value] = splitUse(use);
  const node = model.node(name);
  const parameter = node && model.binding(node)?.parameter;
  if (!node || !parameter) return undefined;
  if (value === undefined || !parameter.multi) return removeWithDuplicates(context, node);
  return editor.removeValues(
    node,
    valuesOf(node, parameter).filter(({ text }) => text === value),
  );
}

/** Removes one of several parameters that exclude each other. */
export const fixTooMany: Fixer = context => {
  const name = argument(context, 'other');
  const other = context.model.node(name);
  return [
    ...removalFix(context, 'conflict'),
    ...(other ? fix('conflict', 'fix.remove', { name }, removeWithDuplicates(context, other)) : []),
  ];
};

/** Adds what a parameter requires, or removes the parameter. */
export const fixMissing: Fixer = context => {
  const uses = argumentList(context, 'others');
  const use = argument(context, 'use');
  const after = nodeOf(context);
  const certain = uses.length === 1 && isCertain(context, uses[0]!);
  return [
    ...additions(context, 'beside', uses, after, certain),
    ...(use === '' ? [] : fix('conflict', 'fix.remove', { name: use }, withoutUse(context, use))),
  ];
};

/** Whether a use has only one possible value: a given one, that of a flag, or the only one allowed. */
function isCertain({ model }: FixContext, use: string): boolean {
  const [name, value] = splitUse(use);
  const type = model.names.get(name)?.parameter.type;
  return value !== undefined || type === 'boolean' || (Array.isArray(type) && type.length === 1);
}

/** Adds a required parameter with a value to start with; sets the value of an empty one. */
export const fixRequired: Fixer = context => {
  const name = argument(context, 'name');
  const active = moduleOf(context);
  const after = nodeOf(context) ?? (active && namingParameter(context, active));
  return additions(context, 'required', [name], after);
};

/** Adds one of several parameters that a module requires; `titles` or `pageids` may be meant for it. */
export const fixChoice: Fixer = context => {
  const after = nodeOf(context);
  return [...renamedPages(context), ...additions(context, 'required', argumentList(context, 'names'), after)];
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

/** Sets the value of a parameter that must not be empty, or removes it. */
export const fixEmpty: Fixer = context => [
  ...fixRequired(context),
  ...removalFix(context, 'empty', !isRequiredByModule(context)),
];

/** Removes one of two values that contradict each other. */
export const fixContradiction: Fixer = context => {
  const node = nodeOf(context);
  const parameter = bindingOf(context)?.parameter;
  if (!node || !parameter) return [];
  return ['value', 'other'].flatMap((key): Fix[] => {
    const value = argument(context, key);
    const removedValues = valuesOf(node, parameter).filter(({ text }) => text === value);
    return fix('conflict', 'fix.removeValue', { value }, context.editor.removeValues(node, removedValues));
  });
};

/** Puts a title into the required namespace. */
export const fixTitleNamespace: Fixer = context => {
  const namespace = argument(context, 'namespace');
  const text = argument(context, 'value');
  if (namespace === '') return [];
  if (pageAddress.test(text)) return fixTitle(context);
  const trimmed = text.trimStart();
  const rest = trimmed.replace(/^:?[^:]*:\s*/, '');
  const namedNodes =
    rest !== trimmed &&
    namespaceOf(text.slice(0, text.indexOf(':')).trim(), context.knowledge.facts) !== undefined;
  const to = `${namespace}:${namedNodes ? rest : text}`;
  if (readTitle(to, context.knowledge.facts) === undefined) return removalFix(context, 'unknown');
  return replacementFix(context, 'title', to, !namedNodes);
};

/** Moves a namespace in front of the start of a title to its own parameter. */
export const fixTitlePart: Fixer = context => {
  const place = problemValue(context);
  const active = bindingOf(context)?.active;
  const [, prefix = '', rest = ''] = /^([^:]+):\s*(.*)$/s.exec(place?.value.text ?? '') ?? [];
  const id = namespaceOf(prefix.trim(), context.knowledge.facts);
  if (!place || !active?.module.parameter('namespace') || id === undefined || rest === '') return [];
  const name = wireName(active, 'namespace');
  const edits = combineEdits(
    context.editor.replaceValue(place.node, place.value, rest),
    editsToUse(context, name, String(id), place.node),
  );
  return fix('title', 'fix.splitNamespace', { text: `${name}=${id}`, rest }, edits);
};

/** Adds what the query lacks for a column: another value of `prop`, after those that it has by default, or a parameter. */
export function fixColumn(context: FixContext): readonly Fix[] {
  const use = argument(context, 'first');
  const [name, value] = splitUse(use);
  const { model } = context;
  const last = model.query.parameters.at(-1);
  const binding = model.names.get(name);
  const fallback = String(binding?.parameter.default ?? '');
  if (last === undefined || value === undefined || model.node(name) !== undefined || fallback === '')
    return additions(context, 'beside', [use], last, true);
  const whole = `${name}=${fallback}|${value}`;
  const lastOfModule = model.query.parameters.findLast(
    node => model.binding(node)?.active === binding?.active,
  );
  return fix(
    'beside',
    'fix.add',
    { text: whole },
    context.editor.add(lastOfModule ?? last, name, `${fallback}|${value}`),
    true,
  );
}

/** Swaps the two ends of an empty range. */
export const fixSwapped: Fixer = context => {
  const { model, editor, problem } = context;
  const [start, end] = [argument(context, 'start'), argument(context, 'end')];
  const [first, last] = [model.node(start), model.node(end)];
  if (first === undefined || last === undefined || problem.message === 'empty-range.prefix') return [];
  return fix('range', 'fix.swap', { start, end }, editor.swapValues(first, last), true);
};

/** Adds what a parameter has no effect without, or removes the parameter. */
export const fixNoEffect: Fixer = context => [
  ...additions(context, 'beside', argumentList(context, 'others'), nodeOf(context)),
  ...removalFix(context, 'ignored'),
];
