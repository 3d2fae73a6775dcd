import { directiveLine } from '../common/directive-line.ts';
import type { Edit } from '../language/problem.ts';
import { trimmed } from '../language/span.ts';
import type { Line, QueryBlock } from './block.ts';

/**
 * Edits that bring everything but the body into its canonical form: `### title`, `# @key value`, `@name = value`,
 * no blanks at the end of a line, one empty line where there were several, none at the end of a query but one before the next.
 */
export function formatPreamble(block: QueryBlock): Edit[] {
  return [...block.lines.flatMap(line => canonicalLine(block, line)), ...surplusBlankLines(block)];
}

/** An edit that replaces a part of a line; none where it is the same already. */
export function replaceLine(text: string, line: Line, newText: string): Edit[] {
  const { start, end } = line;
  return text.slice(start, end) === newText ? [] : [{ span: { start, end }, newText }];
}

function canonicalLine(block: QueryBlock, line: Line): Edit[] {
  const { text } = block;
  switch (line.kind) {
    case 'separator':
      return replaceLine(text, line, `### ${block.title?.text ?? ''}`.trimEnd());
    case 'directive': {
      const { key, value } = block.directives.find(
        ({ span }) => span.start >= line.start && span.end <= line.end,
      )!;
      return replaceLine(text, line, directiveLine(key.text, value.text));
    }
    case 'variable': {
      const { name, value } = block.variables.find(
        ({ span }) => span.start >= line.start && span.end <= line.end,
      )!;
      return replaceLine(text, line, `@${name.text} = ${value.text}`.trimEnd());
    }
    case 'comment':
      return replaceLine(text, line, text.slice(line.start, line.end).trimEnd());
    case 'blank':
      return replaceLine(text, line, '');
    case 'body':
      return [];
  }
}

/** Of several empty lines in a row all but the first go; at the end of a block that another follows, one stays. */
function surplusBlankLines({ text, lines }: QueryBlock): Edit[] {
  return lines.flatMap((line, index) => {
    const previous = lines[index - 1];
    if (line.kind !== 'blank' || previous?.kind !== 'blank') return [];
    const isLast = index === lines.length - 1;
    return isLast
      ? []
      : [{ span: { start: previous.end, end: trimmed(text, line.start, line.end).span.start }, newText: '' }];
  });
}
