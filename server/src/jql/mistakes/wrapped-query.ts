/** Finds queries in quotes, in addresses, and in the marks and words of a message, and addresses of issues. */
import { issueKeyOfPage } from '#shared/base/issue-key.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { parseJqlText } from '../syntax/parse-jql.ts';

/**
 * A whole query that is in quotes, part of an address, escaped for a page or a program, marked as in a document, or after
 * words that introduce it; or the page of an issue or of a saved filter.
 */
export interface WrappedQuery {
  readonly kind: 'quoted' | 'address' | 'page' | 'filter' | 'escaped' | 'marked' | 'list' | 'introduced';
  readonly span: Span;
  /** The query itself; of a list, a query for each line. */
  readonly to: string;
}

/** The separator of the queries of a list. */
export const betweenQueries = '\n###\n';

/** Longer texts are ignored. */
const longest = 5000;
const address = /^(?:(?:https?:\/)?\/\S*?)?[?&]?jql(?:query)?\s*(?::=|[=:])\s*(.+)$/is;

/**
 * Returns the query inside a text that is quoted as a whole, part of an address after `jql=`, escaped or marked as a whole,
 * or introduced by words; undefined for any other text, and for one with a variable.
 *
 * @param text the text of the block
 */
export function wrappedQuery(query: JqlQuery, text: string): WrappedQuery | undefined {
  const { body, errors } = query;
  if (body.text.length > longest) return undefined;
  // Typographic quotes are part of the words beside them.
  const others =
    errors.length === 0
      ? inTypographicQuotes(query)
      : (inQuotes(query) ?? inAddress(query) ?? escaped(query) ?? marked(query) ?? introduced(query));
  const wrapped = assigned(query) ?? others;
  if (wrapped === undefined) return undefined;
  return body.text.trim() === text.slice(wrapped.span.start, wrapped.span.end) ? wrapped : undefined;
}

/** The whole text of a query, with the query in it; undefined = it has none. */
function whole(
  { body }: JqlQuery,
  kind: WrappedQuery['kind'],
  to: string | undefined,
): WrappedQuery | undefined {
  const text = body.text.trim();
  const start = body.text.indexOf(text);
  return to === undefined ? undefined : { kind, span: body.sourceOf(start, start + text.length), to };
}

function inQuotes({ where, orderBy }: JqlQuery): WrappedQuery | undefined {
  if (where?.kind !== 'term' || where.field.kind !== 'field' || orderBy !== undefined) return undefined;
  const { field, operator } = where;
  if (field.form !== 'quoted' || operator.kind !== 'missing' || !isQuery(field.name)) return undefined;
  return { kind: 'quoted', span: field.nameSpan, to: field.name.trim() };
}

