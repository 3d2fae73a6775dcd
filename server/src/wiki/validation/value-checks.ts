/** Checks the values of a parameter by their type and number. */
import type { WikiModel } from '../model.ts';
import type { ValueNode } from '../wiki-nodes.ts';
import { multipleValues, singleValue, isSeveral } from '../values/value-list.ts';
import { checkEnumeration } from './types/enumeration-check.ts';
import { checkInteger, checkLimit } from './types/integer-check.ts';
import { checkNamespace } from './types/namespace-check.ts';
import { checkTimestamp } from './types/timestamp-check.ts';
import { type WrittenParameter, valueSpan } from './wiki-check.ts';
import { readTitle } from '../values/title.ts';
import { mostValues, splitList } from '../split-lists.ts';
import { readUser, type UserKind } from '../values/user.ts';

type TypeCheck = (written: WrittenParameter, value: ValueNode) => void;

/** Types without an entry accept any text. */
const types: ReadonlyMap<string, TypeCheck> = new Map<string, TypeCheck>([
  ['boolean', checkBoolean],
  ['integer', checkInteger],
  ['limit', checkLimit],
  ['namespace', checkNamespace],
  ['string', checkText],
  ['text', checkText],
  ['password', checkText],
  ['timestamp', checkTimestamp],
  ['title', checkTitle],
  ['user', checkUser],
]);

/** The code of the API for a wrong value, by type; that of an enumeration for all others. */
const codes: ReadonlyMap<string, string> = new Map([
  ['integer', 'badinteger'],
  ['limit', 'badinteger'],
  ['timestamp', 'badtimestamp'],
]);

/** Types that accept any text: a name and `=` in it may be meant, but hardly `prop=info` in a list of titles. */
const free: ReadonlySet<string> = new Set(['string', 'text', 'password', 'title', 'user', 'boolean']);

/** Reports another parameter of the query at the end of a value, as in `10rvdir=newer`; returns whether there is one. */
export function reportAttached({ check, parameter, name, node, text }: WrittenParameter): boolean {
  const type = String(parameter.type);
  const equals = text.indexOf('=');
  if (equals < 0) return false;
  const [front, rest] = [text.slice(0, equals), text.slice(equals + 1)];
  const [other] = [...check.model.names.keys()]
    .filter(parameterName => front.endsWith(parameterName))
    .toSorted((one, longer) => longer.length - one.length);
  if (other === undefined) return false;
  const before = front.slice(0, -other.length).trim();
  const isPair =
    !free.has(type) ||
    isQuotedPair(before, rest) ||
    (parameter.multi && choosesModules(check.model, other, rest));
  if (!isPair) return false;
  const value = withoutSeparator(before);
  if (value === '') return false;
  const code = codes.get(type) ?? (parameter.multi ? 'unrecognizedvalues' : 'badvalue');
  const args = { name, value, other, rest };
  check.report(parameter.multi ? 'warning' : 'error', code, valueSpan(node), args, {
    message: 'attached-parameter',
  });
  return true;
}

