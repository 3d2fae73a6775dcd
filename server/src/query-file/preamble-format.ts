/** Formats the parts of a query outside its body. */
import { directiveLine } from '#shared/base/queries/directive-line.ts';
import type { Edit } from '#shared/base/text/problem.ts';
import { trimmed } from '#shared/base/text/span.ts';
import type { Directive, Line, QueryBlock, VariableDefinition } from './block.ts';

/**
 * Edits that bring everything but the body into its canonical form: `### title`, `# @key value`, `@name = value`,
 * no blanks at the end of a line, one empty line where there were several, none at the end of a query but one before the next.
 */
export function formatPreamble(block: QueryBlock): Edit[] {
  const { lines, directives, variables } = block;
  const byStart = new Map(definitionsByLine(lines, [...directives, ...variables]));
  return [
    ...lines.flatMap(line => canonicalLine(block, line, byStart.get(line))),
    ...surplusBlankLines(block),
  ];
}

/** An edit that replaces a part of a line; none where it is the same already. */
export function replaceLine(text: string, line: Line, newText: string): Edit[] {
  const { start, end } = line;
  return text.slice(start, end) === newText ? [] : [{ span: { start, end }, newText }];
}

type Definition = Directive | VariableDefinition;

/** The directives and variables, each with the line that it is on. */
function definitionsByLine(
  lines: readonly Line[],
  definitions: readonly Definition[],
): [line: Line, definition: Definition][] {
  const inOrder = definitions.toSorted((a, b) => a.span.start - b.span.start);
  let index = 0;
  return lines.flatMap(line => {
    const definition = inOrder[index];
    if (definition === undefined || definition.span.start >= line.end) return [];
    index++;
    return [[line, definition]];
  });
}

function canonicalLine(block: QueryBlock, line: Line, definition: Definition | undefined): Edit[] {
  const { text } = block;
  switch (line.kind) {
    case 'separator':
      return replaceLine(text, line, `### ${block.title?.text ?? ''}`.trimEnd());
    case 'directive':
    case 'variable':
      return definition === undefined ? [] : replaceLine(text, line, canonicalDefinition(definition));
    case 'comment':
      return replaceLine(text, line, text.slice(line.start, line.end).trimEnd());
    case 'blank':
      return replaceLine(text, line, '');
    case 'body':
      return [];
  }
}

const canonicalDefinition = (definition: Definition): string =>
  'key' in definition
    ? directiveLine(definition.key.text, definition.value.text)
    : `@${definition.name.text} = ${definition.value.text}`.trimEnd();

/**
 * Edits that leave one of several empty lines in a row; at the end of a block that another one follows, one stays as
 * well.
 */
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
