import { type Cost, costInWords } from './cost/cost.ts';
import { escaped } from '#shared/base/text/markdown.ts';
import type { Explanation, QueryView } from './language/language-service.ts';
import { touches } from '#shared/base/text/span.ts';

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
