/** The features of the lines above a query's body: the hover of its title, and its tokens. */
import { type Cost, costInWords } from './cost/cost.ts';
import { escaped } from '#shared/base/text/markdown.ts';
import type { Explanation, QueryView, SemanticToken } from './language/language-service.ts';
import { touches } from '#shared/base/text/span.ts';
import type { QueryBlock } from './block.ts';

/** A query in words and what a run of it takes, where an offset is in its title; `undefined` = it is elsewhere. A line that begins with `- ` is an item. */
export function explainTitle(
  { block: { title, body } }: QueryView,
  offset: number,
  inWords: () => readonly string[],
  cost: () => Cost,
): Explanation | undefined {
  if (title === undefined || title.text === '' || body === undefined || !touches(title.span, offset))
    return undefined;
  const lines = [...inWords(), costInWords(cost()).join(' ')].map(line =>
    line.startsWith('- ') ? `- ${escaped(line.slice(2))}` : `\n${escaped(line)}\n`,
  );
  return {
    markdown: lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    span: title.span,
  };
}

/** The title, the directives and the definitions of variables; nothing of the body. */
export function preambleTokens({ title, directives, variables }: QueryBlock): SemanticToken[] {
  return [
    ...(title && title.text !== '' ? [{ span: title.span, kind: 'title' } as const] : []),
    ...directives.flatMap(({ key, value }): SemanticToken[] => [
      { span: { start: key.span.start - 1, end: key.span.end }, kind: 'directive' },
      { span: value.span, kind: 'string' },
    ]),
    ...variables.flatMap(({ name, value }): SemanticToken[] => [
      { span: name.span, kind: 'variable', declaration: true },
      { span: value.span, kind: 'string' },
    ]),
  ];
}
