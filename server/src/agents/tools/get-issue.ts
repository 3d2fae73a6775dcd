/** The tool that fetches one issue of a tracker. */
import * as v from 'valibot';
import { htmlMarkdown } from '#shared/base/html-markdown.ts';
import { trackerOf } from '../../sites/settings/tracker-of-issue.ts';
import type { Issue } from '#shared/protocol/issue.ts';
import type { Json } from '#shared/protocol/json.ts';
import { allowedSites } from '../../runs/plan-sites.ts';
import { askedSite, siteInstead } from '../agent-sites.ts';
import { bounded } from '../bounded.ts';
import type { AgentDependencies, AgentSession } from '../dependencies.ts';
import { name } from '../given-arguments.ts';
import { Refusal, say } from '../refusal.ts';
import { agentTool, type Outcome } from '../tool.ts';

/** Characters of an issue in an answer. */
const budget = 40_000;

/** Bounds of an issue in an answer; the later ones are for issues that would not fit otherwise. */
const issueBounds = [8000, 2000, 500, 100].map((text, index) => ({
  text,
  count: [100, 30, 10, 5][index]!,
  depth: 6,
}));

export const issueArguments = v.strictObject({ issue: name, site: v.exactOptional(name) });

/** Fetches one issue of a tracker. */
export const getIssue = (dependencies: AgentDependencies, session: AgentSession) =>
  agentTool(issueArguments, async (input, signal): Promise<Outcome> => {
    const site = issueSite(dependencies, input);
    return session.queue.next(site.name, async () => {
      signal.throwIfAborted();
      const backend = await dependencies.backend();
      session.asked(site);
      const { issue, notices } = await backend.issue({ site, reference: input.issue }, signal);
      signal.throwIfAborted();
      const messages = notices.map(({ message }) => message);
      if (issue === undefined) throw new Refusal('issue.missing', { site: site.name }, { messages });
      const { value, cuts } = fitIssue(plainOf(issue));
      const parts = partsOf(issue);
      return {
        summary: [
          say('issue', { site: site.name }),
          ...(cuts > 0 ? [say('issue.cut', { count: cuts })] : []),
          ...(parts.length > 0 ? [say('issue.parts', { parts: parts.join(', ') })] : []),
          ...(hasRestricted(issue) ? [say('issue.restricted')] : []),
          ...(issue.fields.some(({ id }) => id === 'security') ? [say('issue.restricted.level')] : []),
        ].join(' '),
        facts: { site: site.name, complete: cuts === 0 && parts.length === 0, shortenedValues: cuts },
        data: { issue: value, ...(messages.length > 0 && { messages }) },
      };
    });
  });

/** The tracker of an issue, which may be asked. @throws Refusal where it may not */
export function issueSite(
  { settings }: AgentDependencies,
  { issue, site }: v.InferOutput<typeof issueArguments>,
) {
  const currentSettings = settings();
  const namedSite =
    trackerOf(currentSettings, { reference: issue, ...(site !== undefined && { site }) })?.name ?? site ?? '';
  if (namedSite === '')
    throw new Refusal(
      'site.no-tracker',
      { allowed: allowedSites(currentSettings) },
      {},
      // An address that is of no tracker in the settings is of no other one either.
      issue.includes('/') ? undefined : siteInstead(currentSettings, { code: 'no-site' }, 'tracker'),
    );
  return askedSite(currentSettings, namedSite, 'tracker');
}

/** How many of the comments, worklogs and changes the tracker sent, for those lists that it did not send as a whole. */
const partsOf = (issue: Issue): readonly string[] =>
  (
    [
      ['comments', issue.comments, issue.commentTotal],
      ['worklogs', issue.worklogs, issue.worklogTotal],
      ['changes', issue.history, issue.historyTotal],
    ] as const
  ).flatMap(([list, { length: count }, total]) =>
    total === undefined ? [] : [say(`issue.parts.${list}`, { count, total })],
  );

/** Whether an issue has texts that only some users can see. */
const hasRestricted = ({ comments, worklogs }: Issue): boolean =>
  [...comments, ...worklogs].some(({ visibleTo }) => visibleTo !== undefined);

function fitIssue(issue: Json) {
  const tries = issueBounds.map(bounds => bounded(issue, bounds));
  return tries.find(({ value }) => JSON.stringify(value).length <= budget) ?? tries.at(-1)!;
}

/** An issue with Markdown in place of HTML. */
function plainOf(issue: Issue): Json {
  const { description, environment, comments, worklogs, fields, ...others } = issue;
  const plain: Json = JSON.parse(
    JSON.stringify({
      ...others,
      ...(description !== undefined && { description: htmlMarkdown(description) }),
      ...(environment !== undefined && { environment: htmlMarkdown(environment) }),
      comments: comments.map(comment => ({ ...comment, body: htmlMarkdown(comment.body) })),
      worklogs: worklogs.map(worklog => ({
        ...worklog,
        ...(worklog.body !== undefined && { body: htmlMarkdown(worklog.body) }),
      })),
      fields: fields.map(({ id, name: title, text, html }) => ({
        id,
        name: title,
        text: html === undefined ? text : htmlMarkdown(html),
      })),
    }),
  );
  return plain;
}
