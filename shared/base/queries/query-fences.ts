/** Finds fences of queries in Markdown by their lines, without a parser: it runs at each move of the cursor. */

const fence = /^[ \t>*+\-\d.)]{0,40}(?<marks>`{3,60}|~{3,60})(?<info>.*)/;
const query = /^[ \t]*(?:wikiquery|jql|sql)(?![\w+-])/i;

/**
 * Whether a line of a Markdown text is in a fence of queries; the lines that open and close it are part of it.
 *
 * @param lineAt returns the text of a line
 * @param line counted from 0
 */
export function isInQueryFence(lineAt: (line: number) => string, line: number): boolean {
  let openMarks = '';
  let isQuery = false;
  for (let each = 0; each <= line; each++) {
    const { marks = '', info = '' } = fence.exec(lineAt(each).slice(0, 200))?.groups ?? {};
    if (marks === '') continue;
    if (openMarks === '') {
      openMarks = marks;
      isQuery = query.test(info);
    } else if (marks.startsWith(openMarks) && info.trim() === '') {
      if (each === line) return isQuery;
      openMarks = '';
    }
  }
  return openMarks !== '' && isQuery;
}

const marker = /(?:`{3}|~{3})[ \t]*(?:wikiquery|jql|sql)/i;

/** Whether a Markdown text may have a fence of queries: a cheap test before it is parsed. */
export const hasQueryFence = (text: string): boolean => marker.test(text);
