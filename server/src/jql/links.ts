import { canonicalIssueKey } from '../common/issue-key.ts';
import { issuePageAddress } from '../common/page-address.ts';
import type { Link, QueryView, QueryContext } from '../language/service.ts';
import type { Wording } from '../language/wording.ts';
import { siteNameOf } from '../queryfile/options/site-option.ts';
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import { namesIssue } from './issue-values.ts';
import type { JqlQuery, TermClause } from './syntax/nodes.ts';
import { allParts } from './syntax/walk.ts';

/** Issue keys in values as links to their pages on the query's site, where that is configured. */
export function jqlLinks(
  view: QueryView,
  query: JqlQuery,
  knowledge: JqlKnowledge,
  context: QueryContext,
  wording: Wording,
): Link[] {
  const name = siteNameOf(view, context);
  const site = context.sites.find(candidate => candidate.name === name && candidate.kind === 'tracker');
  if (site === undefined) return [];
  const links: Link[] = [];
  let term: TermClause | undefined;
  for (const part of allParts(query)) {
    if (part.kind === 'term') term = part;
    if (part.kind !== 'value' || term === undefined || !namesIssue(part, term, knowledge)) continue;
    const url = issuePageAddress(site.url, canonicalIssueKey(part.text));
    links.push({ span: part.span, url, tooltip: wording('openIssue', { site: site.name }) });
  }
  return links;
}