/** A name with `jql` in it, as a program, a file or a command gives it a value in quotes. */
const assignment =
  /^(?:(?:const|let|var|val|final|static|private|public|export|env|string)\s+){0,4}["'$]?-{0,2}(?:jql(?:query)?|\w{0,40}_?jql)["']?(?:\s*[=:])?\s*(["'`].*)$/is;

/** The query of a line or an object of a program: `"jql": "…",`, `jql='…'`, `--jql "…"`, `{"jql": "…", "maxResults": 50}`. */
function assigned(query: JqlQuery): WrappedQuery | undefined {
  const text = query.body.text.trim();
  const value = assignment.exec(text)?.[1]?.replace(/[,;]$/, '') ?? '';
  const quote = value.startsWith('"""') ? '"""' : value.charAt(0);
  const isTriple = quote.length > 1 && isBetween(value, quote, quote);
  const single = value.endsWith(quote) ? textOfLiteral(value) : undefined;
  const inner = isTriple ? value.slice(quote.length, -quote.length).trim() : single;
  const to = text.startsWith('{') ? jqlOf(text) : inner;
  return to !== undefined && isQuery(to) ? whole(query, 'escaped', to) : undefined;
}

/** The text of a literal of a program without its quotes and escapes: those of JSON, else those of its quotes alone. */
function textOfLiteral(literal: string): string {
  const quote = literal.charAt(0);
  try {
    const text: unknown = JSON.parse(literal);
    if (typeof text === 'string') return text;
  } catch {
    // It is a literal of another language.
  }
  return literal.slice(1, -1).replaceAll(`\\${quote}`, quote);
}

/** The query of a request's body in JSON; undefined for other texts. */
function jqlOf(json: string): string | undefined {
  try {
    const body: unknown = JSON.parse(json);
    const isRequest = typeof body === 'object' && body !== null && 'jql' in body;
    return isRequest && typeof body.jql === 'string' ? body.jql : undefined;
  } catch {
    return undefined;
  }
}

function inAddress(query: JqlQuery): WrappedQuery | undefined {
  const text = query.body.text.trim();
  const keys = text.split(/[\s,]+/).map(issueKeyOfPage);
  if (keys.every(key => key !== undefined)) {
    const to = keys.length === 1 ? `key = ${keys[0]}` : `key in (${keys.join(', ')})`;
    return whole(query, 'page', to);
  }
  const filter = filterOfPage(text);
  return filter === undefined
    ? whole(query, /^jql\w*\s*:/i.test(text) ? 'introduced' : 'address', queryOfAddress(text))
    : whole(query, 'filter', `filter = ${filter}`);
}

/** The method and the version of HTTP beside an address. */
const requestMethod = /^(?:get|post) +(?=\S)/i;
const requestVersion = / HTTP\/[\d.]{1,4}$/i;

/** Returns the query of an address, or of the part of one; undefined for other texts. */
function queryOfAddress(text: string): string | undefined {
  const target = text.replace(requestMethod, '').replace(requestVersion, '');
  const parameter = address.exec(target)?.[1];
  const inner = parameter ?? (isEncoded(text) ? text : undefined);
  if (inner === undefined) return undefined;
  // Outside an address `&` is AND.
  const candidates = [inner, decoded(parameter === undefined ? inner : inner.split('&')[0]!)];
  return candidates.find(candidate => candidate !== undefined && isQuery(candidate));
}

/**
 * Returns the number of the saved filter that an address shows, in the forms of Jira's versions; undefined = none. The
 * built-in filters, whose numbers are negative, are unknown to JQL.
 */
function filterOfPage(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { searchParams } = new URL(text);
  if (searchParams.has('jql')) return undefined;
  const filter =
    searchParams.get('filter') ?? searchParams.get('filterId') ?? searchParams.get('requestId') ?? '';
  return /^[1-9]\d{0,9}$/.test(filter) ? filter : undefined;
}

/** The forms that a query has in an HTML page, in a string of a program, and in a cell of a CSV file. */
const escapes: readonly ((text: string) => string)[] = [
  text =>
    text.replaceAll(/&(?:#(\d{1,5})|(\w{2,4}));/g, (entity, code: string | undefined, name = '') =>
      code === undefined ? (entities.get(name) ?? entity) : String.fromCodePoint(Number(code)),
    ),
  text => text.replaceAll('\\"', '"'),
  // After `~` doubled quotes more likely mean a phrase, if there are no others.
  text =>
    /~\s?""/.test(text) && !/[^~\s"]\s*""[^\s",)]/.test(text)
      ? text
      : text.replaceAll(/""([^\s"](?:[^"]*[^\s"])?)""/g, '"$1"'),
  text => text.replaceAll(/''([^\s'](?:[^']*[^\s'])?)''/g, '"$1"'),
  text => (/^=?".*"$/s.test(text) ? text.slice(text.indexOf('"') + 1, -1).replaceAll('""', '"') : text),
  text => text.replaceAll(/\\(?:\r?\n|[nrt])/g, '\n').replace(/\\$/, ''),
  // A shell keeps the sign of its history so.
  text => text.replaceAll(/(?<=\s)\\(?=[!=<>~]=?\s|!~\s)/g, ''),
];
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
]);

function escaped(query: JqlQuery): WrappedQuery | undefined {
  const text = query.body.text.trim();
  const forms = escapes.map(unescaped => unescaped(text));
  return whole(
    query,
    'escaped',
    forms.find(form => form !== text && isQuery(form)),
  );
}

/** The signs that a document puts before and after a text. */
const pairsOfMarks: readonly (readonly [before: string, after: string])[] = [
  ['**', '**'],
  ['__', '__'],
  ['*', '*'],
  ['_', '_'],
  ['`', '`'],
  ['{{', '}}'],
  ['{noformat}', '{noformat}'],
  ['<', '>'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
];
const openingFence = /^(?:```[\w-]*|\{code(?::[^{}\n]{0,40})?\})\s/;
const closingFence = /\s(?:```|\{code\})$/;
const lineMark = /^\s*(?:(?:[>*+•·▪●–—-]|&gt;|\d{1,3}[.)])\s+)+/;
/** A hyphen, a plus or a number before a single line may be meant otherwise. */
const singleLineMark = /^(?:(?:[>*•·▪●–—]|&gt;)\s+)+/;
const tag = /<br ?\/?>|<\/?(?:p|div|span|code|pre|b|i|em|strong|nowiki)>/gi;
const link = /^\[[^[\]|\n]{0,200}(?:\||\]\()(https?:\/\/\S+)[\])]$/;

/** Returns a text without the marks of a document: fences, emphasis, signs of lists and of quotations, tags, and a link around it. */
function withoutMarks(text: string): string {
  let inner = text.replaceAll(tag, ' ').trim();
  for (let before = ''; inner !== before;) {
    before = inner;
    inner = inner.replace(link, '$1').replace(openingFence, '').replace(closingFence, '').trim();
    const pair = pairsOfMarks.find(([open, close]) => isBetween(inner, open, close));
    if (pair !== undefined) inner = inner.slice(pair[0].length, inner.length - pair[1].length).trim();
    const lines = inner.split('\n');
    const mark = lines.length > 1 ? lineMark : singleLineMark;
    inner = lines.map(line => line.replace(mark, '')).join('\n');
  }
  return inner;
}

const isBetween = (text: string, open: string, close: string): boolean =>
  text.startsWith(open) &&
  text.endsWith(close) &&
  text.indexOf(close, open.length) === text.length - close.length;

/** Returns the query of a text without its marks, also one in an address, or the queries of its lines; undefined = none. */
function queryOfMarked(text: string): string | undefined {
  const inner = withoutMarks(text);
  if (inner === text) return undefined;
  if (isQuery(inner)) return inner;
  const lines = inner
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(withoutMarks);
  return lines.length > 1 && lines.every(isQuery) ? lines.join(betweenQueries) : queryOfAddress(inner);
}

const inTypographicQuotes = (query: JqlQuery): WrappedQuery | undefined =>
  /^\s*[“„«]/.test(query.body.text) ? marked(query) : undefined;

function marked(query: JqlQuery): WrappedQuery | undefined {
  const to = queryOfMarked(query.body.text.trim());
  return whole(query, to?.includes(betweenQueries) === true ? 'list' : 'marked', to);
}

/** The time and the name of a message, or words before a colon. */
const introduction =
  /^(?:\[[\d:. APM-]{3,20}\] ?)?(?:@[\w.-]+|[*_]*\p{L}[^\n:=<>~!"'()[\]]{0,60}:[*_]*)[,:]?\s/u;
/** The name of a text of several lines in YAML. */
const yamlBlock = /^(?:- )?["']?[\w.-]{1,60}["']?: ?[|>][-+\d]{0,2}[ \t]{0,20}\r?\n/;
const fence = '```';
/** The query that a command line has in quotes. */
const commandLine = /^(?:jira|acli|curl)\s[^"']*\s(?:-q|--jql)[\s=]+(["'].*["'])$/is;
const prose = /^[^=<>~()]+[.:!?]$/;

