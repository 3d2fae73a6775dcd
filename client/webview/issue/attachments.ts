/** The attachments of an issue, which the browser opens. */
import type { SendIssue } from '#shared/protocol/panel-messages.ts';
import { inBatches } from '../cells/show-in-batches.ts';
import { visible } from '../cells/hidden-characters.ts';
import { humanSizes } from '../cells/cell-format.ts';
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import { text } from '../panel-texts.ts';
import type { IssueAttachment } from '#shared/protocol/issue.ts';
import { dateElement } from './components.ts';

const batch = 100;
const sizeText = humanSizes('en');

export const attachments = (files: readonly IssueAttachment[], send: SendIssue): readonly Node[] =>
  inBatches(element('ul', { class: 'attachments' }), files, batch, file => row(file, send));

function row({ name, size, type, author, created, url }: IssueAttachment, send: SendIssue): HTMLElement {
  const label = visible(name);
  const opener =
    url === undefined
      ? element('span', { text: label, title: label })
      : button(label, () => send({ type: 'link', url }), {
          class: 'link',
          title: text('issue.attachmentHint', { name: label }),
        });
  const notes = [type, size === undefined ? undefined : sizeText(size), author].filter(
    note => note !== undefined,
  );
  const description = visible(notes.join(' · '));
  return element('li', {
    children: [
      drawing(icons.file),
      opener,
      element('span', { class: 'quiet', text: description, title: description }),
      ...(created === undefined ? [] : [dateElement(created)]),
    ],
  });
}
