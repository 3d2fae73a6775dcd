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
 * The title of a query with its place: the text after `###`, its `@name`, or the first line of its body that tells
 * it from others; `undefined` = it has none of them.
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
const maxRecordLength = 10_000;

/**
 * The title and text of a query that runs, as the history and snapshots store them. Without a title, a line
 * of the record is used, which has no sensitive values.
 *
 * @param record the query without the values of sensitive parameters
 */
export function runTitle(
  block: Parameters<typeof givenTitle>[0],
  record: string,
): { readonly title: string; readonly query: string } {
  const query = record.slice(0, maxRecordLength).toWellFormed();
  return { title: givenTitle(block)?.text ?? tellingLine(query.split('\n', 2)), query };
}

/** The first of two lines, or the second one where the first is what nearly all wiki queries have. */
const tellingLine = ([first = '', second = '']: readonly string[]): string =>
  first.trim() === 'action=query' && second.includes('=') ? second : first;

function firstLine(text: string, { start, end }: Token['span']): Token {
  const line = tellingLine(text.slice(start, end).split(/\r\n|\r|\n/, 2));
  const trimmed = line.trim();
  const from = start + Math.max(0, text.slice(start, end).indexOf(trimmed));
  return { text: trimmed, span: { start: from, end: from + trimmed.length } };
}
