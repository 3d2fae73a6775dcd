/**
 * Formatted text of an issue: sanitised, with links that the extension opens, and without images until the user asks
 * for them.
 */
import { emoticonOf } from '#shared/base/html-markdown.ts';
import { issueKeyOfPage } from '#shared/base/issue-key.ts';
import { segments, visible } from '../cells/hidden-characters.ts';
import type { FindMentions, Mention } from '../cells/mentions.ts';
import { turns } from '../cells/text-batch.ts';
import { asLink, breakable, button, drawing, element } from '../dom.ts';
import { marked } from '../grid/cell.ts';
import icons from '../icons.json' with { type: 'json' };
import { text } from '../panel-texts.ts';
import type { FromIssuePanel } from '#shared/protocol/panel-messages.ts';
import { webAddress } from '../web-address.ts';
import type { HtmlAllowance } from '#shared/base/read-html.ts';
import { shorten } from '#shared/base/shorten.ts';
import DOMPurify from 'dompurify';
import { filtered } from './html-filter.ts';
import markup from './markup.json' with { type: 'json' };

export interface RichContext {
  /** The base of relative addresses, and of the `browse/` addresses of issues. */
  readonly browseUrl: string;
  /** Whether images are loaded, as the user asked. */
  readonly pictures: boolean;
  /** The shared limits of all texts of a page that are rendered together. */
  readonly allowance: PageAllowance;
  /** Finds the pages of wikis that a text mentions. */
  readonly mentions: FindMentions;
  readonly send: (message: FromIssuePanel) => void;
}

export interface RichText {
  readonly element: HTMLElement;
  /** The number of images that were left out. */
  readonly missing: number;
}

/** The limits of texts that are rendered together. */
export interface PageAllowance extends HtmlAllowance {
  marks: number;
  /** Changes of the writing direction. */
  turns: number;
  mentions: number;
  pictures: number;
}

/** Limits that no real issue reaches, and within which a page is shown in a second or two. */
export const pageAllowance = (): PageAllowance => ({
  characters: 1_000_000,
  elements: 20_000,
  marks: 2000,
  turns: 10_000,
  mentions: 1000,
  pictures: 1000,
});

export function richText(html: string, context: RichContext): RichText {
  const { allowance, send } = context;
  const { content, whole } = sanitise(html, allowance);
  const images = [...content.querySelectorAll('img')];
  for (const image of images) image.replaceWith(--allowance.pictures < 0 ? '' : picture(image, context));
  for (const link of content.querySelectorAll('a')) tame(link, context);
  for (const node of textsOf(content)) linkMentions(node, context);
  let isWhole = whole;
  for (const node of textsOf(content)) {
    if (!limitTurns(node, allowance)) isWhole = false;
    markHidden(node, allowance);
  }
  return {
    element: element('div', { class: 'rich', children: isWhole ? [content] : [content, rest(send)] }),
    missing: context.pictures ? 0 : images.length,
  };
}

/** Says that a text was cut, with a button that opens it in the browser. */
const rest = (send: RichContext['send']): HTMLElement =>
  element('p', {
    class: 'rest',
    children: [
      element('span', { class: 'quiet', text: `${text('issue.cut')} ` }),
      button(text('issue.browse'), () => send({ type: 'browse' }), { class: 'link' }),
    ],
  });

/** The message for a link of the tracker: an issue opens in the panel, any other page in the browser. */
function messageFor(url: string, browseUrl: string, outside: boolean): FromIssuePanel {
  const browse = browseUrl.slice(0, browseUrl.lastIndexOf('/') + 1);
  const isIssue = url.startsWith(browse) && issueKeyOfPage(url) !== undefined;
  return isIssue && !outside ? { type: 'issue', reference: url } : { type: 'link', url };
}

/** Removes the address of a link, so that only this handler can follow it. */
function tame(link: HTMLAnchorElement, { browseUrl, send }: RichContext): void {
  const url = webAddress(link.getAttribute('href') ?? '', browseUrl);
  for (const name of link.getAttributeNames()) link.removeAttribute(name);
  if (url === undefined) return;
  asLink(link, visible(url), event => send(messageFor(url, browseUrl, event.ctrlKey || event.metaKey)));
}

