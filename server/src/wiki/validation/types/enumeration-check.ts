/** Checks values of parameters that allow only some values. */
import { type Parameter, allowedValues } from '../../catalogue/wiki-catalogue.ts';
import { isOpen } from '../../catalogue/module.ts';
import {
  type Removal,
  removedValue,
  replacementText,
  valueReplacementOf,
} from '../../catalogue/replacements.ts';
import type { WikiMessage } from '../../message-keys.ts';
import type { ValueNode } from '../../wiki-nodes.ts';
import { meantValue } from '../../values/meant-value.ts';
import { namesIn, plainForms } from '../../values/plain-text.ts';
import { maxDifferingLetters, type WrittenParameter, valueSpan } from '../wiki-check.ts';

const sets = new WeakMap<Parameter, ReadonlySet<string>>();

/** The allowed values of an enumeration as a set; empty for a parameter of another type. */
export function allowedSet(parameter: Parameter): ReadonlySet<string> {
  let set = sets.get(parameter);
  if (set === undefined) sets.set(parameter, (set = new Set(allowedValues(parameter) ?? [])));
  return set;
}

/**
 * Checks for one of the allowed values, in exactly this spelling. The wiki ignores others in a list of values, and
 * rejects others as a single value.
 */
export function checkEnumeration(written: WrittenParameter, value: ValueNode): void {
  const allowed = allowedSet(written.parameter);
  if (allowed.has(value.text)) {
    if (written.parameter.deprecatedValues.includes(value.text)) reportDeprecated(written, value);
    return;
  }
  const removal = removedValue(written.active.module, written.parameter, value.text);
  if (removal === undefined) reportUnknown(written, value, allowed);
  else reportRemoved(written, value, removal);
}

function reportRemoved(
  { check, active, parameter, name }: WrittenParameter,
  value: ValueNode,
  removal: Removal,
): void {
  const use = replacementText(active, parameter.name, removal);
  const args = { name, value: value.text, version: removal.version };
  if (use === undefined)
    check.warning('unrecognizedvalues', value.span, args, { message: 'unrecognizedvalues.removed' });
  else {
    const message = 'unrecognizedvalues.removed.use';
    check.warning('unrecognizedvalues', value.span, { ...args, use: `“${use}”` }, { message });
  }
}

function reportDeprecated({ check, active, parameter, name }: WrittenParameter, value: ValueNode): void {
  const replacement = valueReplacementOf(active.module, parameter, value.text);
  const use = replacementText(active, parameter.name, replacement);
  const args = { name, value: value.text, ...(use !== undefined && { use: `“${use}”` }) };
  const message = use === undefined ? 'deprecation.value' : 'deprecation.value.use';
  check.warning('deprecation', value.span, args, { message, tags: ['deprecated'] });
}

function reportUnknown(written: WrittenParameter, value: ValueNode, allowed: ReadonlySet<string>): void {
  const { check, parameter, name, node, active } = written;
  const wildcard = check.rules
    .get(active.module.name)
    ?.find(rule => rule.kind === 'wildcards' && rule.parameter === parameter.name);
  if (wildcard && allowed.has(value.text.replace(/\/.*$/s, '/*'))) return;
  const code = parameter.multi
    ? 'unrecognizedvalues'
    : (wildcard?.code.replace('{name}', name) ?? 'badvalue');
  const span = value.text === '' ? valueSpan(node) : value.span;
  const text = plainForms(value.text).at(-1) ?? value.text;
  const isUncertain =
    check.facts.describesItself !== true &&
    isOpen(active.module, parameter) &&
    // No value has a separator in it.
    (parameter.multi || !text.includes('|')) &&
    (!wildcard || text.includes('/'));
  const similar =
    meantValue(active.module, parameter, value.text, allowed) ??
    (wildcard && subtypeOf(text, allowed)) ??
    check.suggest(value.text, allowed, isUncertain ? maxDifferingLetters : undefined);
  const args = { name, value: value.text, ...(similar !== undefined && { nearest: similar }) };
  const message = messageFor(parameter, value.text, similar, allowed);
  if (isUncertain && (message === 'unrecognizedvalues' || message === 'badvalue'))
    check.report('information', code, span, args, { message: `${message}.open` });
  else check.report(parameter.multi || isUncertain ? 'warning' : 'error', code, span, args, { message });
}

/** The value for a type alone, such as `block`: `block/block` if there is one, else the first value of that type. */
function subtypeOf(text: string, allowed: ReadonlySet<string>): string | undefined {
  const type = text.toLowerCase().replace(/\/$/, '');
  if (type === '' || type.includes('/')) return undefined;
  return allowed.has(`${type}/${type}`)
    ? `${type}/${type}`
    : [...allowed].find(candidate => candidate.startsWith(`${type}/`));
}

function messageFor(
  { multi }: Parameter,
  text: string,
  similar: string | undefined,
  allowed: ReadonlySet<string>,
): WikiMessage {
  const code = multi ? 'unrecognizedvalues' : 'badvalue';
  if (text === '') return `${code}.empty`;
  const parts = namesIn(text);
  if (parts.length > 1 && parts.every(part => allowed.has(part))) return `${code}.comma`;
  if (similar !== undefined) return `${code}.nearest`;
  return (multi ? /[,;]/ : /[,;|]/).test(text) ? `${code}.comma` : code;
}
