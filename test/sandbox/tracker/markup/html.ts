import { escapeHtml } from '../replies.ts';
import { type Block, type Span, parseMarkup } from './parse.ts';

function spanHtml({ text, mark, target }: Span): string {
  const inner = escapeHtml(text).replaceAll('\n', '<br/>\n');
  switch (mark) {
    case 'strong':
      return `<b>${inner}</b>`;
    case 'em':
      return `<em>${inner}</em>`;
    case 'code':
      return `<tt>${inner}</tt>`;
    case 'link':
      return `<a href="${escapeHtml(target)}" class="external-link" rel="nofollow">${inner}</a>`;
    case undefined:
      return inner;
  }
}

const spansHtml = (spans: readonly Span[]): string => spans.map(spanHtml).join('');

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${spansHtml(block.spans)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${spansHtml(block.spans)}</p>`;
    case 'quote':
      return `<blockquote>${spansHtml(block.spans)}</blockquote>`;
    case 'code':
      return `<div class="code panel"><pre class="code-java">${escapeHtml(block.text)}</pre></div>`;
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul';
      return `<${tag}>\n${block.items.map(item => `\t<li>${spansHtml(item)}</li>\n`).join('')}</${tag}>`;
    }
  }
}

/** Wiki markup as the tracker renders it. @param raw true = the text is HTML already, and hostile */
export const markupHtml = (markup: string, raw: boolean): string =>
  raw ? markup : parseMarkup(markup).map(blockHtml).join('\n\n');
