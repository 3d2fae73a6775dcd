import type { Parameter } from '../../catalogue/catalogue.ts';
import { allowedValues } from '../../catalogue/catalogue.ts';
import type { ValueNode } from '../../nodes.ts';
import { type Written, valueSpan } from '../check.ts';

const sets = new WeakMap<Parameter, ReadonlySet<string>>();

/** The allowed values of an enumeration as a set; empty where the parameter is none. */
export function allowedSet(parameter: Parameter): ReadonlySet<string> {
  let set = sets.get(parameter);
  if (set === undefined) sets.set(parameter, (set = new Set(allowedValues(parameter) ?? [])));
  return set;
}

/** One of the allowed values, letter by letter. Of a multi-value the unknown ones are left out, of a single one they are an error. */
export function checkEnumeration(written: Written, value: ValueNode): void {
  const { check, parameter, name } = written;
  const allowed = allowedSet(parameter);
  if (!allowed.has(value.text)) reportUnknown(written, value, allowed);
  else if (parameter.deprecatedValues.includes(value.text))
    check.warning(
      'deprecation',
      value.span,
      { name, value: value.text },
      { message: 'deprecation.value', tags: ['deprecated'] },
    );
}

function reportUnknown(
  { check, parameter, name, node, active }: Written,
  value: ValueNode,
  allowed: ReadonlySet<string>,
): void {
  const wildcard = check.rules
    .get(active.module.name)
    ?.find(rule => rule.kind === 'wildcards' && rule.parameter === parameter.name);
  if (wildcard && allowed.has(value.text.replace(/\/.*$/s, '/*'))) return;
  const code = parameter.multi
    ? 'unrecognizedvalues'
    : (wildcard?.code.replace('{name}', name) ?? 'badvalue');
  const similar =
    nearValue(written(value.text), allowed) ??
    (wildcard && subtypeOf(written(value.text), allowed)) ??
    check.suggest(value.text, allowed);
  const span = value.text === '' ? valueSpan(node) : value.span;
  const args = { name, value: value.text, ...(similar !== undefined && { nearest: similar }) };
  const message = messageFor(parameter.multi ? 'unrecognizedvalues' : 'badvalue', value.text, similar);
  check.report(parameter.multi ? 'warning' : 'error', code, span, args, { message });
}

const written = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/s, '$2');

/** The allowed value that was meant, where only case, blanks or quotes are wrong. */
function nearValue(text: string, allowed: ReadonlySet<string>): string | undefined {
  if (text === '') return undefined;
  if (allowed.has(text)) return text;
  const lower = text.toLowerCase();
  return allowed.has(lower) ? lower : undefined;
}

/** For a type alone, as `block`, the value of that type and subtype, as `block/block`, else the type's first one. */
function subtypeOf(text: string, allowed: ReadonlySet<string>): string | undefined {
  const type = text.toLowerCase().replace(/\/$/, '');
  if (type === '' || type.includes('/')) return undefined;
  return allowed.has(`${type}/${type}`)
    ? `${type}/${type}`
    : [...allowed].find(each => each.startsWith(`${type}/`));
}

function messageFor(code: string, text: string, similar: string | undefined): string {
  if (text === '') return `${code}.empty`;
  if (/[,;]/.test(text) && similar === undefined) return `${code}.comma`;
  return similar === undefined ? code : `${code}.nearest`;
}
