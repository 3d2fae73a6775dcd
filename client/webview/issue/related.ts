/** Related issues, grouped by their relation. */
import type { SendIssue } from '#shared/protocol/panel-messages.ts';
import { inBatches } from '../cells/show-in-batches.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { marked } from '../grid/cell.ts';
import type { IssueLink } from '#shared/protocol/issue.ts';
import { issueKey, lozenge } from './components.ts';
import { shorten } from '#shared/base/shorten.ts';

const batch = 50;
const maxSummaryLength = 500;

export function related(links: readonly IssueLink[], send: SendIssue): readonly Node[] {
  const groups = [...Map.groupBy(links, ({ relation }) => relation)];
  return inBatches(element('div'), groups, batch, ([relation, group]) =>
    element('div', {
      children: [
        ...(relation === '' ? [] : [element('h3', { text: visible(relation) })]),
        ...inBatches(element('ul', { class: 'related' }), group, batch, link => row(link, send)),
      ],
    }),
  );
}

const row = ({ key, summary, type, status }: IssueLink, send: SendIssue): HTMLElement =>
  element('li', {
    children: [
      issueKey(key, send),
      element('span', {
        class: 'summary',
        title: [type ?? '', shorten(summary, maxSummaryLength)]
          .map(part => visible(part))
          .join('\n')
          .trim(),
        children: marked(shorten(summary, maxSummaryLength)),
      }),
      ...(status ? [lozenge(status)] : []),
    ],
  });
