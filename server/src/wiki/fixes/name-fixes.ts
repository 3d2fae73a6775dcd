/** Fixes of unknown and duplicate parameter names. */
import { nearest } from '#shared/base/text/nearest.ts';
import type { Fix } from '#shared/base/text/problem.ts';
import { moduleGroups } from '../catalogue/wiki-catalogue.ts';
import { wireName } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { beforeAddress, isMark, isSameMark, withoutEquals } from '../validation/name-checks.ts';
import { allowedSet } from '../validation/types/enumeration-check.ts';
import { maxDifferingLetters } from '../validation/wiki-check.ts';
import { isOnlySigns, plainForms } from '../values/plain-text.ts';
import { multipleValues } from '../values/value-list.ts';
import { missingRequirements, editsToUse } from './additions.ts';
import { renameAndTranslate, replaceRemovedFix } from './deprecation-fixes.ts';
import { addsModule } from './compatible-fixes.ts';
import { combineEdits, type Edits } from './query-editor.ts';
import { argument, bindingOf, fix, type Fixer, nodeOf, removalFix, type FixContext } from './fix-context.ts';

/** Corrects a name, adds the module that it belongs to, or removes it. */
export const fixName: Fixer = context => [
  ...replaceRemovedFix(context),
  ...nearestName(context),
  ...owningModule(context),
  ...partOfValue(context),
  ...removalFix(context, 'unknown', isOnlySigns(nodeOf(context)?.name.text ?? '')),
];

/** A bare name that no module has is part of the value before it: after an `&` that is not encoded, or on a line without `|`. */
function partOfValue(context: FixContext): Fix[] {
  const { model, editor } = context;
  const node = nodeOf(context);
  const before = node && model.query.parameters[model.query.parameters.indexOf(node) - 1];
  if (!node || node.equals || !before?.value || argument(context, 'nearest') !== '') return [];
  const parameter = model.binding(before)?.parameter;
  const isText = parameter?.submodules.size === 0 && textTypes.has(String(parameter.type));
  const name = before.name.text;
  if (model.query.form === 'url') {
    const text = `${name}=${before.value.text}&${node.name.text}`;
    // Titles may as well be separated by `&`; `AT&T` hardly is. Dots stand for what an example leaves out.
    return isText
      ? fix(
          'encoding',
          'fix.encodeAmpersand',
          { text },
          editor.joinWithEncoded(before, node),
          /[\p{L}\p{N}]/u.test(node.name.text) &&
            (!parameter.multi || /(?:^|\|)[^|]{1,3}$/.test(before.value.text)),
        )
      : [];
  }
  return parameter?.multi === true && parameter.submodules.size === 0 && before.value.text !== ''
    ? fix('separator', 'fix.continue', { name }, editor.continueWith(node), before.value.text.endsWith('|'))
    : [];
}

const textTypes: ReadonlySet<string> = new Set(['string', 'text', 'title', 'user']);

/** Writes the `=` between a name and its value, and between all others that have the same sign there, as code has. */
export const fixColon: Fixer = context => {
  const { model } = context;
  const [node, name, value] = [nodeOf(context), argument(context, 'nearest'), argument(context, 'value')];
  if (node === undefined) return [];
  const sign = argument(context, 'sign');
  const others = model.query.parameters.flatMap(each => {
    const pair = each === node ? undefined : withoutEquals(model, each, isMark(sign));
    return pair !== undefined && isSameMark(pair.sign, sign) && (isMark(sign) || !/\w/.test(sign))
      ? [pairEdits(context, each, pair.nearest, pair.value)]
      : [];
  });
  const edits = pairEdits(context, node, name, value);
  return others.length === 0
    ? fix('nearest', 'fix.replace', { to: `${name}=${value}` }, edits, true)
    : fix(
        'nearest',
        isMark(sign) ? 'fix.removeMarks' : 'fix.writeEquals',
        { sign, count: others.length + 1 },
        combineEdits(edits, ...others),
        true,
      );
};

