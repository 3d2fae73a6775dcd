/** The head of an issue: its project and parent, key, summary and status. */
import type { SendIssue } from '#shared/protocol/panel-messages.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { marked } from '../grid/cell.ts';
import { text } from '../panel-texts.ts';
import type { Issue } from '#shared/protocol/issue.ts';
import { issueKey, lozenge } from './components.ts';
import { shorten } from '#shared/base/shorten.ts';

const [longestSummary, longestLevel] = [1000, 200];

export function head(issue: Issue, send: SendIssue): HTMLElement {
  const { project, parent, key, type, status, priority, resolution } = issue;
  const path = [
    ...(project === undefined ? [] : [element('span', { text: visible(project) })]),
    ...(parent ? [parentOf(parent.key, parent.summary, send)] : []),
    element('span', { class: 'key', text: visible(key) }),
  ];
  return element('header', {
    class: 'issue-head',
    children: [
      element('p', { class: 'path', children: path }),
      element('h1', {
        attributes: { tabindex: '-1' },
        children: marked(shorten(issue.summary, longestSummary)),
      }),
      element('p', {
        class: 'standing',
        children: [
          ...(status ? [lozenge(status)] : []),
          ...securityLevel(issue),
          ...(type === undefined ? [] : [tag(text('issue.type'), type)]),
          ...(priority === undefined ? [] : [tag(text('issue.priority'), priority)]),
          tag(text('issue.resolution'), resolution ?? text('issue.unresolved')),
        ],
      }),
    ],
  });
}

/** The mark of an issue that only some users can see. */
const securityLevel = ({ fields }: Issue): readonly HTMLElement[] =>
  fields
    .filter(({ id }) => id === 'security')
    .map(field => {
      const name = visible(shorten(field.text, longestLevel));
      return element('span', {
        class: 'restricted',
        text: text('issue.restricted', { name }),
        title: text('issue.levelHint', { name }),
      });
    });

const parentOf = (key: string, summary: string, send: SendIssue): HTMLElement =>
  element('span', { title: visible(summary), children: [issueKey(key, send)] });

const tag = (label: string, value: string): HTMLElement =>
  element('span', {
    class: 'tag',
    children: [element('span', { class: 'quiet', text: label }), ` ${visible(value)}`],
  });