/** Makes links of the pages that a text mentions, unless it is part of a link already. */
function linkMentions(node: Text, { mentions, allowance, send }: RichContext): void {
  if (node.parentElement?.closest('a')) return;
  for (const mention of mentions(node.data).toReversed()) {
    if (--allowance.mentions < 0) return;
    node.splitText(mention.end);
    const inside = node.splitText(mention.start);
    const link = element('a');
    inside.replaceWith(link);
    link.append(inside);
    asLink(link, visible(mention.value), () => sendMention(mention, send));
  }
}

/** Opens a mentioned issue in the panel, and a mentioned page in the browser. */
export function sendMention({ kind, value }: Mention, send: RichContext['send']): void {
  send(kind === 'issue' ? { type: 'issue', reference: value } : { type: kind, value });
}

const maxAltLength = 200;

function picture(image: HTMLImageElement, { browseUrl, pictures, send }: RichContext): HTMLElement {
  const alt = image.alt.trim();
  const sign = emoticonOf(image.getAttribute('src') ?? '');
  if (sign !== undefined) return element('span', { text: sign });
  const url = webAddress(image.getAttribute('src') ?? '', browseUrl);
  if (pictures && url !== undefined) {
    const attributes = { alt, referrerpolicy: 'no-referrer', loading: 'lazy', src: url };
    return element('img', { title: alt, attributes });
  }
  const words =
    alt === '' ? text('issue.picture') : text('issue.pictureOf', { alt: shorten(alt, maxAltLength) });
  const label = element('span', { children: marked(words) });
  const parts = { class: 'picture', title: visible(words), children: [drawing(icons.picture), label] };
  if (url === undefined) return element('span', parts);
  return button('', () => send({ type: 'link', url }), {
    ...parts,
    title: `${visible(words)}\n${text('issue.pictureHint', { url: visible(url) })}`,
  });
}

function textsOf(content: DocumentFragment): readonly Text[] {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode);
  return nodes;
}

/** Cuts a text that changes its direction too often to be laid out. Returns false if something was cut off. */
function limitTurns(node: Text, allowance: PageAllowance): boolean {
  const changes = turns(node.data);
  const end = changes[allowance.turns];
  allowance.turns = Math.max(0, allowance.turns - changes.length);
  if (end === undefined) return true;
  node.data = node.data.slice(0, end);
  return false;
}

/**
 * Shows hidden characters as marks, or as `�` if there are too many; line ends and tabs are ordinary in formatted
 * text.
 */
function markHidden(node: Text, allowance: PageAllowance): void {
  const parts = node.data
    .split(/([\n\t\r]+)/)
    .flatMap((part, index) => (index % 2 === 0 ? segments(part) : [{ text: part, mark: false }]));
  const fragment = document.createDocumentFragment();
  let plain = '';
  const appendPlain = (): void => {
    for (const part of breakable(plain)) fragment.append(part);
    plain = '';
  };
  for (const { text: part, mark } of parts) {
    if (!mark) plain += part;
    else if (--allowance.marks < 0) plain += '\ufffd';
    else {
      appendPlain();
      fragment.append(element('span', { class: 'mark', text: part }));
    }
  }
  appendPlain();
  node.replaceWith(fragment);
}

interface Sanitised {
  readonly content: DocumentFragment;
  readonly whole: boolean;
}

/**
 * Sanitises HTML down to text and its structure, links and images by their addresses: it has no script, style, form,
 * frame, class, id or handler. The result belongs to a document that loads nothing, so that addresses can be changed
 * before anything is shown.
 */
function sanitise(html: string, allowance: HtmlAllowance): Sanitised {
  const { html: knownHtml, whole } = filtered(html, allowance);
  const content = DOMPurify.sanitize(knownHtml, {
    ALLOWED_TAGS: [...markup.tags],
    ALLOWED_ATTR: [...markup.attributes],
    ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  return { content, whole };
}
