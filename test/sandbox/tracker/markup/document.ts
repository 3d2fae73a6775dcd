import type { JsonObject } from '../../json.ts';
import { type Block, type Span, parseMarkup } from './parse.ts';

const text = ({ text: words, mark, target }: Span): JsonObject => ({
  type: 'text',
  text: words,
  ...(mark === undefined
    ? {}
    : { marks: [mark === 'link' ? { type: mark, attrs: { href: target } } : { type: mark }] }),
});

const paragraph = (spans: readonly Span[]): JsonObject => ({ type: 'paragraph', content: spans.map(text) });

function node(block: Block): JsonObject {
  switch (block.kind) {
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: block.spans.map(text) };
    case 'paragraph':
      return paragraph(block.spans);
    case 'quote':
      return { type: 'blockquote', content: [paragraph(block.spans)] };
    case 'code':
      return { type: 'codeBlock', attrs: {}, content: [{ type: 'text', text: block.text }] };
    case 'list':
      return {
        type: block.ordered ? 'orderedList' : 'bulletList',
        content: block.items.map(item => ({ type: 'listItem', content: [paragraph(item)] })),
      };
  }
}

/** Wiki markup as a Cloud site's third version sends it: a document of nodes. */
export const markupDocument = (markup: string): JsonObject => ({
  version: 1,
  type: 'doc',
  content: parseMarkup(markup).map(node),
});
