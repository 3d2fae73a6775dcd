/** Queries in the preview of Markdown. */
import type MarkdownIt from 'markdown-it';
import { fenceLanguage, previewFence } from '../../../server/src/runbooks/preview-fence.ts';

/** Adds the queries to what renders Markdown; all other fences stay. */
export function extendMarkdownIt(markdown: MarkdownIt): MarkdownIt {
  const { rules } = markdown.renderer;
  const others = rules.fence;
  rules.fence = (tokens, index, options, environment, renderer) => {
    const token = tokens[index];
    const language = token && fenceLanguage(token.info);
    if (language === undefined) {
      return (
        others?.(tokens, index, options, environment, renderer) ??
        renderer.renderToken(tokens, index, options)
      );
    }
    token?.attrJoin('class', 'wikijql-query');
    return previewFence(token?.content ?? '', language, token ? renderer.renderAttrs(token) : '');
  };
  return markdown;
}