/** Whether a text is cut where code has the next of its arguments, as in `titles="A", prop="info"`. */
const isQuotedPair = (before: string, rest: string): boolean =>
  /^(["']).*\1\s*,$/s.test(before) && /^["']/.test(rest);

const choosesModules = ({ names }: WikiModel, name: string, text: string): boolean => {
  const submodules = names.get(name)?.parameter.submodules;
  return submodules !== undefined && text.split('|').every(value => submodules.has(value));
};

const withoutSeparator = (text: string): string =>
  /[&;|,]$/.test(text) ? text.slice(0, -1).trimEnd() : text;

/** Checks every value of a parameter by its type. */
export function checkValues(written: WrittenParameter): void {
  const { parameter, text, node, check, name } = written;
  if (!parameter.multi) {
    if (text.startsWith('\u001F') && parameter.type !== 'boolean')
      check.error('badvalue', valueSpan(node), { name, value: '' }, { message: 'badvalue.separator' });
    else checkValue(written, node.value ? singleValue(node.value) : bareValue(written));
    return;
  }
  const values = node.value ? multipleValues(node.value) : [];
  checkCount(written, values);
  if (
    values.length === 1 &&
    parameter.allSpecifier !== undefined &&
    values[0]!.text === parameter.allSpecifier
  )
    return;
  for (const value of values) checkValue(written, value);
}

function checkValue(written: WrittenParameter, value: ValueNode): void {
  const { type } = written.parameter;
  if (typeof type === 'string') types.get(type)?.(written, value);
  else checkEnumeration(written, value);
}

const bareValue = ({ node }: WrittenParameter): ValueNode => ({
  text: '',
  start: 0,
  end: 0,
  span: node.name.span,
});

/** Reports more values than the wiki accepts; duplicates count. Most accounts do not have the right to high limits. */
export function checkCount(
  { check, parameter, name, node }: WrittenParameter,
  values: readonly ValueNode[],
): void {
  const hasHighLimits = check.facts.highLimits === true;
  const high = mostValues(parameter, true);
  const maximum = mostValues(parameter, hasHighLimits);
  const first = values[maximum];
  if (first === undefined) return;
  const span = { start: first.span.start, end: values.at(-1)!.span.end };
  const split = splitList(check.model, hasHighLimits);
  if (split?.node === node) {
    const args = { name, count: values.length, limit: maximum, high, requests: split.requests };
    check.report('information', 'toomanyvalues', span, args, { message: 'toomanyvalues.split' });
    return;
  }
  const message = maximum < high && values.length <= high ? 'toomanyvalues.right' : 'toomanyvalues';
  check.error('toomanyvalues', span, { name, count: values.length, limit: maximum, high }, { message });
}

const negative: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off', 'n', 'none', 'null']);

/** A flag is on whenever it is present, even with a value such as `false`. */
function checkBoolean({ check, name, node }: WrittenParameter, value: ValueNode): void {
  if (negative.has(value.text.toLowerCase()))
    check.warning('flag-false', node.span, { name, value: value.text });
}

/** Free text is only wrong if it is required and empty. */
function checkText({ check, name, parameter, node }: WrittenParameter, value: ValueNode): void {
  if (value.text === '' && parameter.required && !parameter.multi)
    check.error('missingparam', node.name.span, { name }, { message: 'missingparam.empty' });
}

/** Checks for a valid title; the page need not exist. */
function checkTitle({ check, name, node }: WrittenParameter, value: ValueNode): void {
  if (readTitle(value.text, check.facts)) return;
  const message = isSeveral(value.text) ? 'badtitle.several' : 'badtitle';
  const span = value.text === '' ? valueSpan(node) : value.span;
  check.error('badtitle', span, { name, value: value.text }, { message });
}

const defaultKinds: readonly string[] = ['name', 'ip', 'cidr', 'interwiki'];

/** Checks for a user of one of the kinds that the parameter accepts; the account need not exist. */
function checkUser({ check, parameter, name, node }: WrittenParameter, value: ValueNode): void {
  const kinds = parameter.subtypes.length > 0 ? parameter.subtypes : defaultKinds;
  const kind = readUser(value.text, check.facts);
  if (kind !== undefined && takes(kinds, kind)) return;
  const span = value.text === '' ? valueSpan(node) : value.span;
  const unknown = isSeveral(value.text) ? 'baduser.several' : 'baduser';
  const message = kind === undefined ? unknown : (`baduser.${kind}` as const);
  check.error('baduser', span, { name, value: value.text, kinds: kinds.join(', ') }, { message });
}

/**
 * Whether one of the kinds includes a user; a temporary account counts as a name where the wiki has no such accounts.
 */
const takes = (kinds: readonly string[], kind: UserKind): boolean =>
  kinds.includes(kind) || (kind === 'temp' && kinds.includes('name'));
