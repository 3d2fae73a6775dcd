import type { ActiveModule } from '../model.ts';
import type { ParameterNode } from '../nodes.ts';
import { readTimestamp } from '../values/timestamp.ts';
import { type Check, valueSpan } from './check.ts';

/** What the wiki accepts without a word though it hardly means what was meant. */
export function checkMisreadings(check: Check): void {
  for (const active of check.model.active) {
    checkRange(check, active);
    checkQuotes(check, active);
  }
}

/** From `start` to `end` goes in the direction of `dir`; the other way round there is nothing between them. */
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

/** Quotes around a whole title or name belong to it. */
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
