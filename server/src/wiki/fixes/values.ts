import { nearest } from '../../language/nearest.ts';
import type { Fix } from '../../language/problem.ts';
import type { Parameter } from '../catalogue/catalogue.ts';
import { isNeeded } from './additions.ts';
import { allowedSet } from '../validation/types/enumeration.ts';
import {
  argument,
  fix,
  type Fixer,
  isUncertain,
  type Place,
  placeOf,
  removal,
  replacement,
  type FixContext,
  valuesOf,
} from './fix-context.ts';

/** The value that was meant, `|` instead of commas, or away with it. */
export const fixValue: Fixer = subject => {
  const place = placeOf(subject);
  if (place === undefined) return [];
  const parts = separated(place);
  return [...parts, ...nearestValue(subject, place, parts.length === 0), ...removedValue(subject, place)];

  function separated({ node, value, parameter }: Place): Fix[] {
    const texts = value.text.split(/[,;|\s]+/).filter(Boolean);
    if (texts.length < 2 || !texts.every(text => takes(parameter, text))) return [];
    if (!parameter.multi) return texts.flatMap(text => replacement(subject, 'separator', text));
    const edits = subject.editor.replaceValue(node, value, texts.join('|'));
    return fix('separator', 'fix.separate', { to: texts.join('|') }, edits, true);
  }
};

function nearestValue(subject: FixContext, { node, value, parameter }: Place, preferred: boolean): Fix[] {
  const to = argument(subject, 'nearest');
  if (to === '' || value.text === '') return [];
  const chosen = parameter.multi && valuesOf(node, parameter).some(({ text }) => text === to);
  const kind = argument(subject, 'nearest') === value.text.trim() ? 'trim' : 'nearest';
  const isPreferred = preferred && (kind === 'trim' || !isUncertain(subject));
  if (!chosen) return replacement(subject, kind, to, isPreferred);
  const edits = subject.editor.removeValues(node, [value]);
  return fix(kind, 'fix.removeValue', { value: value.text }, edits, isPreferred);
}

/** Of several values the unknown one goes; a single one with its parameter, unless that must be there. */
export function removedValue(subject: FixContext, { node, value, parameter }: Place): Fix[] {
  const values = valuesOf(node, parameter);
  if (values.length === 1) {
    if (value.text === '') return removal(subject, 'empty', !isNeeded(subject));
    return parameter.required ? [] : removal(subject, 'unknown');
  }
  if (value.text !== '') {
    const edits = subject.editor.removeValues(node, [value]);
    return fix('unknown', 'fix.removeValue', { value: value.text }, edits);
  }
  const edits = subject.editor.removeValues(
    node,
    values.filter(({ text }) => text === ''),
  );
  return fix('empty', 'fix.removeEmpty', { name: node.name.text }, edits, true);
}

/** True for a value that a parameter takes, as far as its type tells. */
function takes(parameter: Parameter, text: string): boolean {
  const allowed = allowedSet(parameter);
  return allowed.size > 0 ? allowed.has(text) : /^\d+$/.test(text);
}

/** A number without blanks and marks between its digits, `max` for a word like it, `|` instead of commas. */
export const fixInteger: Fixer = subject => {
  const place = placeOf(subject);
  if (place === undefined) return [];
  const to = numberMeant(place);
  const found = to === undefined ? [] : replacement(subject, 'number', to, true);
  return found.length > 0 ? [...found, ...removedValue(subject, place)] : fixValue(subject);
};

function numberMeant({ value, parameter }: Place): string | undefined {
  const text = value.text.trim().replace(/^(["'])(.*)\1$/s, '$2');
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

/** The bound that the wiki would take; for a limit also `max`. */
export const fixRange: Fixer = subject => {
  const place = placeOf(subject);
  const limit = place?.parameter.type === 'limit' && subject.problem.message !== 'outofrange.low';
  return [
    ...replacement(subject, 'range', argument(subject, 'bound'), true),
    ...(limit ? replacement(subject, 'range', 'max') : []),
  ];
};

/** As many values as the wiki takes. */
export const fixCount: Fixer = subject => {
  const count = Number(argument(subject, 'limit'));
  const node = subject.model.node(argument(subject, 'name'));
  const parameter = node && subject.model.binding(node)?.parameter;
  if (!node || !parameter) return [];
  const edits = subject.editor.removeValues(node, valuesOf(node, parameter).slice(count));
  return fix('count', 'fix.keepFirst', { count }, edits);
};
