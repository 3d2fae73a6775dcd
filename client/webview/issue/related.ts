/** Other issues that belong to this one, in groups by how they do. */
import type { SendIssue } from '../../../server/src/protocol/messages.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { marked } from '../grid/cell.ts';
import type { IssueLink } from '../../../server/src/protocol/issue.ts';
import { issueKey, lozenge } from './components.ts';

export function related(links: readonly IssueLink[], send: SendIssue): readonly Node[] {
  const relations = [...new Set(links.map(({ relation }) => relation))];
  return relations.flatMap(relation => [
    ...(relation === '' ? [] : [element('h3', { text: visible(relation) })]),
    element('ul', {
      class: 'related',
      children: links.filter(link => link.relation === relation).map(link => row(link, send)),
    }),
  ]);
}

const row = ({ key, summary, type, status }: IssueLink, send: SendIssue): HTMLElement =>
  element('li', {
    children: [
      issueKey(key, send),
      element('span', { class: 'summary', title: visible(type ?? ''), children: marked(summary) }),
      ...(status ? [lozenge(status)] : []),
    ],
  });
