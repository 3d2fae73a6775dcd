import type { Reply } from '../../reply.ts';
import { searchIssues } from '../jql/search.ts';
import { markupHtml } from '../markup/html.ts';
import { escapeHtml, html, page } from '../replies.ts';
import texts from '../texts.json' with { type: 'json' };
import { type Visitor, sees } from '../visitor.ts';
import { shownStamp } from './stamps.ts';

/** `/browse/KEY`: an issue for people. Those who have not signed in are sent to the login page. */
export function answerBrowse(key: string, visitor: Visitor): Reply {
  const { world, base, person } = visitor;
  const issue = world.issue(key);
  if (issue && !sees(visitor, issue) && !person)
    return {
      ...page(302, 'loginTitle', 'notSignedIn'),
      headers: { Location: `${base}/login.jsp?os_destination=${encodeURIComponent(`/browse/${key}`)}` },
    };
  if (!issue || !sees(visitor, issue)) return page(404, 'missingTitle', 'missingText');
  const facts = [
    ['Type', issue.type.name],
    ['Status', issue.status.name],
    ['Priority', issue.priority.name],
    ['Assignee', issue.assignee?.displayName ?? 'Unassigned'],
    ['Reporter', issue.reporter.displayName],
    ['Created', shownStamp(issue.created)],
    ['Labels', issue.labels.join(', ') || 'None'],
  ] as const;
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  const comments = issue.comments
    .map(({ author, body }) => `<h3>${escapeHtml(author.displayName)}</h3>${markupHtml(body, false)}`)
    .join('');
  return html(
    200,
    `[${issue.key}] ${issue.summary}`,
    `<dl>${list}</dl>${markupHtml(issue.description ?? '', false)}${comments}`,
  );
}

const maxListed = 50;

/** `/issues/?jql=…`: what a query finds, for people. */
export function answerNavigator(jql: string, visitor: Visitor): Reply {
  const found = searchIssues(jql, visitor);
  const problems = 'syntax' in found ? [found.syntax] : found.problems;
  const issues =
    'syntax' in found ? [] : found.issues.filter(issue => sees(visitor, issue)).slice(0, maxListed);
  const items = issues.map(
    ({ key, summary }) =>
      `<li><a href="${escapeHtml(visitor.base)}/browse/${key}">${key}</a> ${escapeHtml(summary)}</li>`,
  );
  const paragraphs = [jql, ...problems].map(text => `<p>${escapeHtml(text)}</p>`);
  return html(200, texts.issuesTitle, `${paragraphs.join('')}<ul>${items.join('')}</ul>`);
}
