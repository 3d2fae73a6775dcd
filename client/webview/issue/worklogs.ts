/** The work that people booked on an issue, in the tracker's order. */
import { inBatches } from '../batches.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { text } from '../texts.ts';
import type { IssueWorklog } from '../../../server/src/protocol/issue.ts';
import { person } from './components.ts';
import { dateElement } from './date-element.ts';

const batch = 50;

/** `total` = how many entries there are, where not all of them came; `show` makes the formatted text of one. */
export const worklogs = (
  given: readonly IssueWorklog[],
  total: number | undefined,
  show: (html: string) => HTMLElement,
): readonly Node[] => [
  ...inBatches(element('div'), given, batch, each => worklog(each, show)),
  ...(total === undefined
    ? []
    : [element('p', { class: 'quiet', text: text('issue.moreWorklogs', { count: given.length, total }) })]),
];

const worklog = (
  { author, started, spent, body }: IssueWorklog,
  show: (html: string) => HTMLElement,
): HTMLElement =>
  element('article', {
    class: 'comment worklog',
    children: [
      element('header', {
        children: [
          person(author ?? text('issue.anonymous')),
          element('span', { class: 'spent', text: visible(spent) }),
          ...(started === undefined ? [] : [dateElement(started)]),
        ],
      }),
      ...(body === undefined ? [] : [show(body)]),
    ],
  });
