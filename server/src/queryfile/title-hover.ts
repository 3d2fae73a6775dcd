import { escaped } from '../language/markdown.ts';
import type { Explanation, QueryView } from '../language/service.ts';
import { touches } from '../language/span.ts';

/** A query in words, where an offset is in its title; `undefined` = it is elsewhere. A line that begins with `- ` is an item. */
export function explainTitle(
  { block: { title, body } }: QueryView,
  offset: number,
  inWords: () => readonly string[],
): Explanation | undefined {
  if (title === undefined || title.text === '' || body === undefined || !touches(title.span, offset))
    return undefined;
  const lines = inWords().map(line =>
    line.startsWith('- ') ? `- ${escaped(line.slice(2))}` : `\n${escaped(line)}\n`,
  );
  return { markdown: lines.join('\n').trim(), span: title.span };
}
