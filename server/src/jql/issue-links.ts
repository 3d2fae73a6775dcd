import { canonicalIssueKey, isIssueKey } from '#shared/base/issue-key.ts';
import { issuePageAddress, pageRootOf } from '#shared/base/site-address.ts';
import type { Link, QueryView, QueryContext } from '../query-file/language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import { siteNameOf } from '../query-file/options/site-option.ts';
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import type { TermClause } from './syntax/tree/clauses.ts';
import { allParts } from './syntax/walk.ts';
import type { Value } from './syntax/tree/operands.ts';
import { isTextSearch } from './syntax/operators.ts';
import { nameOf } from './catalogue/catalogue.ts';

/** Returns links from issue keys to their pages on the query's site, if it is configured. */
export function jqlLinks(
  view: QueryView,
  query: JqlQuery,
  knowledge: JqlKnowledge,
  context: QueryContext,
  wording: Wording,
): Link[] {
  const name = siteNameOf(view, context, 'tracker');
  const site = context.sites.find(candidate => candidate.name === name && candidate.kind === 'tracker');
  const pages = site && pageRootOf(site);
  if (site === undefined || pages === undefined) return [];
  const links: Link[] = [];
  let term: TermClause | undefined;
  for (const part of allParts(query)) {
    if (part.kind === 'term') term = part;
    if (part.kind !== 'value' || term === undefined || !namesIssue(part, term, knowledge)) continue;
    const url = issuePageAddress(pages, canonicalIssueKey(part.text));
    links.push({ span: part.span, url, tooltip: wording('openIssue', { site: site.name }) });
  }
  return links;
}

/** The types of fields whose values are issues. */
const issueTypes: ReadonlySet<string> = new Set(['ISSUE', 'EPIC_LINK', 'PARENT_LINK']);

/**
 * True for a value that names an issue: it is a key, and its field contains issues. For other or unknown fields the
 * key must be in capitals: `labels = utf-8` is no key.
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
