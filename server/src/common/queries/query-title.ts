interface Token {
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number };
}

/** What a query's title is read from; offsets are those of its text. */
interface TitledQuery {
  readonly text: string;
  /** What follows `###`; `undefined` without such a line. */
  readonly title: Token | undefined;
  readonly directives: readonly { readonly key: Token; readonly value: Token }[];
  readonly body: Token['span'] | undefined;
}

/**
 * What a query is called, and where that is written: its title, its `@name`, or the first line of its body;
 * `undefined` = it has none of them.
 */
export function queryTitle(query: TitledQuery): Token | undefined {
  return givenTitle(query) ?? (query.body && firstLine(query.text, query.body));
}

/** What its author calls a query: its title, or its `@name`; `undefined` = it has neither. */
export function givenTitle({
  title,
  directives,
}: Pick<TitledQuery, 'title' | 'directives'>): Token | undefined {
  const given = [title, directives.find(({ key }) => key.text === 'name')?.value];
  return given.find(token => token !== undefined && token.text !== '');
}

/** Characters of a query that are remembered. */
const longestRecord = 10_000;

/**
 * What is remembered of a query that runs, so that its snapshots are found again. One without a title goes by the
 * first line of its record, which has nothing sensitive in it.
 */
export function runTitle(
  block: Parameters<typeof givenTitle>[0],
  record: string,
): { readonly title: string; readonly query: string } {
  const query = record.slice(0, longestRecord).toWellFormed();
  return { title: givenTitle(block)?.text ?? query.split('\n', 1)[0] ?? '', query };
}

function firstLine(text: string, { start, end }: Token['span']): Token {
  const lineEnd = text.slice(start, end).search(/[\r\n]/);
  const line = text.slice(start, lineEnd < 0 ? end : start + lineEnd);
  const from = start + line.length - line.trimStart().length;
  const trimmed = line.trim();
  return { text: trimmed, span: { start: from, end: from + trimmed.length } };
}
