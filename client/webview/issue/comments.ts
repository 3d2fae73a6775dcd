/** What people said about an issue, in the tracker's order. */
import { inBatches } from '../batches.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { text } from '../texts.ts';
import type { IssueComment } from '../../../server/src/protocol/issue.ts';
import { person } from './components.ts';
import { dateElement } from './date-element.ts';

const batch = 50;

/** `show` makes the formatted text of a comment. */
export const comments = (
  given: readonly IssueComment[],
  show: (html: string) => HTMLElement,
): readonly Node[] => inBatches(element('div'), given, batch, each => comment(each, show));

function comment(
  { author, created, updated, body }: IssueComment,
  show: (html: string) => HTMLElement,
): HTMLElement {
  const edited = updated !== undefined && updated !== created;
  return element('article', {
    class: 'comment',
    children: [
      element('header', {
        children: [
          person(author ?? text('issue.anonymous')),
          ...(created === undefined ? [] : [dateElement(created)]),
          ...(edited
            ? [element('span', { class: 'quiet', text: text('issue.edited'), title: visible(updated) })]
            : []),
        ],
      }),
      show(body),
    ],
  });
}
