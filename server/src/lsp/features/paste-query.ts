import { siteRoot } from '../../common/site-address.ts';
import type { PasteAsParams, PasteAsResult } from '../../protocol/documents/query-conversion.ts';
import type { Site } from '../../protocol/sites.ts';
import type { PastedQuery, PasteResult } from '../../query-code/pasted-query.ts';
import { siteOption } from '../../queryfile/options/site-option.ts';
import { Scope } from '../../queryfile/scope.ts';
import { sitesOf } from '../../settings/read-settings.ts';
import type { Workspace } from '../workspace.ts';

/** What was found in a text, as the text of a query file; `null` = nothing. */
export function pasteQuery(
  found: PasteResult,
  { uri }: PasteAsParams,
  workspace: Workspace,
): PasteAsResult | null {
  const { wording, languages } = workspace.runtime;
  if (found === undefined) return null;
  if ('refusal' in found) return { refusal: wording(found.refusal, found.values) };
  const [language, { runner }] = [...languages].find(([, each]) => each.runner.kind === found.kind)!;
  const body = found.template?.body ?? runner.written(found);
  if (body === undefined) return { refusal: wording('paste-unwritable') };
  const { secrets, template } = found;
  const remarks = [
    ...(secrets.length > 0 ? [wording('paste-secrets', { names: [...new Set(secrets)].join(', ') })] : []),
    ...(template ? [wording('paste-computed', { names: template.computed.join(', ') })] : []),
  ];
  return {
    query: { kind: found.kind, language, text: `${siteLine(found, uri, workspace)}${body}\n` },
    ...(remarks.length > 0 && { remark: remarks.join(' ') }),
  };
}

/** The directive of the query's site, a comment with the address of an unknown one, or nothing where the file means it. */
function siteLine({ kind, address }: PastedQuery, uri: string | undefined, workspace: Workspace): string {
  if (address === undefined) return '';
  const { settings } = workspace;
  const sites = sitesOf(settings).filter(site => site.kind === kind);
  const site = sites.find(each => isAt(each, address)) ?? sites.find(each => isSameOrigin(each, address));
  if (site === undefined) return `# ${address}\n`;
  const header = uri === undefined ? undefined : workspace.documents.get(uri)?.header;
  const named = header ? siteOption(new Scope(header), settings.defaultSite).name : settings.defaultSite;
  return site.name === named ? '' : `# @site ${site.name}\n`;
}

const isAt = ({ url }: Site, address: string): boolean => siteRoot(url) === siteRoot(address);

const isSameOrigin = ({ url }: Site, address: string): boolean =>
  new URL(url).origin === new URL(address).origin;
