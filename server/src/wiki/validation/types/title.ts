import type { ValueNode } from '../../nodes.ts';
import { isSeveral } from '../../values/list.ts';
import { readTitle } from '../../values/title.ts';
import { type Written, valueSpan } from '../check.ts';

/** Checks for a valid title; the page need not exist. */
export function checkTitle({ check, name, node }: Written, value: ValueNode): void {
  if (readTitle(value.text, check.facts)) return;
  const message = isSeveral(value.text) ? 'badtitle.several' : 'badtitle';
  const span = value.text === '' ? valueSpan(node) : value.span;
  check.error('badtitle', span, { name, value: value.text }, { message });
}
