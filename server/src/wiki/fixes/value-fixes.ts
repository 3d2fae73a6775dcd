/** Fixes of values that a parameter does not accept: enumerations, numbers, patterns. */
import { equallyNear, nearest } from '#shared/base/text/nearest.ts';
import type { Fix } from '#shared/base/text/problem.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import type { Parameter } from '../catalogue/wiki-catalogue.ts';
import { isRequiredByModule } from './additions.ts';
import { namesIn, plainForms } from '../values/plain-text.ts';
import { allowedSet } from '../validation/types/enumeration-check.ts';
import {
  argument,
  fix,
  type Fixer,
  isUncertain,
  type ProblemValue,
  problemValue,
  removalFix,
  replacementFix,
  type FixContext,
  valuesOf,
} from './fix-context.ts';

/** Corrects a value, separates values with `|`, or removes it. */
export const fixValue: Fixer = context => {
  const place = problemValue(context);
  if (place === undefined) return [];
  const parts = separationFix(context, place);
  return [...parts, ...nearestValue(context, place, parts.length === 0), ...valueRemovalFix(context, place)];
};

/** Separates values with `|`, or keeps one where a parameter accepts only one. */
export function separationFix(context: FixContext, { node, value, parameter }: ProblemValue): Fix[] {
  const texts = gluedParts(parameter, value.text) ?? namesIn(value.text);
  if (texts.length < 2 || !texts.every(text => takes(parameter, text))) return [];
  if (!parameter.multi) return texts.flatMap(text => replacementFix(context, 'separator', text));
  const edits = context.editor.replaceValue(node, value, texts.join('|'));
  return fix('separator', 'fix.separate', { to: texts.join('|') }, edits, true);
}

/** The two values that are written without a `|` between them, as in `idstimestamp`; undefined = something else. */
function gluedParts(parameter: Parameter, text: string): readonly string[] | undefined {
  const allowed = allowedSet(parameter);
  const first = [...allowed].find(value => text.startsWith(value) && allowed.has(text.slice(value.length)));
  return first === undefined ? undefined : [first, text.slice(first.length)];
}

function nearestValue(
  context: FixContext,
  { node, value, parameter }: ProblemValue,
  preferred: boolean,
): Fix[] {
  const to = argument(context, 'nearest');
  if (to === '' || value.text === '') return [];
  const hasValue = parameter.multi && valuesOf(node, parameter).some(({ text }) => text === to);
  const kind = to === value.text.trim() ? 'trim' : 'nearest';
  const isClear =
    !value.text.includes('%') &&
    !isOneWordOf(value.text, to) &&
    equallyNear(value.text, allowedSet(parameter)).length < 2;
  const isPreferred =
    preferred && (plainForms(value.text).includes(to) || (isClear && !isUncertain(context)));
  if (!hasValue) return replacementFix(context, kind, to, isPreferred);
  const edits = context.editor.removeValues(node, [value]);
  return fix(kind, 'fix.removeValue', { value: value.text }, edits, isPreferred);
}

/** Whether a value has other words beside this one, such as `ids/timestampp`: they would be lost. */
function isOneWordOf(text: string, word: string): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.length > 1 && words.includes(word);
}

/** Removes an unknown value from a list; a single one with its parameter, unless that is required. */
export function valueRemovalFix(context: FixContext, { node, value, parameter }: ProblemValue): Fix[] {
  const values = valuesOf(node, parameter);
  if (values.length === 1) {
    if (value.text === '') return removalFix(context, 'empty', !isRequiredByModule(context));
    return parameter.required ? [] : removalFix(context, 'unknown');
  }
  if (value.text !== '') {
    const edits = context.editor.removeValues(node, [value]);
    return fix('unknown', 'fix.removeValue', { value: value.text }, edits);
  }
  const edits = context.editor.removeValues(
    node,
    values.filter(({ text }) => text === ''),
  );
  return fix('empty', 'fix.removeEmpty', { name: node.name.text }, edits, !continuesBelow(context, node));
}

/** Whether a value ends with `|` before a line that is only a value. */
function continuesBelow({ model: { query } }: FixContext, node: ParameterNode): boolean {
  const below = query.parameters[query.parameters.indexOf(node) + 1];
  return below !== undefined && below.equals === undefined && node.value?.text.endsWith('|') === true;
}

/** Whether a parameter accepts a value, as far as its type shows. */
function takes(parameter: Parameter, text: string): boolean {
  const allowed = allowedSet(parameter);
  return allowed.size > 0 ? allowed.has(text) : /^\d+$/.test(text);
}

/** Removes separators between digits, replaces words such as `all` by `max`, and commas by `|`. */
export const fixInteger: Fixer = context => {
  const place = problemValue(context);
  if (place === undefined) return [];
  const to = numberMeant(place);
  const fixes = to === undefined ? [] : replacementFix(context, 'number', to, true);
  return fixes.length > 0 ? [...fixes, ...valueRemovalFix(context, place)] : fixValue(context);
};

function numberMeant({ value, parameter }: ProblemValue): string | undefined {
  const text = (plainForms(value.text).at(-1) ?? value.text).replace(/^(\d+)\s?px$/i, '$1');
  if (parameter.type === 'limit' && (/^(?:all|unlimited|infinity|\*)$/i.test(text) || nearest(text, ['max'])))
    return 'max';
  if (/^[+-]?\d+$/.test(text) && text !== value.text) return text;
  const separators = parameter.multi
    ? /^[+-]?\d{1,3}([._' \u00A0])\d{3}(?:\1\d{3})*$/
    : /^[+-]?\d{1,3}([,._' \u00A0])\d{3}(?:\1\d{3})*$/;
  if (separators.test(text)) return text.replaceAll(/[^\d+-]/g, '');
  const whole = /^([+-]?\d+)[.,]0+$/.exec(text);
  return whole?.[1];
}

/** Uses the bound that the wiki uses; for a limit also `max`. */
export const fixRange: Fixer = context => {
  const place = problemValue(context);
  const limit = place?.parameter.type === 'limit' && context.problem.message !== 'outofrange.low';
  return [
    ...replacementFix(context, 'range', argument(context, 'bound'), true),
    ...(limit ? replacementFix(context, 'range', 'max') : []),
  ];
};

/** Removes an asterisk at the end, where every address may go on, and completes one at the start. */
export const fixLinkPattern: Fixer = context => {
  const text = argument(context, 'value');
  const to = text.replace(/(?<!\*)\*+$/, '').replace(/^\*+(?=[\w-])/, '*.');
  const isGood = to !== '' && !to.slice(1).includes('*');
  return [...(isGood ? replacementFix(context, 'nearest', to, true) : []), ...removalFix(context, 'unknown')];
};

/** Keeps as many values as the wiki accepts. */
export const fixCount: Fixer = context => {
  const count = Number(argument(context, 'limit'));
  const node = context.model.node(argument(context, 'name'));
  const parameter = node && context.model.binding(node)?.parameter;
  if (!node || !parameter) return [];
  const edits = context.editor.removeValues(node, valuesOf(node, parameter).slice(count));
  return fix('count', 'fix.keepFirst', { count }, edits);
};
