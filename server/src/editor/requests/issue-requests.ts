import type { Connection } from 'vscode-languageserver';
import { type IssueResult, issueRequest } from '#shared/protocol/issue.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import { onRequest } from './custom-requests.ts';
import { signalOf } from '../guard.ts';
import type { Workspace } from '../workspace.ts';
import { isAddress, trackerOf } from '../../sites/settings/site-lookup.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';

/** Answers the request for one issue, from its key or the address of its page. */
export function registerIssueRequests(connection: Connection, workspace: Workspace): void {
  const { wording, backend } = workspace.runtime;
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
      return await backend.issue({ site, reference }, signalOf(token));
    } catch (error) {
      workspace.fault('issue', error);
      return { notices: [{ severity: 'error', code: 'fault', message: wording('fault') }] };
    }
  });
}

const hostOf = (reference: string): string | undefined =>
  isAddress(reference) && URL.canParse(reference.trim()) ? new URL(reference.trim()).host : undefined;
