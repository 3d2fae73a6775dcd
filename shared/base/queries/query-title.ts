interface Token {
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number };
}

/** The parts of a query that its title is read from; offsets are those of `text`. */
interface TitledQuery {
  readonly text: string;
  /** The text after `###`; `undefined` = the query has no such line. */
  readonly title: Token | undefined;
  readonly directives: readonly { readonly key: Token; readonly value: Token }[];
  readonly body: Token['span'] | undefined;
}

/**
 * The title of a query with its place: the text after `###`, its `@name`, or the first line of its body; `undefined`
 * = it has none of them.
 */
export function queryTitle(query: TitledQuery): Token | undefined {
  return givenTitle(query) ?? (query.body && firstLine(query.text, query.body));
}

/** The title that the author of a query gave it: the text after `###`, or its `@name`; `undefined` = neither. */
export function givenTitle({
  title,
  directives,
}: Pick<TitledQuery, 'title' | 'directives'>): Token | undefined {
  const candidates = [title, directives.find(({ key }) => key.text === 'name')?.value];
  return candidates.find(token => token !== undefined && token.text !== '');
}

/** Characters of a query that are stored in the history. */
const longestRecord = 10_000;

/**
 * The title and text of a query that runs, as the history and snapshots store them. Without a title, the first line
 * of the record is used, which has no sensitive values.
 *
 * @param record the query without the values of sensitive parameters
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
