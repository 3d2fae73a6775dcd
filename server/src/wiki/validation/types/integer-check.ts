import type { WikiMessage } from '../../message-keys.ts';
import type { ValueNode } from '../../wiki-nodes.ts';
import { type WrittenParameter, valueSpan } from '../wiki-check.ts';

const integer = /^[+-]?\d+$/;
const largest = 9_223_372_036_854_775_807n;

/** Checks for a whole number of 64 bits in its bounds, outside of which the wiki uses the nearest bound. */
export function checkInteger(written: WrittenParameter, value: ValueNode): void {
  const number = readInteger(value.text);
  if (number === undefined) reportBad(written, value, 'badinteger');
  else checkBounds(written, value, number);
}

/** Checks for an integer or `max`. */
export function checkLimit(written: WrittenParameter, value: ValueNode): void {
  if (value.text === 'max') return;
  const number = readInteger(value.text);
  if (number === undefined) reportBad(written, value, 'badinteger.limit');
  else checkBounds(written, value, number);
}

/** Reads an integer of 64 bits; undefined for any other text. */
function readInteger(text: string): bigint | number | undefined {
  if (!integer.test(text)) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  const exact = BigInt(text.replace('+', ''));
  return exact <= largest && exact >= -largest - 1n ? exact : undefined;
}

function reportBad({ check, name, node }: WrittenParameter, value: ValueNode, message: WikiMessage): void {
  const span = value.text === '' ? valueSpan(node) : value.span;
  check.error('badinteger', span, { name, value: value.text }, { message });
}

function checkBounds(
  { check, parameter, name }: WrittenParameter,
  value: ValueNode,
  number: bigint | number,
): void {
  const { min, max } = parameter;
  const maximum =
    check.facts.highLimits === true ? Math.max(max ?? Infinity, parameter.highMax ?? -Infinity) : max;
  const isTooLow = min !== undefined && number < min;
  if (!isTooLow && (maximum === undefined || number <= maximum)) return;
  const args = { name, value: value.text, bound: isTooLow ? min : maximum!, high: parameter.highMax ?? '' };
  const side = isTooLow ? 'low' : 'high';
  if (parameter.enforceRange) {
    check.error('outofrange', value.span, args, { message: `outofrange.${side}.enforced` });
    return;
  }
  const hasRight = !isTooLow && parameter.highMax !== undefined && parameter.highMax > maximum!;
  check.warning('outofrange', value.span, args, { message: `outofrange.${hasRight ? 'right' : side}` });
}
