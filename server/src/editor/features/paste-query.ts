import type { PasteAsParams, PasteAsResult } from '#shared/protocol/documents/query-conversion.ts';
import type { PastedQuery, PasteResult } from '../../query-file/language/pasted-query.ts';
import { siteNameAt, siteOption } from '../../query-file/options/site-option.ts';
import { Scope } from '../../query-file/scope.ts';
import { sitesOf } from '../../sites/settings/read-settings.ts';
import { siteNamed } from '../../sites/settings/site-lookup.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Returns the query of a pasted text as the text of a query file; `null` = the text has no query, or already is that of
 * its file.
 */
export function pasteQuery(
  pasted: PasteResult,
  { text, uri }: PasteAsParams,
  workspace: Workspace,
): PasteAsResult | null {
  const { wording, languages } = workspace.runtime;
  if (pasted === undefined) return null;
  if ('refusal' in pasted) return { refusal: wording(pasted.refusal, pasted.values) };
  const [language, { runner }] = [...languages].find(
    ([, candidate]) => candidate.runner.kind === pasted.kind,
  )!;
  const body = pasted.template?.body ?? runner.toFileText(pasted);
  if (body === undefined) return { refusal: wording('paste-unwritable') };
  const document = uri === undefined ? undefined : workspace.documents.get(uri);
  if (document?.languageId === language && body === text.trim()) return null;
  const { secrets, template, others = 0 } = pasted;
  const remarks = [
    ...(secrets.length > 0 ? [wording('paste-secrets', { names: [...new Set(secrets)].join(', ') })] : []),
    ...(others > 0 ? [wording('paste-others', { count: others })] : []),
    ...(template ? [wording('paste-computed', { names: template.computed.join(', ') })] : []),
  ];
  const { site, address } = siteLines(pasted, uri, workspace);
  return {
    query: {
      kind: pasted.kind,
      language,
      text: `${site}${body}\n`,
      body: `${body}\n`,
      ...(address !== undefined && { address }),
    },
    ...(remarks.length > 0 && { remark: remarks.join(' ') }),
  };
}

/**
 * Returns the lines for the query's site: its directive, below the address where the site is not configured; empty = the
 * query runs on that site without it.
 */
function siteLines(
  { kind, address }: PastedQuery,
  uri: string | undefined,
  workspace: Workspace,
): { readonly site: string; readonly address?: string } {
  if (address === undefined) return { site: '' };
  const { settings } = workspace;
  const sites = sitesOf(settings).filter(site => site.kind === kind);
  const name = siteNameAt(address, sites);
  const directive = `# @site ${name}\n`;
  if (siteNamed(settings, name) === undefined) return { site: `# ${address}\n${directive}`, address };
  const header = uri === undefined ? undefined : workspace.documents.get(uri)?.header;
  const { defaultSite } = settings;
  const siteName = header ? siteOption(new Scope(header), { sites, defaultSite }).name : defaultSite;
  return { site: name === siteName ? '' : directive };
}
