/** The comments, worklogs and changes of an issue. */
import { inBatches } from '../cells/show-in-batches.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { text } from '../panel-texts.ts';
import type { IssueComment, IssueWorklog, IssueChange } from '#shared/protocol/issue.ts';
import { person, dateElement } from './components.ts';
import { marked } from '../grid/cell.ts';
import { shorten } from '#shared/base/shorten.ts';

/** How many items are shown at first, and how many more with each click. */
const batch = 50;

/** The comments in the tracker's order. @param show makes the formatted text of a comment */
export const comments = (
  items: readonly IssueComment[],
  total: number | undefined,
  show: (html: string) => HTMLElement,
): readonly Node[] => [
  ...inBatches(element('div'), items, batch, item => comment(item, show)),
  ...others(items.length, total),
];

/** How many of a list are shown. @param total absent = all of them */
const others = (count: number, total: number | undefined): readonly Node[] =>
  total === undefined
    ? []
    : [element('p', { class: 'quiet', text: text('issue.moreWorklogs', { count, total }) })];

function comment(
  { author, created, updated, visibleTo, body }: IssueComment,
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
          ...restriction(visibleTo),
        ],
      }),
      show(body),
    ],
  });
}

/**
 * The worklogs in the tracker's order.
 *
 * @param total how many there are, where the tracker did not send all of them
 * @param show makes the formatted text of a comment
 */
export const worklogs = (
  items: readonly IssueWorklog[],
  total: number | undefined,
  show: (html: string) => HTMLElement,
): readonly Node[] => [
  ...inBatches(element('div'), items, batch, item => worklog(item, show)),
  ...others(items.length, total),
];

const worklog = (
  { author, started, spent, visibleTo, body }: IssueWorklog,
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
          ...restriction(visibleTo),
        ],
      }),
      ...(body === undefined ? [] : [show(body)]),
    ],
  });

/** The mark of a text that only some users can see. */
function restriction(visibleTo: IssueComment['visibleTo']): readonly HTMLElement[] {
  if (visibleTo === undefined) return [];
  const name = visible(shorten(visibleTo.name, longest));
  const isInternal = visibleTo.kind === 'internal';
  return [
    element('span', {
      class: 'restricted',
      text: isInternal ? text('issue.internal') : text('issue.restricted', { name }),
      title: isInternal ? text('issue.internalHint') : text('issue.restrictedHint', { name }),
    }),
  ];
}

/** The changes of fields, the latest first. @param history the oldest first */
export const changes = (history: readonly IssueChange[], total: number | undefined): readonly Node[] => [
  ...inBatches(element('ol', { class: 'changes' }), history.toReversed(), batch, change),
  ...others(history.length, total),
];

const change = ({ author, created, items }: IssueChange): HTMLElement =>
  element('li', {
    children: [
      element('header', {
        children: [
          person(author ?? text('issue.anonymous')),
          ...(created === undefined ? [] : [dateElement(created)]),
        ],
      }),
      ...inBatches(element('ul'), items, batch, step),
    ],
  });

function step({ field, from, to }: IssueChange['items'][number]): HTMLElement {
  return element('li', {
    children: [
      element('span', { class: 'field', text: visible(field) }),
      side(from, 'del'),
      element('span', { class: 'quiet', text: '→' }),
      side(to, 'ins'),
    ],
  });
}

const side = (value: string, kind: 'del' | 'ins'): HTMLElement =>
  value === ''
    ? element('span', { class: 'quiet', text: text('issue.nothing') })
    : element(kind, { children: marked(shorten(value, longest)), title: visible(value) });

/** Characters of a value that are shown: a description has many versions. */
const longest = 200;