/** Writes a pair with `=`, and a list of code that begins in it, up to its bracket in another line, with `|`. */
function pairEdits({ model, editor }: FixContext, node: ParameterNode, name: string, value: string): Edits {
  // The start of an object or a call around the parameters is not one of them.
  if (/[{(]$/.test(value)) return undefined;
  if (value.trim() !== '[') return editor.replaceParameter(node, name, value);
  const below = model.query.parameters.slice(model.query.parameters.indexOf(node) + 1);
  const end = below.findIndex(each => /^\],?$/.test(each.name.text));
  const items = below.slice(0, end).map(each => /^(["'])([^"'|]*)\1,?$/.exec(each.name.text)?.[2]);
  if (end < 1 || items.includes(undefined)) return undefined;
  return combineEdits(
    editor.replaceParameter(node, name, items.join('|')),
    ...below.slice(0, end + 1).map(each => editor.remove(each)),
  );
}

/** The closing sign of each one before an address. */
const closing: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['<', '>'],
  ['[', ']'],
  ['(', ')'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
]);

/** Removes what is around the address that a query is. */
export const fixAroundAddress: Fixer = ({ model }) => {
  const [first] = model.query.parameters;
  const last = model.query.parameters.at(-1);
  const before = first && beforeAddress(model, first);
  if (before === undefined || last === undefined) return [];
  const [, tag] = /<(\w+)>$/.exec(before) ?? [];
  const end = tag === undefined ? (closing.get(before.at(-1) ?? '') ?? '') : `</${tag}>`;
  const text = last.value?.text ?? last.name.text;
  // After an address in brackets a wiki has the text of the link.
  if (!text.endsWith(end) || (end === ']' && /\s/.test(text))) return [];
  const { start } = first!.name.span;
  return fix(
    'nearest',
    'fix.aroundAddress',
    {},
    [
      { span: { start, end: start + before.length }, newText: '' },
      ...(end === ''
        ? []
        : [{ span: { start: last.span.end - end.length, end: last.span.end }, newText: '' }]),
    ],
    true,
  );
};

/** Separates a parameter that is written at the end of another one's value, and all others after it with the same sign. */
export const fixAttached: Fixer = context => {
  const node = nodeOf(context);
  const [value = '', name = '', rest = ''] = ['value', 'other', 'rest'].map(key => argument(context, key));
  if (node === undefined || context.model.node(name) !== undefined) return [];
  const written = node.value?.text ?? '';
  const separator = written.slice(value.length, written.length - name.length - 1 - rest.length);
  const [first = '', ...others] = separator === '' ? [rest] : pairsIn(rest, separator);
  const pairs: readonly (readonly [name: string, value: string])[] = [
    [name, first],
    ...others.map(pair => [pair.split('=', 1)[0]!, pair.slice(pair.indexOf('=') + 1)] as const),
  ];
  const added = combineEdits(...pairs.map(pair => context.editor.add(node, ...pair)));
  const edits = combineEdits(
    context.editor.setValue(node, value),
    // In one edit, as the order of several at one place is not certain.
    added?.slice(0, 1).map(edit => ({ ...edit, newText: added.map(({ newText }) => newText).join('') })),
  );
  return fix('separator', 'fix.split', { value, text: `${name}=${rest}` }, edits, true);
};

/** Splits a text at a separator where another name and `=` follow. */
function pairsIn(text: string, separator: string): readonly string[] {
  const pairs: string[] = [];
  for (const part of text.split(separator))
    if (pairs.length === 0 || /^[a-z][a-z\d]*=/.test(part)) pairs.push(part);
    else pairs.push(`${pairs.pop()!}${separator}${part}`);
  return pairs;
}

/** Removes what an earlier response said for going on. */
export const fixContinuation: Fixer = context => {
  const names = argument(context, 'names').split(', ');
  const nodes = names.flatMap(name => context.model.node(name) ?? []);
  return fix('ignored', 'fix.remove', { name: names.join(', ') }, context.editor.remove(...nodes));
};

function nearestName(context: FixContext): Fix[] {
  const node = nodeOf(context);
  const to = argument(context, 'nearest');
  if (node === undefined || to === '') return [];
  const from = node.name.text;
  const kind = to.endsWith(from) || from.endsWith(to) ? 'prefix' : 'nearest';
  const isFree = context.model.node(to) === undefined;
  const others = argument(context, 'others').split(', ').filter(Boolean);
  // The name can also be right, as a parameter of the module that the problem names.
  const isCertain =
    isFree &&
    others.length === 0 &&
    !around.test(from) &&
    isNear(context, from, to) &&
    !hasOtherPrefix(context, from, to) &&
    !isPartOf(to, from.toLowerCase()) &&
    (!isEmpty(node) || (kind === 'nearest' && isFlag(context, to))) &&
    !isValueOfLineAbove(context, node) &&
    holdsModules(context, node, to) &&
    !/:\/\/|\/api\.php/.test(node.value?.text ?? '') &&
    argument(context, 'module') === '' &&
    context.problem.severity !== 'hint';
  return [
    ...fix(kind, 'fix.rename', { from, to }, renameAndTranslate(context, node, to), isCertain),
    ...others.flatMap(other =>
      fix(kind, 'fix.rename', { from, to: other }, renameAndTranslate(context, node, other)),
    ),
  ];
}

/** The signs that are around a text, of which the other one is elsewhere. */
const around = /[<>[\](){}"'`“”„«»‘’]/;

const isEmpty = ({ value }: ParameterNode): boolean => value === undefined || value.text === '';

/** Whether a value can be that of a parameter that names modules: `props=labels` is a parameter of another action. */
function holdsModules({ model }: FixContext, { value }: ParameterNode, to: string): boolean {
  const submodules = model.names.get(to)?.parameter.submodules;
  if (value === undefined || submodules === undefined || submodules.size === 0) return true;
  return multipleValues(value).some(({ text }) =>
    plainForms(text)
      .concat(text)
      .some(form => submodules.has(form)),
  );
}

const isFlag = ({ model }: FixContext, name: string): boolean =>
  model.names.get(name)?.parameter.type === 'boolean';

/** Whether a name is a slip for another one, with its prefix or without: `direction` is not one for `rvsection`. */
function isNear({ model }: FixContext, from: string, to: string): boolean {
  const active = model.names.get(to)?.active;
  const unprefixed = active === undefined ? to : to.slice(wireName(active, '').length);
  return (
    to.endsWith(from) ||
    from.endsWith(to) ||
    nearest(from, [to], maxDifferingLetters) !== undefined ||
    nearest(from, [unprefixed], 1) !== undefined
  );
}

/** Whether a bare name is a value of the parameter above it: an item of a list that goes on in the next line. */
function isValueOfLineAbove({ model }: FixContext, node: ParameterNode): boolean {
  const { parameters } = model.query;
  const above = parameters.slice(0, parameters.indexOf(node)).findLast(({ equals }) => equals !== undefined);
  const parameter = above && model.binding(above)?.parameter;
  return node.equals === undefined && parameter !== undefined && allowedSet(parameter).has(node.name.text);
}

/** Whether a name has the prefix of one module of the query, and another one that of another: `approp`, `ppprop`. */
function hasOtherPrefix({ model }: FixContext, from: string, to: string): boolean {
  const active = model.names.get(to)?.active;
  const plain = from.replaceAll(/[_-]/g, '');
  // The other use of the module may be wrong itself, as in `list=links`.
  if (plain !== from && to === `g${plain}`) return true;
  return model.active.some(other => {
    const prefix = wireName(other, '');
    return other !== active && prefix !== '' && from.startsWith(prefix) && !to.startsWith(prefix);
  });
}

/** Whether a name has more than a letter beside it: a value, as in `uselangqqx`, or a module's prefix, as in `srredirects`. */
const isPartOf = (name: string, text: string): boolean =>
  (text.startsWith(name) || text.endsWith(name)) && text.length > name.length + 1;

function owningModule(context: FixContext): Fix[] {
  const { model, knowledge } = context;
  const [node, group, name] = [nodeOf(context), argument(context, 'group'), argument(context, 'module')];
  const module = knowledge.catalogue.module(`query+${name}`);
  const role = [...moduleGroups, 'generator' as const].find(candidate => candidate === group);
  if (!node || !module || role === undefined || (role === 'generator' && model.node('generator'))) return [];
  const needs = missingRequirements(context, { module, role });
  const last = moduleGroups.flatMap(moduleGroup => model.node(moduleGroup) ?? []).at(-1) ?? node;
  const edits = editsToUse(context, role, name, last);
  const text = `${role}=${name}`;
  const holdsModule = /\W(?:list|prop|meta|generator)=/.test(node.value?.text ?? '');
  const isCertain = model.isBare && !isEmpty(node) && !holdsModule && argument(context, 'use') === '';
  if (needs.length === 0) return fix(addsModule, 'fix.addModule', { text }, edits, isCertain);
  const added = needs.map(([wire, value]) => context.editor.add(node, wire, value));
  const args = { text, needs: needs.map(([wire, value]) => `${wire}=${value ?? ''}`).join(', ') };
  return fix('required', 'fix.addWith', args, combineEdits(edits, ...added));
}

/** Removes a duplicate, which does not count, or moves its values to the last one. */
export const fixDuplicate: Fixer = context => {
  const node = nodeOf(context);
  const last = node && context.model.node(node.name.text);
  const isRecognized = context.model.names.has(node?.name.text ?? '');
  const combined = node && last ? joinFix(context, [node], last) : [];
  // A second `prop` is usually meant to add a property.
  if (moduleGroups.some(group => group === node?.name.text) && combined.length > 0)
    return [
      ...combined.map(candidate => ({ ...candidate, preferred: true })),
      ...removalFix(context, 'duplicate'),
    ];
  return [...removalFix(context, 'duplicate', isRecognized), ...combined];
};

function joinFix(context: FixContext, others: readonly ParameterNode[], last: ParameterNode): Fix[] {
  if (bindingOf(context)?.parameter.multi !== true) return [];
  const texts = [...others, last].flatMap(({ value }) =>
    value ? multipleValues(value).map(({ text }) => text) : [],
  );
  const { editor } = context;
  const edits = combineEdits(
    ...others.map(node => editor.remove(node)),
    editor.setValue(last, [...new Set(texts)].join('|')),
  );
  return fix('join', 'fix.join', { name: last.name.text }, edits);
}

const withoutBrackets = (name: string): string => (name.endsWith(']') ? name.split('[', 1)[0]! : name);

/** Converts `titles[]=A` and `titles[]=B` to `titles=A|B`. */
export const fixArray: Fixer = context => {
  const { model, editor } = context;
  const name = argument(context, 'nearest');
  const node = nodeOf(context);
  if (!node || model.node(name)) return removalFix(context, 'unknown');
  const same = model.query.parameters.filter(parameter => withoutBrackets(parameter.name.text) === name);
  const values = same.map(repeated => repeated.value?.text ?? '').filter(text => text !== '');
  const others = same.filter(other => other !== node).map(other => editor.remove(other));
  const whole = same.length === 1 ? [] : editor.setValue(node, [...new Set(values)].join('|'));
  const edits = combineEdits(...others, editor.rename(node, name), whole);
  return fix('array', 'fix.rename', { from: node.name.text, to: name }, edits, true);
};

/** Removes a flag that is meant to be off, or the value of one that is meant to be on. */
export const fixFlag: Fixer = context => {
  const node = nodeOf(context);
  if (node === undefined) return [];
  const bare = context.editor.withoutValue(node);
  return [
    ...removalFix(context, 'flag-false', true),
    ...fix('flag-true', 'fix.keepFlag', { name: node.name.text }, bare),
  ];
};
