/** The main column of an issue: its formatted texts, attachments, relations, comments, worklogs and changes. */
import type { SendIssue } from '#shared/protocol/panel-messages.ts';
import { button, element } from '../dom.ts';
import { text } from '../panel-texts.ts';
import { attachments } from './attachments.ts';
import { changes, comments, worklogs } from './issue-activity.ts';
import type { FindMentions } from '../cells/mentions.ts';
import type { Issue } from '#shared/protocol/issue.ts';
import { type Folds, type Section, section } from './components.ts';
import { related } from './related.ts';
import { type PageAllowance, pageAllowance, richText } from './rich-text.ts';

export function body(
  issue: Issue,
  pictures: boolean,
  mentions: FindMentions,
  folds: Folds,
  send: SendIssue,
): HTMLElement {
  const { browseUrl, description, environment, fields, links, subtasks } = issue;
  let missing = 0;
  let allowance: PageAllowance | undefined;
  const show = (html: string): HTMLElement => {
    // A section that the user opens later is rendered in a task of its own, with a new allowance.
    if (!allowance) setTimeout(() => (allowance = undefined));
    allowance ??= pageAllowance();
    const richTextNode = richText(html, { browseUrl, pictures, allowance, mentions, send });
    missing += richTextNode.missing;
    return richTextNode.element;
  };
  const formatted = (id: string, title: string, html: string | undefined, open = true): readonly Section[] =>
    html === undefined ? [] : [{ id, title, open, fill: () => [show(html)] }];
  const nothing = element('p', { class: 'quiet', text: text('issue.noDescription') });
  const sections: readonly Section[] = [
    description === undefined
      ? { id: 'description', title: text('issue.description'), open: true, fill: () => [nothing] }
      : { id: 'description', title: text('issue.description'), open: true, fill: () => [show(description)] },
    ...formatted('environment', text('issue.environment'), environment),
    ...fields
      .filter(({ html }) => html !== undefined)
      .flatMap(({ id, name, html }, index) => formatted(`field-${id}`, name, html, index < maxOpenFields)),
    ...counted('attachments', issue.attachments, files => attachments(files, send)),
    ...counted('subtasks', subtasks, issues => related(issues, send)),
    ...counted('links', links, issues => related(issues, send)),
    ...counted('comments', issue.comments, items => comments(items, issue.commentTotal, show)),
    ...counted('worklogs', issue.worklogs, items => worklogs(items, issue.worklogTotal, show)),
    ...counted('history', issue.history, items => changes(items, issue.historyTotal)),
  ];
  const sectionNodes = sections.map(group => section(group, folds));
  return element('div', {
    class: 'texts',
    children: [...(missing > 0 ? [unloaded(missing, send)] : []), ...sectionNodes],
  });
}

/** The number of fields with formatted text that are open at first. */
const maxOpenFields = 20;

/** The sections that are closed at first. */
const closed: ReadonlySet<string> = new Set(['worklogs', 'history']);

/** The section of a list with its length; none if the list is empty. */
const counted = <T>(
  id: 'attachments' | 'links' | 'subtasks' | 'comments' | 'worklogs' | 'history',
  items: readonly T[],
  fill: (items: readonly T[]) => readonly Node[],
): readonly Section[] =>
  items.length === 0
    ? []
    : [
        {
          id,
          title: text(`issue.${id}`),
          count: items.length,
          open: !closed.has(id),
          fill: () => fill(items),
        },
      ];

/** Says that images were not loaded, with a button that loads them. */
const unloaded = (count: number, send: SendIssue): HTMLElement =>
  element('p', {
    class: 'unloaded',
    children: [
      element('span', { class: 'quiet', text: text('issue.unloaded', { count }) }),
      button(text('issue.pictures'), () => send({ type: 'pictures' }), { class: 'link' }),
    ],
  });
