/** Fetches one issue of a tracker. */
import { issuePageAddress, siteRoot } from '#shared/base/site-address.ts';
import facts from '../../../catalogue/network/tracker-issue.json' with { type: 'json' };
import { hostOf } from '../http/http-client.ts';
import type { IssueResult } from '#shared/protocol/issue.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import { silentListener, type BackoffDependencies } from '../send-with-backoff.ts';
import { isObject } from '#shared/protocol/json-values.ts';
import { trackerNotices } from '../network-notices.ts';
import type { IssueRequest } from '../backend.ts';
import { readIssue } from '../issue/read-issue.ts';
import { issueAddress, trackerRequest } from './tracker-request.ts';
import { askTracker, type TrackerOutcome } from './ask-tracker.ts';

/** Fetches one issue; every outcome is a result, with notices for failures. Nothing is sent to another site. */
export async function fetchIssue(
  dependencies: BackoffDependencies,
  { site, reference }: IssueRequest,
  signal: AbortSignal,
): Promise<IssueResult> {
  const address = issueAddress(site.url, reference);
  const base = siteRoot(site.url);
  if (typeof address === 'string') {
    const values = {
      site: site.name,
      base,
      reference: reference.slice(0, 200),
      example: issuePageAddress(base, 'ABC-12'),
    };
    return { notices: [trackerNotices.of(address, values)] };
  }
  const parameters = { expand: facts.expand };
  const request = trackerRequest(address.rest, parameters, dependencies.userAgent);
  const outcome = await askTracker(dependencies, site, () => request, silentListener, signal);
  const values = { site: site.name, host: hostOf(site.url), key: address.key };
  if ('notice' in outcome) return { notices: [refusalOf(outcome, values)] };
  const { answer } = outcome;
  if (!isObject(answer) || !isObject(answer['fields']))
    return { notices: [trackerNotices.of('notAnAnswer', values)] };
  const { issue, shortened } = readIssue(site.name, address, answer);
  const parts = shortened.join(', ');
  return {
    issue,
    notices: shortened.length === 0 ? [] : [trackerNotices.of('issueShortened', { ...values, parts })],
  };
}

/** The code of the notice by HTTP status. Jira responds with 404 to requests without permission too. */
const codeOfRefusal: ReadonlyMap<number, 'issueNotFound' | 'issueForbidden'> = new Map([
  [404, 'issueNotFound'],
  [401, 'issueForbidden'],
  [403, 'issueForbidden'],
]);

/** The notice for a refused issue. */
function refusalOf(
  outcome: Extract<TrackerOutcome, { notice: Notice }>,
  values: Readonly<Record<string, string>>,
): Notice {
  const { notice, status = 0, account } = outcome;
  if (!notice.code.startsWith('http')) return notice;
  const code = codeOfRefusal.get(status);
  if (code === undefined) return notice;
  return account === undefined
    ? trackerNotices.of(code, { ...values, status })
    : trackerNotices.of(`${code}For`, { ...values, status, account });
}
