/** Limits of the number of values in one request of a chain. */
import type { QueryView } from '../query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { usesIn } from '../query-file/variables.ts';
import { isListItem } from './prompt-places.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { partsAt } from './syntax/walk.ts';

/** The limits of one request: Jira bounds the items of a list, and its log the length of a query. */
const maxItems = { values: 200, characters: 6000 };

/**
 * Returns how many values of a name one request takes: a list takes many, any other place one.
 *
 * @param query with a value in place of the name
 */
export function jqlBatchLimits({ block: { text } }: QueryView, name: string, query: JqlQuery) {
  const uses = usesIn(text, 0, text.length).filter(use => use.name === name);
  const isList = uses.length > 0 && uses.every(({ span }) => isListItem(text, span));
  const conditions = uses.flatMap(({ span }) => conditionAt(query, span) ?? []);
  const fields = new Set(conditions.map(({ field }) => field));
  const [field] = fields;
  return {
    ...maxItems,
    ...(!isList && { values: 1 }),
    ...(field !== undefined && fields.size === 1 && { matches: columnsOf(field) }),
    ...(conditions.some(({ isNegated }) => isNegated) && { isWhole: true }),
  };
}

const negations: ReadonlySet<string> = new Set(['!=', '!~', 'not in', 'is not', 'was not', 'was not in']);
const keyFields: ReadonlySet<string> = new Set(['key', 'issuekey', 'issue', 'id']);

const columnsOf = (field: string): readonly string[] => (keyFields.has(field) ? ['key', 'id'] : [field]);

/** Returns the field that a value is compared with; `undefined` = the value is no part of a condition. */
function conditionAt(
  query: JqlQuery,
  { start }: Span,
): { readonly field: string; readonly isNegated: boolean } | undefined {
  const path = partsAt(query, start);
  const term = path.findLast(part => part.kind === 'term');
  if (term?.kind !== 'term' || term.field.kind !== 'field') return undefined;
  const { field, operator } = term;
  const isNegativeOperator = operator.kind === 'operator' && negations.has(operator.name);
  const negationCount = path.filter(({ kind }) => kind === 'not').length + Number(isNegativeOperator);
  return { field: field.name.toLowerCase(), isNegated: negationCount % 2 === 1 };
}
