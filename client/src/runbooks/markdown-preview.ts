/** Queries in the preview of Markdown, with their last results. */
import type MarkdownIt from 'markdown-it';
import * as vscode from 'vscode';
import { fenceLanguage, isRunnableFence, previewFence } from '../../../server/src/runbooks/preview-fence.ts';
import { previewResult } from '../../../server/src/runbooks/preview-result.ts';
import { resultStart } from '../../../server/src/runbooks/fences.ts';
import type { PreviewResults } from './preview-results.ts';

/** Adds the queries to what renders Markdown, with their last results where the file has none; all other fences stay. */
export function extendMarkdownIt(markdown: MarkdownIt, results: PreviewResults): MarkdownIt {
  const { rules } = markdown.renderer;
  const others = rules.fence;
  rules.fence = (tokens, index, options, environment, renderer) => {
    const token = tokens[index];
    const content = token?.content ?? '';
    const other = (): string =>
      others?.(tokens, index, options, environment, renderer) ?? renderer.renderToken(tokens, index, options);
    const next = tokens[index + 1];
    const isReport = next?.type === 'html_block' && resultStart.test(next.content.trim());
    const result = (): string => (isReport ? '' : resultOf(content, fileOf(environment), results));
    if (token && /^\s*sql(?![\w+-])/i.test(token.info)) return other() + result();
    const language = token && fenceLanguage(token.info);
    if (language === undefined) return other();
    token?.attrJoin('class', 'wikijql-query');
    return previewFence(content, language, token ? renderer.renderAttrs(token) : '') + result();
  };
  return markdown;
}

function resultOf(content: string, uri: string, results: PreviewResults): string {
  const found = results.of(uri, content);
  return found.length > 0 || isRunnableFence(content) ? previewResult(found) : '';
}

/** The file that the preview shows; empty = not known. */
function fileOf(environment: unknown): string {
  if (typeof environment !== 'object' || environment === null || !('currentDocument' in environment))
    return '';
  const { currentDocument } = environment;
  return currentDocument instanceof vscode.Uri ? currentDocument.toString() : '';
}
