/** How an issue came to be as it is: who changed which field, from what to what. */
import { inBatches } from '../batches.ts';
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { marked } from '../grid/cell.ts';
import { text } from '../texts.ts';
import type { IssueChange } from '../../../server/src/protocol/issue.ts';
import { person } from './components.ts';
import { dateElement } from './date-element.ts';
import { shorten } from '../../../server/src/common/shorten.ts';

const batch = 50;

/** The latest first. `given` has the oldest first. */
export const changes = (given: readonly IssueChange[]): readonly Node[] =>
  inBatches(element('ol', { class: 'changes' }), given.toReversed(), batch, change);

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

/** The longest text of a change that is shown whole: a description has many versions. */
const longest = 200;
