import type { FieldEntry } from '../catalogue/index.ts';
import { momentOf } from '../dates/moments.ts';
import type { CompoundClause, TermClause } from '../syntax/nodes.ts';
import type { Check } from './check.ts';
import { entryOf } from './name-checks.ts';

interface Bound {
  readonly term: TermClause;
  readonly time: number;
  /** The moment itself is left out. */
  readonly strict: boolean;
}

interface Range {
  after?: Bound;
  before?: Bound;
}

/** Dates that a field must come after and before, in an order in which nothing lies between them. */
export function checkDateRanges(check: Check, { clauses }: CompoundClause): void {
  const ranges = new Map<FieldEntry, Range>();
  for (const term of clauses) {
    if (term.kind !== 'term' || term.field.kind === 'missing' || term.operator.kind === 'missing') continue;
    const { name } = term.operator;
    if (term.operand === undefined || (!name.startsWith('<') && !name.startsWith('>'))) continue;
    const entry = entryOf(check, term.field);
    if (entry === undefined || entry.form !== undefined || !entry.type.startsWith('DATE')) continue;
    const time = momentOf(term.operand, check.knowledge.catalogue, check.now)?.time;
    if (time === undefined) continue;
    const range = ranges.get(entry) ?? {};
    ranges.set(entry, range);
    const bound = { term, time, strict: !name.endsWith('=') };
    if (name.startsWith('>')) range.after = later(range.after, bound, 1);
    else range.before = later(range.before, bound, -1);
  }
  for (const { after, before } of ranges.values())
    if (after !== undefined && before !== undefined && isEmptyBetween(after, before))
      report(check, after, before);
}

/** The bound that leaves less: the later of two beginnings, the earlier of two ends. */
function later(one: Bound | undefined, other: Bound, sign: 1 | -1): Bound {
  if (one === undefined) return other;
  return (other.time - one.time) * sign > 0 ? other : one;
}

const isEmptyBetween = (after: Bound, before: Bound): boolean =>
  after.time > before.time || (after.time === before.time && after.strict && before.strict);

function report(check: Check, after: Bound, before: Bound): void {
  const second = after.term.span.start > before.term.span.start ? after.term : before.term;
  const first = second === after.term ? before.term : after.term;
  if (check.isBroken(first) || check.isBroken(second)) return;
  check.warning(
    'empty-range',
    second.span,
    {},
    {
      related: { span: first.span, message: 'empty-range.related' },
    },
  );
}
