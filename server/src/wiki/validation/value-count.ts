import type { ValueNode } from '../nodes.ts';
import type { Written } from './check.ts';

/** Reports more values than the wiki accepts; duplicates count. Most accounts do not have the right to high limits. */
export function checkCount({ check, parameter, name }: Written, values: readonly ValueNode[]): void {
  const low = parameter.lowLimit ?? 50;
  const high = Math.max(low, parameter.highLimit ?? 500);
  const most = check.facts.highLimits === true ? high : low;
  const first = values[most];
  if (first === undefined) return;
  const span = { start: first.span.start, end: values.at(-1)!.span.end };
  const message = most < high && values.length <= high ? 'toomanyvalues.right' : 'toomanyvalues';
  check.error('toomanyvalues', span, { name, count: values.length, limit: most, high }, { message });
}
