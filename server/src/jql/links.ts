import type { Link, QueryView, QueryContext } from '../language/service.ts';
import type { Wording } from '../language/wording.ts';
import { siteNameOf } from '../queryfile/site.ts';
import type { JqlQuery } from './syntax/nodes.ts';
import { allParts } from './syntax/walk.ts';

/** `ABC-123`; source: the REST notes, a project's key and a number. */
const issueKey = /^[A-Z][A-Z0-9_]+-[1-9]\d*$/;

/** Issue keys in values as links to their pages on the query's site, where that is configured. */
export function jqlLinks(view: QueryView, query: JqlQuery, around: QueryContext, wording: Wording): Link[] {
  const name = siteNameOf(view, around);
  const site = around.sites.find(candidate => candidate.name === name && candidate.kind === 'tracker');
  if (site === undefined) return [];
  const links: Link[] = [];
  for (const part of allParts(query)) {
    if (part.kind !== 'value' || !issueKey.test(part.text)) continue;
    const url = `${site.url.replace(/\/+$/, '')}/browse/${part.text}`;
    links.push({ span: part.span, url, tooltip: wording('openIssue', { site: site.name }) });
  }
  return links;
}
