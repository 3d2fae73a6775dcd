/**
 * Reads rich text of Jira Cloud, a tree of nodes (Atlassian Document Format). The nodes and marks are those of the public
 * schema, https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/.
 */
import texts from '../../../catalogue/messages/tracker-values.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import { htmlMarkdown } from '#shared/base/html-markdown.ts';
import { escapeHtml } from '#shared/base/markup-text.ts';
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';

const say = wordingOf<string>(texts);

/** Bounds of a document that a server sends; real ones nest about ten levels. */
const bounds = { depth: 60, nodes: 20_000, characters: 300_000 };

/** Whether a value is a document. */
export const isDocument = (value: Json | undefined): value is JsonObject =>
  isObject(value) && value['type'] === 'doc' && arrayOf(value['content']) !== undefined;

/** A document as HTML with its structure; a longer or deeper one ends with “…”. */
export function documentHtml(document: JsonObject): string {
  const state: State = { nodes: bounds.nodes, characters: bounds.characters, isCut: false };
  const html = contentOf(document, state, 0);
  return state.isCut ? `${html}<p>…</p>` : html;
}

/** A document as text with its lines, lists and tables; without marks for bold and the like. */
export const documentText = (document: JsonObject): string =>
  htmlMarkdown(documentHtml(document), { isPlain: true });

interface State {
  nodes: number;
  characters: number;
  isCut: boolean;
}

function contentOf(node: JsonObject, state: State, depth: number): string {
  let html = '';
  for (const child of arrayOf(node['content']) ?? []) {
    if (--state.nodes < 0 || state.characters < 0 || depth > bounds.depth) {
      state.isCut = true;
      break;
    }
    if (isObject(child)) html += nodeHtml(child, state, depth + 1);
  }
  return html;
}

/** The elements of nodes that are one. */
const elements: Readonly<Record<string, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  taskList: 'ul',
  decisionList: 'ul',
  listItem: 'li',
  decisionItem: 'li',
  blockquote: 'blockquote',
  caption: 'p',
  mediaSingle: 'p',
  table: 'table',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
  codeBlock: 'pre',
};

function nodeHtml(node: JsonObject, state: State, depth: number): string {
  const type = textOf(node['type']);
  const attributes = isObject(node['attrs']) ? node['attrs'] : {};
  const attribute = (name: string): string =>
    Object.hasOwn(attributes, name) ? textOf(attributes[name]) : '';
  const shown = (text: string): string => {
    state.characters -= text.length;
    return escapeHtml(text);
  };
  const inner = (): string => contentOf(node, state, depth);
  const card = (): string => {
    const data = isObject(attributes['data']) ? attributes['data'] : {};
    const url = attribute('url') || textOf(data['url']);
    return linked(shown(textOf(data['name']) || url), url);
  };
  if (Object.hasOwn(elements, type)) return `<${elements[type]}>${inner()}</${elements[type]}>`;
  switch (type) {
    case 'text':
      return marked(shown(textOf(node['text'])), arrayOf(node['marks']) ?? []);
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(attribute('level')) || 1));
      return `<h${level}>${inner()}</h${level}>`;
    }
    case 'orderedList':
      return `<ol start="${Number(attribute('order')) || 1}">${inner()}</ol>`;
    case 'taskItem':
    case 'blockTaskItem':
      return `<li>${attribute('state') === 'DONE' ? '☑' : '☐'} ${inner().replace(/^<p>/, '')}</li>`;
    case 'panel': {
      const kind = attribute('panelType');
      const title = Object.hasOwn(texts, `panel.${kind}`) ? `<p><b>${say(`panel.${kind}`)}</b></p>` : '';
      return `<aside>${title}${inner()}</aside>`;
    }
    case 'rule':
      return '<hr>';
    case 'hardBreak':
      return '<br>';
    case 'mention':
      return shown(attribute('text') || `@${attribute('id')}`);
    case 'emoji':
      return shown(attribute('text') || attribute('shortName'));
    case 'status':
    case 'placeholder':
      return shown(attribute('text'));
    case 'date':
      return shown(dayOf(attribute('timestamp')));
    case 'inlineCard':
      return card();
    case 'blockCard':
    case 'embedCard':
      return `<p>${card()}</p>`;
    case 'media':
    case 'mediaInline': {
      const name = ['alt', 'title', '__fileName', 'url', 'type'].map(attribute).find(text => text !== '');
      return linked(`[${shown(name ?? 'file')}]`, attribute('url'));
    }
    case 'expand':
    case 'nestedExpand':
      return `<p><b>${shown(attribute('title'))}</b></p>${inner()}`;
    case 'extension':
    case 'inlineExtension':
      return shown(attribute('text') || `[${attribute('extensionKey')}]`);
    default:
      return inner();
  }
}

const markElements: Readonly<Record<string, string>> = {
  strong: 'b',
  em: 'i',
  strike: 'del',
  code: 'code',
  underline: 'u',
};

function marked(html: string, marks: readonly Json[]): string {
  let text = html;
  for (const mark of marks) {
    if (!isObject(mark)) continue;
    const type = textOf(mark['type']);
    const href = isObject(mark['attrs']) ? textOf(mark['attrs']['href']) : '';
    if (Object.hasOwn(markElements, type)) text = `<${markElements[type]}>${text}</${markElements[type]}>`;
    else if (type === 'link') text = linked(text, href);
  }
  return text;
}

const linked = (html: string, url: string): string =>
  /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}">${html}</a>` : html;

/** A day from milliseconds since 1970, as documents write it; empty = none. */
function dayOf(timestamp: string): string {
  const time = Number(timestamp);
  return timestamp !== '' && Math.abs(time) <= 8.64e15 ? new Date(time).toISOString().slice(0, 10) : '';
}
