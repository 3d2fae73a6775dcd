import type { ActiveModule } from '../model.ts';
import type { ParameterNode } from '../nodes.ts';
import { readTimestamp } from '../values/timestamp.ts';
import { type Check, valueSpan } from './check.ts';

/** Reports what the wiki accepts silently but reads differently than the author likely means. */
export function checkMisreadings(check: Check): void {
  for (const active of check.model.active) {
    checkRange(check, active);
    checkQuotes(check, active);
  }
}

/** A range from `start` to `end` runs in the direction of `dir`; in the other one it is empty. */
function checkRange(check: Check, active: ActiveModule): void {
  const { model, now } = check;
  const start = model.nodeOf(active, 'start');
  const end = start && model.nodeOf(active, 'end');
  if (!start || !end || active.module.parameter('start')?.type !== 'timestamp') return;
  const from = readTimestamp(start.value?.text ?? '', now)?.time;
  const to = readTimestamp(end.value?.text ?? '', now)?.time;
  const dir = model.nodeOf(active, 'dir')?.value?.text ?? active.module.parameter('dir')?.default;
  if (from === undefined || to === undefined || (dir !== 'newer' && dir !== 'older')) return;
  if (dir === 'newer' ? from <= to : from >= to) return;
  check.warning(
    'reversed-range',
    valueSpan(end),
    { start: start.name.text, end: end.name.text, dir },
    {
      related: { span: start.span, message: 'reversed-range.related' },
    },
  );
}

/** Quotes around a whole title or name are part of it. */
function checkQuotes(check: Check, active: ActiveModule): void {
  for (const parameter of active.module.parameters) {
    const { type, name } = parameter;
    if (type !== 'title' && type !== 'user' && name !== 'titles' && name !== 'title') continue;
    const node = check.model.nodeOf(active, name);
    if (node && isQuoted(node)) check.warning('quoted-value', valueSpan(node), { name: node.name.text });
  }
}

const isQuoted = ({ value }: ParameterNode): boolean =>
  value !== undefined && /^(["'])[^"'|]+\1$/.test(value.text);
