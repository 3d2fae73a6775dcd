/** Formatted text of an issue: sanitised, its links opened by the extension, its pictures not loaded unasked. */
import { issueKeyOfPage } from '../../../server/src/common/issue-key.ts';
import { segments } from '../cells/hidden-characters.ts';
import { button, drawing, element } from '../dom.ts';
import { marked } from '../grid/cell.ts';
import icons from '../icons.json' with { type: 'json' };
import { text } from '../texts.ts';
import type { FromIssuePanel } from '../../../server/src/protocol/messages.ts';
import { webAddress } from '../address.ts';
import { sanitise } from './sanitise.ts';

export interface RichContext {
  /** What relative addresses are relative to, and whose `browse/` addresses are issues. */
  readonly browseUrl: string;
  /** A person asked for the pictures. */
  readonly pictures: boolean;
  readonly send: (message: FromIssuePanel) => void;
}

export interface RichText {
  readonly element: HTMLElement;
  /** How many pictures were left out. */
  readonly missing: number;
}

export function richText(html: string, context: RichContext): RichText {
  const content = sanitise(html);
  const images = [...content.querySelectorAll('img')];
  for (const image of images) image.replaceWith(...picture(image, context));
  for (const link of content.querySelectorAll('a')) tame(link, context);
  for (const node of textsOf(content)) markHidden(node);
  return {
    element: element('div', { class: 'rich', children: [content] }),
    missing: context.pictures ? 0 : images.length,
  };
}

/** Where a link of the tracker's own leads: an issue opens here, everything else in the browser. */
export function messageFor(url: string, browseUrl: string, outside: boolean): FromIssuePanel {
  const browse = browseUrl.slice(0, browseUrl.lastIndexOf('/') + 1);
  const isIssue = url.startsWith(browse) && issueKeyOfPage(url) !== undefined;
  return isIssue && !outside ? { type: 'issue', reference: url } : { type: 'link', url };
}

/** The element has no address of its own, so that nothing but this can follow it. */
function tame(link: HTMLAnchorElement, { browseUrl, send }: RichContext): void {
  const url = webAddress(link.getAttribute('href') ?? '', browseUrl);
  for (const name of link.getAttributeNames()) link.removeAttribute(name);
  if (url === undefined) return;
  link.className = 'link';
  link.title = url;
  link.setAttribute('role', 'link');
  link.tabIndex = 0;
  const follow = (event: MouseEvent | KeyboardEvent): void => {
    event.preventDefault();
    send(messageFor(url, browseUrl, event.ctrlKey || event.metaKey));
  };
  link.addEventListener('click', follow);
  link.addEventListener('keydown', event => {
    if (event.key === 'Enter') follow(event);
  });
}

function picture(image: HTMLImageElement, { browseUrl, pictures, send }: RichContext): readonly Node[] {
  const alt = image.alt.trim();
  const url = webAddress(image.getAttribute('src') ?? '', browseUrl);
  if (pictures && url !== undefined) {
    const attributes = { alt, referrerpolicy: 'no-referrer', loading: 'lazy', src: url };
    return [element('img', { title: alt, attributes })];
  }
  const label = element('span', {
    children: alt === '' ? [text('issue.picture')] : marked(text('issue.pictureOf', { alt })),
  });
  const parts = { class: 'picture', children: [drawing(icons.picture), label] };
  if (url === undefined) return [element('span', parts)];
  return [
    button('', () => send({ type: 'link', url }), { ...parts, title: text('issue.pictureHint', { url }) }),
  ];
}

function textsOf(content: DocumentFragment): readonly Text[] {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) found.push(walker.currentNode);
  return found;
}

/** Hidden characters are shown as marks; line ends and tabs are ordinary in formatted text. */
function markHidden(node: Text): void {
  const parts = node.data.split(/([\n\t\r]+)/);
  if (!parts.some((part, index) => index % 2 === 0 && segments(part).some(({ mark }) => mark))) return;
  node.replaceWith(
    ...parts.flatMap((part, index) => (index % 2 === 0 ? marked(part) : [document.createTextNode(part)])),
  );
}
