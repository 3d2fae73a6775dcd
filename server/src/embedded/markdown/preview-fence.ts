/** A fence of queries as HTML for the preview of Markdown: with its title and colours, and all text escaped. */
import { escapeHtml } from '#shared/base/markup-text.ts';
import { QueryBlock } from '../../query-file/block.ts';
import { nameOf } from '../../query-file/query-names.ts';
import { previewTokens } from './preview-tokens.ts';

/** A longer query, in UTF-16 code units, has no colours. */
const longestColoured = 50_000;

/** Returns the language of a fence from the info string after its opening marks; `undefined` = another language. */
export const fenceLanguage = (info: string): string | undefined =>
  /^\s*(wikiquery|jql)(?![\w+-])/i.exec(info)?.[1]?.toLowerCase();

/**
 * Returns a fence of queries as HTML.
 *
 * @param attributes the attributes of the element, already as HTML
 */
export function previewFence(content: string, language: string, attributes: string): string {
  const title = titleOf(content);
  const caption = title === '' ? '' : `<figcaption>${escapeHtml(title)}</figcaption>`;
  const code = `<pre><code>${coloured(content, language)}</code></pre>`;
  return `<figure${attributes}>${caption}${code}</figure>\n`;
}

function coloured(text: string, language: string): string {
  if (text.length > longestColoured) return escapeHtml(text);
  return previewTokens(text, language)
    .map(({ text: part, kind }) =>
      kind === undefined ? escapeHtml(part) : `<span class="wikijql-${kind}">${escapeHtml(part)}</span>`,
    )
    .join('');
}

/** The title of the first query, or its `@name`. */
function titleOf(text: string): string {
  const block = new QueryBlock(text.slice(0, longestColoured));
  const title = block.title?.text ?? '';
  return title === '' ? (nameOf(block)?.value.text ?? '') : title;
}

/** Whether a fence is meant to be run, and does not only explain a query. */
export const isRunnableFence = (content: string): boolean =>
  /^[ \t]{0,20}(?:###|(?:#|--)[ \t]{0,20}@|@[A-Za-z_])/m.test(content);
