/** Elements that several parts of the issue page share. */
import type { SendIssue } from '#shared/protocol/panel-messages.ts';
import { visible } from '../cells/hidden-characters.ts';
import { button, element } from '../dom.ts';
import { text } from '../panel-texts.ts';
import type { IssueStatus } from '#shared/protocol/issue.ts';
import { timeOf } from '#shared/base/text/date-format.ts';
import { localTimes, relativeTimes } from '../cells/cell-dates.ts';

/** A status in its color: to do, in progress, done. */
export const lozenge = ({ name, category }: IssueStatus): HTMLElement =>
  element('span', { class: `lozenge ${category ?? 'plain'}`, text: visible(name) });

const firstLetter = (word: string): string => /^./su.exec(word)?.[0] ?? '';

/** A name with its initials before it. */
export function person(name: string): HTMLElement {
  const [first = '', ...others] = visible(name)
    .split(/[\s.,]+/)
    .filter(word => word !== '');
  const initials = [first, others.at(-1) ?? ''].map(firstLetter).join('');
  return element('span', {
    class: 'person',
    children: [
      element('span', {
        class: 'monogram',
        text: initials.toUpperCase(),
        attributes: { 'aria-hidden': 'true' },
      }),
      element('span', { text: visible(name) }),
    ],
  });
}

/** The key of another issue as a link within the panel. */
export const issueKey = (key: string, send: SendIssue): HTMLElement =>
  button(visible(key), () => send({ type: 'issue', reference: key }), {
    class: 'link key',
    title: text('issue.openHint', { key: visible(key) }),
  });

/** The sections that the user opened or closed, by their ids. */
export type Folds = Map<string, boolean>;

export interface Section {
  readonly id: string;
  readonly title: string;
  /** The count after the title; absent = none. */
  readonly count?: number;
  /** Whether the section is open at first. */
  readonly open: boolean;
  /** Makes the content when the section first opens. */
  readonly fill: () => readonly Node[];
}

/** A section whose title opens and closes it. */
export function section({ id, title, count, open, fill }: Section, folds: Folds): HTMLElement {
  const summary = element('summary', {
    children: [
      element('h2', { text: visible(title) }),
      ...(count === undefined ? [] : [element('span', { class: 'count', text: String(count) })]),
    ],
  });
  const details = element('details', {
    class: 'section',
    attributes: { 'data-section': id },
    children: [summary],
  });
  const show = (): void => {
    if (details.open && details.childElementCount === 1)
      details.append(element('div', { class: 'content', children: fill() }));
  };
  details.open = folds.get(id) ?? open;
  show();
  details.addEventListener('toggle', () => {
    folds.set(id, details.open);
    show();
  });
  return details;
}

const local = localTimes(undefined);
const relative = relativeTimes('en');
const day = /^\d{4}-\d\d-\d\d$/;

/** A time to the minute in the user's time zone, or a day, each with its distance from now; other text unchanged. */
export function dateElement(value: string): HTMLElement {
  const time = timeOf(value);
  if (time !== undefined) return dated(value, local(time).slice(0, 16), relative(time, Date.now()));
  const start = day.test(value) ? Date.parse(`${value}T00:00`) : NaN;
  if (Number.isNaN(start)) return element('span', { text: visible(value) });
  return dated(value, value, relative(start, new Date().setHours(0, 0, 0, 0)));
}

const dated = (value: string, exact: string, distance: string): HTMLElement =>
  element('time', {
    title: value,
    attributes: { datetime: value },
    children: [`${exact} `, element('span', { class: 'quiet', text: distance })],
  });
