/** Whether a line of a Markdown text is in a fence of queries: without a parser, as it is asked at each move of the cursor. */
const fence = /^[ \t>*+\-\d.)]{0,40}(?<marks>`{3,60}|~{3,60})(?<info>.*)/;
const query = /^[ \t]*(?:wikiquery|jql|sql)(?![\w+-])/i;

/**
 * @param lineAt the text of a line
 * @param line counted from 0; the lines of the fence's marks are a part of it
 */
export function isInQueryFence(lineAt: (line: number) => string, line: number): boolean {
  let marks = '';
  let isQuery = false;
  for (let each = 0; each <= line; each++) {
    const found = fence.exec(lineAt(each).slice(0, 200))?.groups;
    const own = found?.['marks'] ?? '';
    if (own === '') continue;
    if (marks === '') {
      marks = own;
      isQuery = query.test(found?.['info'] ?? '');
    } else if (own.startsWith(marks) && found?.['info']?.trim() === '') {
      if (each === line) return isQuery;
      marks = '';
    }
  }
  return marks !== '' && isQuery;
}