/** Returns the only paragraph of a message that is not a sentence; undefined = there is not one, or nothing else. */
function paragraphAmongProse(text: string): string | undefined {
  const paragraphs = text.split(/\n\s*\n/).map(each => each.trim());
  const others = paragraphs.filter(each => !prose.test(each));
  return paragraphs.length > 1 && others.length === 1 ? others[0] : undefined;
}

/** Returns the query after words that introduce it, or in the only fence of a message. */
function introduced(query: JqlQuery): WrappedQuery | undefined {
  const text = query.body.text.trim();
  const [, fenced, , ...more] = text.split(fence);
  const rest = more.length > 0 ? undefined : text.replace(introduction, '').trim();
  const candidates = [
    fenced === undefined ? undefined : `${fence}${fenced}${fence}`,
    rest === text ? undefined : rest,
    yamlBlock.test(text) ? text.replace(yamlBlock, '') : undefined,
    paragraphAmongProse(text),
    commandLine.exec(text)?.[1]?.slice(1, -1),
    queryInProgram(text),
  ];
  const queries = candidates.flatMap(each => (each === undefined ? [] : (queryOfMarked(each) ?? each)));
  return whole(query, 'introduced', queries.find(isQuery));
}

/** Signs before and after a text in quotes that belongs to a condition, or is put together with another. */
const conditionBefore = /[<~!]|(?<![=-])>|\b(?:and|or|not|in|is|was|changed)\b|[+%.]\s*$/i;
const conditionAfter = /^(?:\s*[+%.\\"'`]|[)\s]*(?:and|or|order)\b)/i;

/** Returns the only text in quotes of a line of a program or a command that is a query. */
function queryInProgram(text: string): string | undefined {
  const queries = quotedIn(text).filter(({ inner }) => isQuery(inner));
  const [query] = queries;
  if (query === undefined || queries.length > 1) return undefined;
  const isPart =
    conditionBefore.test(text.slice(0, query.start)) || conditionAfter.test(text.slice(query.end));
  return isPart ? undefined : query.inner;
}

interface QuotedText extends Span {
  readonly inner: string;
}

/** Returns the texts in quotes, without their quotes and the escapes of these. */
function quotedIn(text: string): readonly QuotedText[] {
  const texts: QuotedText[] = [];
  for (let start = 0; start < text.length; start += 1) {
    const quote = text.charAt(start);
    if (!/["'`]/.test(quote)) continue;
    let end = start + 1;
    while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
    if (end >= text.length) break;
    const inner = textOfLiteral(text.slice(start, end + 1));
    texts.push({ inner, start, end: end + 1 });
    start = end;
  }
  return texts;
}

/** True for a text that may be an encoded query of an address: without blanks. */
const isEncoded = (text: string): boolean => /[%+]/.test(text) && !/\s/.test(text);

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.includes('%20') ? text : text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const isQuery = (text: string): boolean => {
  const { where, orderBy, errors } = parseJqlText(text);
  return (where !== undefined || orderBy !== undefined) && errors.length === 0;
};
