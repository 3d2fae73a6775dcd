/** Converts a query between lines and a URL. */
import type { Edit } from '#shared/base/text/problem.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import { holdsOtherLines, lineEndOf } from '../../query-file/line-edits.ts';
import { alwaysSentParameters } from '#shared/base/always-sent.ts';
import type { ParameterNode, WikiQuery } from '../wiki-nodes.ts';
import { textAfterEdits, parseBlockText } from './keep-form.ts';
import { type Write, writeInLine, writeInUrl } from './rewrite.ts';

/** A longer line is broken before each `|`. */
const widest = 80;

/**
 * Writes a query that is a URL as lines, with its uses of variables, and without what wikijql always sends.
 *
 * @param above a line to put above it, such as its source
 * @returns undefined if the query is not a URL, or has what a line cannot have: line ends, spaces at the ends of a value
 */
export function urlToLines(view: QueryView, query: WikiQuery, above?: string): readonly Edit[] | undefined {
  const { body } = view.block;
  if (query.form !== 'url' || body === undefined || holdsOtherLines(view.block, body)) return undefined;
  const lineEnd = lineEndOf(view.block);
  const variables = view.scope.variablesAt(body.start);
  const lines = query.parameters
    .filter(({ name, value }) => alwaysSentParameters.get(name.text) !== (value?.text ?? ''))
    .map(node =>
      breakLongLine(
        writeParameter(view, node, writeInLine(variables), name => name),
        lineEnd,
      ),
    );
  const newText = [...(above === undefined ? [] : [above]), ...lines].join(lineEnd);
  return ifSameReading(view, query, [{ span: body, newText }], 'lines');
}

/**
 * Writes a query in lines as the query part of a URL, with its uses of variables.
 *
 * @returns undefined if it already is a URL, or has comments between the lines
 */
export function linesToUrl(view: QueryView, query: WikiQuery): readonly Edit[] | undefined {
  const { body } = view.block;
  if (query.form !== 'lines' || body === undefined || holdsOtherLines(view.block, body)) return undefined;
  const parts = query.parameters.map(node => writeParameter(view, node, writeInUrl, writeInUrl));
  return ifSameReading(view, query, [{ span: body, newText: `?${parts.join('&')}` }], 'url');
}

/** A parameter with the uses of variables instead of their values. */
function writeParameter(
  { block }: QueryView,
  { name, value }: ParameterNode,
  write: Write,
  writeName: Write,
): string {
  const wire = writeName(name.text);
  if (value === undefined) return wire;
  let plain = '';
  let text = '';
  for (const [index, piece] of value.pieces.entries()) {
    if (piece.variable === undefined) {
      plain += value.text.slice(piece.start, value.pieces[index + 1]?.start);
      continue;
    }
    text += write(plain) + block.text.slice(piece.source.start, piece.source.end);
    plain = '';
  }
  return `${wire}=${text}${write(plain)}`;
}

/** A line of a query, a long one over several. */
export const breakLongLine = (line: string, lineEnd: string): string =>
  line.length <= widest || /\s\||\|\s|\|\||\|$/.test(line) ? line : line.replaceAll('|', `${lineEnd}  |`);

/** The edits, where the wiki reads the same after them. */
function ifSameReading(
  view: QueryView,
  query: WikiQuery,
  edits: readonly Edit[],
  form: WikiQuery['form'],
): readonly Edit[] | undefined {
  const after = parseBlockText(view, textAfterEdits(view.block.text, edits));
  return after.form === form && sameReading(after) === sameReading(query) ? edits : undefined;
}

/** The parameters as the wiki reads them, as one text for comparison. */
export const sameReading = ({ parameters }: WikiQuery): string =>
  JSON.stringify(
    parameters
      .map(({ name, value }) => [name.text, value?.text ?? ''] as const)
      .filter(([name, value]) => alwaysSentParameters.get(name) !== value),
  );
