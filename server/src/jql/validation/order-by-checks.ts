import { nameOf } from '../catalogue/catalogue.ts';
import type { OrderBy } from '../syntax/tree/fields.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Check } from './jql-check.ts';
import { checkField } from './name-checks.ts';

/** Checks ORDER BY: sortable fields, each only once. */
export function checkOrder(check: Check, { sorts }: OrderBy): void {
  const seen = sorts.length > 1 ? new Map<string, Span>() : undefined;
  for (const sort of sorts) {
    const { field } = sort;
    if (field.kind === 'missing') continue;
    const entry = checkField(check, field);
    if (entry?.orderable === false) check.error('not-sortable', field.nameSpan, { field: field.name });
    if (seen === undefined) continue;
    const key =
      entry === undefined || entry.form !== undefined
        ? `${nameOf(field)} ${field.properties.map(property => property.span.start).join(' ')}`.toLowerCase()
        : entry.name;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, field.span);
    else
      check.warning(
        'duplicate-sort',
        sort.span,
        { field: field.name },
        {
          tags: ['unnecessary'],
          related: { span: first, message: 'duplicate-sort.related' },
        },
      );
  }
}
