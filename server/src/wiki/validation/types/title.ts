import type { ValueNode } from '../../nodes.ts';
import { readTitle } from '../../values/title.ts';
import { type Written, valueSpan } from '../check.ts';

/** Checks for a valid title; the page need not exist. */
export function checkTitle({ check, name, node }: Written, value: ValueNode): void {
  if (readTitle(value.text, check.facts)) return;
  check.error('badtitle', value.text === '' ? valueSpan(node) : value.span, { name, value: value.text });
}
