import type { Edit } from '#shared/base/text/problem.ts';
import type { QueryView } from '../query-file/language/language-service.ts';
import { trimmed } from '#shared/base/text/span.ts';
import { replaceLine } from '../query-file/preamble-format.ts';
import type { WikiQuery } from './wiki-nodes.ts';

const indent = '  ';

/**
 * Edits that bring the lines of a body into their canonical form: no spaces around `=` and after a line, no `&` or
 * `?` in front, continuation lines indented by two spaces. A URL is not changed. The wiki reads the same as before.
 */
export function formatWiki({ block }: QueryView, query: WikiQuery): Edit[] {
  if (query.form === 'url') return [];
  const { text } = block;
  const parameters = new Map(query.parameters.map(node => [node.name.span.start, node]));
  return block.lines.flatMap(line => {
    if (line.kind !== 'body') return [];
    const content = trimmed(text, line.start, line.end);
    if (content.text.startsWith('|')) return replaceLine(text, line, indent + content.text);
    const undecorated = trimmed(text, content.span.start + (/^[&?]/.test(content.text) ? 1 : 0), line.end);
    const node = parameters.get(undecorated.span.start);
    if (node?.equals === undefined) return replaceLine(text, line, undecorated.text);
    const value = trimmed(text, node.equals.end, line.end).text;
    return replaceLine(text, line, `${node.name.text}=${value}`);
  });
}
