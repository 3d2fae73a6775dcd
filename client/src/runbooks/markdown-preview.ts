/** Shows queries in the preview of Markdown with their last results. */
import type MarkdownIt from 'markdown-it';
import * as vscode from 'vscode';
import {
  fenceLanguage,
  isRunnableFence,
  previewFence,
} from '../../../server/src/embedded/markdown/preview-fence.ts';
import { previewResult } from '../../../server/src/embedded/markdown/preview-result.ts';
import { resultStart } from '../../../server/src/embedded/markdown/fences.ts';
import type { PreviewResults } from './preview-results.ts';

/**
 * Extends the Markdown renderer: fences of queries are shown with their last results if the file has none; all other
 * fences are unchanged.
 */
export function extendMarkdownIt(markdown: MarkdownIt, results: PreviewResults): MarkdownIt {
  const { rules } = markdown.renderer;
  const standardRule = rules.fence;
  rules.fence = (tokens, index, options, environment, renderer) => {
    const token = tokens[index];
    const content = token?.content ?? '';
    const standardFence = (): string =>
      standardRule?.(tokens, index, options, environment, renderer) ??
      renderer.renderToken(tokens, index, options);
    const next = tokens[index + 1];
    const isReport = next?.type === 'html_block' && resultStart.test(next.content.trim());
    const result = (): string => (isReport ? '' : resultOf(content, fileOf(environment), results));
    if (token && /^\s*sql(?![\w+-])/i.test(token.info)) return standardFence() + result();
    const language = token && fenceLanguage(token.info);
    if (language === undefined) return standardFence();
    token?.attrJoin('class', 'wikijql-query');
    return previewFence(content, language, token ? renderer.renderAttrs(token) : '') + result();
  };
  return markdown;
}

function resultOf(content: string, uri: string, previewResults: PreviewResults): string {
  const results = previewResults.of(uri, content);
  return results.length > 0 || isRunnableFence(content) ? previewResult(results) : '';
}

/** The file in the preview; empty = unknown. */
function fileOf(environment: unknown): string {
  if (typeof environment !== 'object' || environment === null || !('currentDocument' in environment))
    return '';
  const { currentDocument } = environment;
  return currentDocument instanceof vscode.Uri ? currentDocument.toString() : '';
}
