import type { ValueNode } from '../../nodes.ts';
import type { Written } from '../check.ts';

const negative: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off', 'n', 'none', 'null']);

/** A flag is on whenever it is present, even with a value such as `false`. */
export function checkBoolean({ check, name, node }: Written, value: ValueNode): void {
  if (negative.has(value.text.toLowerCase()))
    check.warning('flag-false', node.span, { name, value: value.text });
}
