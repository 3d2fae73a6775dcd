/** The tool that fetches one issue of a tracker. */
import * as v from 'valibot';
import { writeMarkdown } from '#shared/base/html-markdown.ts';
import { trackerOf } from '../../sites/settings/site-lookup.ts';
import type { Issue } from '#shared/protocol/issue.ts';
import type { Json } from '#shared/protocol/json.ts';
import { allowedSites } from '../../runs/plan-sites.ts';
import { askedSite, siteInstead } from '../agent-sites.ts';
import { bounded, type Bounded } from '../bounded.ts';
import type { AgentDependencies, AgentSession } from '../dependencies.ts';
import { name } from '../given-arguments.ts';
import { Refusal, say } from '../refusal.ts';
import { agentTool, type Outcome } from '../tool.ts';

/** Characters of an issue in an answer. */
const budget = 40_000;

/** Maximum entries of a list. */
const mostEntries = 100;

/** Bounds of an issue in an answer; the later ones are for issues that would not fit otherwise. */
const issueBounds = [8000, 2000, 500, 100].map((text, index) => ({
  text,
  count: [mostEntries, 30, 10, 5][index]!,
  depth: 6,
}));

/** How much HTML is read of all texts of an issue together: far more than fits. */
const readable = { characters: 1_000_000, elements: 100_000 };

export const issueArguments = v.strictObject({ issue: name, site: v.exactOptional(name) });

/** Fetches one issue of a tracker. */
export const getIssue = (dependencies: AgentDependencies, session: AgentSession) =>
  agentTool(issueArguments, async (input, signal): Promise<Outcome> => {
    const site = issueSite(dependencies, input);
    return session.queue.runAtSite(site.name, async () => {
      signal.throwIfAborted();
      const backend = await dependencies.backend();
      session.asked(site);
      const { issue, notices } = await backend.issue({ site, reference: input.issue }, signal);
      signal.throwIfAborted();
      const messages = notices.map(({ message }) => message);
      if (issue === undefined) throw new Refusal('issue.missing', { site: site.name }, { messages });
      const { value, cuts } = fitIssue(issue);
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
      issue.includes('/')
        ? undefined
        : siteInstead(currentSettings, { code: 'no-site', arguments: {} }, 'tracker'),
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

function fitIssue(issue: Issue): Bounded {
  const { value: plain, cuts: unread } = plainOf(issue);
  const tries = issueBounds.map(bounds => bounded(plain, bounds));
  const { value, cuts } =
    tries.find(fitted => JSON.stringify(fitted.value).length <= budget) ?? tries.at(-1)!;
  return { value, cuts: cuts + unread };
}

/** The entries that may fit and one more, so that the list is known to be cut. */
const entries = <Entry>(list: readonly Entry[]): readonly Entry[] => list.slice(0, mostEntries + 1);

/** An issue with Markdown in place of HTML, and how many of its texts were not read to their ends. */
function plainOf(issue: Issue): Bounded {
  const { description, environment, comments, worklogs, fields, ...others } = issue;
  const allowance = { ...readable };
  let cuts = 0;
  const markdown = (html: string): string => {
    const { text, isWhole } = writeMarkdown(html, { allowance });
    if (!isWhole) cuts++;
    return text;
  };
  const plain: Json = JSON.parse(
    JSON.stringify({
      ...others,
      ...(description !== undefined && { description: markdown(description) }),
      ...(environment !== undefined && { environment: markdown(environment) }),
      comments: entries(comments).map(comment => ({ ...comment, body: markdown(comment.body) })),
      worklogs: entries(worklogs).map(worklog => ({
        ...worklog,
        ...(worklog.body !== undefined && { body: markdown(worklog.body) }),
      })),
      fields: entries(fields).map(({ id, name: title, text, html }) => ({
        id,
        name: title,
        text: html === undefined ? text : markdown(html),
      })),
    }),
  );
  return { value: plain, cuts };
}
