import type { Connection } from 'vscode-languageserver';
import { diagnoseRequest, type Diagnosis } from '../protocol/diagnosis.ts';
import { onRequest } from './custom-requests.ts';
import { namedSite } from './named-site.ts';
import { signalOf, type Workspace } from './workspace.ts';

/** Answers the request of `protocol/diagnose.ts`: why a site does not answer. */
export function registerDiagnoseRequests(connection: Connection, workspace: Workspace): void {
  const { remote, wording } = workspace.runtime;
  onRequest(connection, diagnoseRequest, async ({ site: name }, token): Promise<Diagnosis> => {
    const site = namedSite(workspace, name);
    if ('refusal' in site) return { steps: [], text: `${site.refusal}\n` };
    try {
      return await remote.diagnose(site, signalOf(token));
    } catch (error) {
      workspace.fault('diagnose', error);
      return { steps: [], text: `${wording('fault')}\n` };
    }
  });
}
