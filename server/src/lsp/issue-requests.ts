import { isWithinSite } from '../common/site-address.ts';
import type { Connection } from 'vscode-languageserver';
import { type IssueParams, type IssueResult, issueRequest } from '../protocol/issue.ts';
import type { Notice } from '../protocol/notice.ts';
import type { Settings } from '../protocol/settings.ts';
import type { Site } from '../protocol/sites.ts';
import { onRequest } from './custom-requests.ts';
import { type Workspace, signalOf } from './workspace.ts';
import { sitesOf } from './settings.ts';
import type { ServerMessage } from './served-language.ts';

/** Answers the request for one issue, from its key or the address of its page. */
export function registerIssueRequests(connection: Connection, workspace: Workspace): void {
  const { wording, remote } = workspace.runtime;
  const refused = (code: ServerMessage, values: Readonly<Record<string, string>> = {}): IssueResult => {
    const notice: Notice = { severity: 'error', code, message: wording(code, values) };
    return { notices: [code === 'untrusted' ? notice : { ...notice, action: 'configureSite' }] };
  };
  onRequest(connection, issueRequest, async (params, token): Promise<IssueResult> => {
    if (!workspace.trusted) return refused('untrusted');
    const { reference } = params;
    const site = trackerOf(workspace.settings, params);
    if (site === undefined) {
      if (hostOf(reference) !== undefined) return refused('other-tracker', { host: hostOf(reference) ?? '' });
      return params.site === undefined || params.site === ''
        ? refused('no-tracker')
        : refused('unknown-site', { name: params.site });
    }
    try {
      return await remote.issue({ site, reference }, signalOf(token));
    } catch (error) {
      workspace.fault('issue', error);
      return { notices: [{ severity: 'error', code: 'fault', message: wording('fault') }] };
    }
  });
}

/**
 * The tracker of an issue: of an address the configured one whose page it is, the longest address first; of a
 * key the one that is named, else the default one, else the only one. `undefined` = none.
 */
export function trackerOf(settings: Settings, { site, reference }: IssueParams): Site | undefined {
  const trackers = sitesOf(settings).filter(({ kind }) => kind === 'tracker');
  if (isAddress(reference)) {
    const text = reference.trim();
    return trackers
      .filter(({ url }) => isWithinSite(text, url))
      .toSorted((one, other) => other.url.length - one.url.length)[0];
  }
  if (site !== undefined && site !== '') return trackers.find(({ name }) => name === site);
  return (
    trackers.find(({ name }) => name === settings.defaultSite) ??
    (trackers.length === 1 ? trackers[0] : undefined)
  );
}

const isAddress = (reference: string): boolean => /^\s*https?:/i.test(reference);

const hostOf = (reference: string): string | undefined =>
  isAddress(reference) && URL.canParse(reference.trim()) ? new URL(reference.trim()).host : undefined;
