/** Determines the value that a tracker can be asked to suggest. */
import { canonicalIssueKey, isProjectKey } from '#shared/base/issue-key.ts';
import type { QueryView, ValueQuery } from '../../query-file/language/language-service.ts';
import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { isTextSearch } from '../syntax/operators.ts';
import { unescaped } from '../syntax/escapes.ts';
import { fieldOfArgument } from './argument-completion.ts';
import { expectingAfterSign, placeAt } from './completion-place.ts';
import type { Expecting } from './expected.ts';

/** A longer typed text is not the beginning of a name. */
const longest = 100;

/**
 * Returns the question to ask the tracker for the value at an offset of the body; `undefined` = no value is possible
 * there, or the tracker suggests none for the field.
 */
export function valueQueryAt(
  { block }: QueryView,
  query: JqlQuery,
  offset: number,
  { catalogue }: JqlKnowledge,
): ValueQuery | undefined {
  const line = block.lines.findLast(({ start }) => start <= offset);
  if (line !== undefined && line.kind !== 'body' && line.kind !== 'blank') return undefined;
  const place = placeAt(block.text, query, offset);
  const following =
    place?.expecting.kind === 'operator' ? expectingAfterSign(block.text, query, offset) : undefined;
  const valueQuery = place && queryFor(following ?? place.expecting, catalogue);
  if (place === undefined || valueQuery === undefined) return undefined;
  const field = catalogue.field(valueQuery.field);
  if (field?.suggests !== true) return undefined;
  const start = following === undefined ? place.span.start : offset;
  const typed = unescaped(block.text.slice(start, offset).replace(/^["']/, ''));
  if (typed.length > longest || /[\n\r{}]/.test(typed)) return undefined;
  const projects = field.type === 'VERSION' ? requiredProjects(query, catalogue) : [];
  return { ...valueQuery, field: field.name, typed, ...(projects.length > 0 && { versionsOf: projects }) };
}

/** More projects are too many requests while a value is typed. */
const maxProjects = 5;

/** Returns the keys of the projects that every issue of the query is in one of; `[]` = it can be in others, or in too many. */
function requiredProjects({ where }: JqlQuery, catalogue: JqlCatalogue): readonly string[] {
  const terms = where?.kind === 'and' ? where.clauses : [];
  for (const term of terms) {
    if (term.kind !== 'term' || term.field.kind !== 'field' || term.operator.kind !== 'operator') continue;
    const isProject = catalogue.field(term.field.name)?.name === 'project';
    if (!isProject || !(term.operator.name === '=' || term.operator.name === 'in')) continue;
    const items = term.operand?.kind === 'list' ? term.operand.items : [term.operand];
    const keys = items.map(item => (item?.kind === 'value' ? canonicalIssueKey(item.text) : ''));
    if (keys.length <= maxProjects && keys.every(isProjectKey)) return keys;
  }
  return [];
}

function queryFor(expecting: Expecting, catalogue: JqlCatalogue): Omit<ValueQuery, 'typed'> | undefined {
  const { kind } = expecting;
  if (kind === 'was') return { field: expecting.field };
  if (kind === 'argument') {
    const field = fieldOfArgument(catalogue, expecting);
    return field && { field: field.name };
  }
  if (kind === 'predicate') return predicateQuery(expecting.predicate, expecting.field);
  if (kind !== 'operand' && kind !== 'item') return undefined;
  if (kind === 'item' && expecting.predicate !== undefined)
    return predicateQuery(expecting.predicate, expecting.field);
  return isTextSearch(expecting.operator) ? undefined : { field: expecting.field };
}

function predicateQuery(name: string, field: string): Omit<ValueQuery, 'typed'> | undefined {
  const predicate = predicates.find(candidate => candidate === name.toLowerCase());
  return predicate && { field, predicate };
}

/** The predicates for which a tracker suggests values. */
const predicates = ['by', 'from', 'to'] as const;
