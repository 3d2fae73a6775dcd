import type { Span } from '../language/span.ts';

/** White space around an item. */
const longest = 200;

/** Whether what is there in a text is an item of a list in parentheses. */
export const isListItem = (text: string, { start, end }: Span): boolean =>
  /[(,]\s*$/.test(text.slice(Math.max(0, start - longest), start)) &&
  /^\s*[,)]/.test(text.slice(end, end + longest));
