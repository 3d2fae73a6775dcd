/** Fetches one issue of a tracker. */
import { issuePageAddress, siteRoot } from '#shared/base/site-address.ts';
import facts from '../../../catalogue/network/tracker-issue.json' with { type: 'json' };
import { hostOf } from '../http/http-client.ts';
import type { IssueResult } from '#shared/protocol/issue.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import { silentListener, type BackoffDependencies } from '../send-with-backoff.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';
import { trackerNotices } from '../network-notices.ts';
import type { IssueRequest } from '../backend.ts';
import { readIssue } from '../issue/read-issue.ts';
import { memberOf } from '../issue/read-values.ts';
import { issueAddress, trackerRequest } from './tracker-request.ts';
import { askTracker, type TrackerOutcome } from './ask-tracker.ts';

/** Fetches one issue; every outcome is a result, with notices for failures. Nothing is sent to another site. */
export async function fetchIssue(
  dependencies: BackoffDependencies,
  { site, reference }: IssueRequest,
  signal: AbortSignal,
): Promise<IssueResult> {
  const address = issueAddress(site, reference);
  const base = siteRoot(site.pages ?? site.url);
  if (typeof address === 'string') {
    const values = {
      site: site.name,
      base,
      reference: reference.slice(0, 200),
      example: issuePageAddress(base, 'ABC-12'),
    };
    return { notices: [trackerNotices.of(address, values)] };
  }
  const ask = (url: string, parameters: JsonObject): Promise<TrackerOutcome> => {
    const request = trackerRequest(url, parameters, dependencies.userAgent);
    return askTracker(dependencies, site, () => request, silentListener, signal);
  };
  const outcome = await ask(address.rest, { expand: facts.expand });
  const values = { site: site.name, host: hostOf(site.url), key: address.key };
  if ('notice' in outcome) return { notices: [refusalOf(outcome, values)] };
  const { answer } = outcome;
  if (!isObject(answer) || !isObject(answer['fields']))
    return { notices: [trackerNotices.of('notAnAnswer', values)] };
  const marks = leavesMarksOut(answer)
    ? await ask(`${address.rest}/comment`, { expand: ['properties'] })
    : undefined;
  const { issue, shortened } = readIssue(site.name, address, withMarks(answer, marks));
  const parts = shortened.join(', ');
  const isUnmarked = marks !== undefined && markedComments(marks).length === 0;
  return {
    issue,
    notices: [
      ...(isUnmarked ? [trackerNotices.of('commentsUnmarked', values)] : []),
      ...(shortened.length === 0 ? [] : [trackerNotices.of('issueShortened', { ...values, parts })]),
    ],
  };
}

const commentsOf = (holder: JsonObject): readonly JsonObject[] =>
  (arrayOf(holder['comments']) ?? []).filter(isObject);

/**
 * Whether a tracker may have internal comments that its issue does not mark: requests of customers at Data Center, where
 * only the list of comments has the property that says it.
 */
function leavesMarksOut(answer: JsonObject): boolean {
  const fields = memberOf(answer, 'fields');
  const isRequest = memberOf(fields, 'project')['projectTypeKey'] === 'service_desk';
  return (
    isRequest &&
    commentsOf(memberOf(fields, 'comment')).some(
      ({ jsdPublic, properties }) => jsdPublic === undefined && properties === undefined,
    )
  );
}

/** The comments of an answer that is the list of comments; none of another answer. */
const markedComments = (outcome: TrackerOutcome): readonly JsonObject[] =>
  'answer' in outcome && isObject(outcome.answer) ? commentsOf(outcome.answer) : [];

/** An issue whose comments have the properties that the list of comments has. */
function withMarks(answer: JsonObject, marks: TrackerOutcome | undefined): JsonObject {
  if (marks === undefined) return answer;
  const byId = new Map(markedComments(marks).map(({ id, properties }) => [textOf(id), properties]));
  const fields = memberOf(answer, 'fields');
  const comment = memberOf(fields, 'comment');
  const comments = commentsOf(comment).map((one): JsonObject => {
    const properties = byId.get(textOf(one['id']));
    return properties === undefined ? one : { ...one, properties };
  });
  return { ...answer, fields: { ...fields, comment: { ...comment, comments } } };
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
