import { isIssueKey } from '../common/issue-key.ts';
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import type { TermClause, Value } from './syntax/nodes.ts';
import { isTextSearch } from './syntax/operator-kinds.ts';
import { nameOf } from './catalogue/lookup.ts';

/** The types of fields whose values are issues. */
const issueTypes: ReadonlySet<string> = new Set(['ISSUE', 'EPIC_LINK', 'PARENT_LINK']);

/**
 * Whether a value of a term names an issue: it is a key, and its field holds issues. Where the field holds something
 * else or is unknown, only a key in capitals does: `labels = utf-8` has no key.
 */
export function namesIssue(
  value: Value,
  { field, operator }: TermClause,
  { catalogue }: JqlKnowledge,
): boolean {
  if (!isIssueKey(value.text)) return false;
  if (operator.kind === 'operator' && isTextSearch(operator.name)) return false;
  const type = field.kind === 'field' ? catalogue.field(nameOf(field))?.type : undefined;
  return (type !== undefined && issueTypes.has(type)) || value.text === value.text.toUpperCase();
}
