import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { ValueNode } from '../wiki-nodes.ts';

/** The separator of a list that begins with it, so that values can contain `|`. */
export const unitSeparator = '\u001F';

/** The value of a parameter that accepts only one. */
export const singleValue = (value: MappedText): ValueNode => valueNode(value, 0, value.text.length);

/**
 * The values of a parameter that accepts several: between `|`, or, if the text starts with U+001F,
 * between those. Nothing is trimmed, as the wiki trims nothing. An empty text has no values.
 */
export function multipleValues(value: MappedText): ValueNode[] {
  const { text } = value;
  if (text === '') return [];
  const separator = text.startsWith(unitSeparator) ? unitSeparator : '|';
  const nodes: ValueNode[] = [];
  let start = separator === unitSeparator ? 1 : 0;
  for (;;) {
    const next = text.indexOf(separator, start);
    nodes.push(valueNode(value, start, next < 0 ? text.length : next));
    if (next < 0) return nodes;
    start = next + 1;
  }
}

/** Whether a value that must be one looks like several. */
export const isSeveral = (text: string): boolean => /[^|]\|[^|]/.test(text);

const valueNode = (value: MappedText, start: number, end: number): ValueNode => ({
  text: value.text.slice(start, end),
  start,
  end,
  span: value.sourceOf(start, end),
});
