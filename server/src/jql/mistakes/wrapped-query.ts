/** Finds queries in quotes or addresses, and addresses of issues. */
import { issueKeyOfPage } from '#shared/base/issue-key.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { parseJqlText } from '../syntax/parse-jql.ts';

/**
 * A whole query that is in quotes, part of an address, or escaped for a page or a program; or the page of an issue or of a
 * saved filter.
 */
export interface WrappedQuery {
  readonly kind: 'quoted' | 'address' | 'page' | 'filter' | 'escaped';
  readonly span: Span;
  /** The query itself. */
  readonly to: string;
}

/** Longer texts are ignored. */
const longest = 5000;
const address = /^(?:https?:\/\/\S*?)?[?&]?jql\s*[=:]\s*(.+)$/is;

/**
 * Returns the query inside a text that is quoted as a whole, part of an address after `jql=`, or escaped as a whole; undefined
 * for any other text, and for one with a variable.
 *
 * @param text the text of the block
 */
export function wrappedQuery(query: JqlQuery, text: string): WrappedQuery | undefined {
  const { body, errors } = query;
  if (body.text.length > longest) return undefined;
  const others = errors.length === 0 ? undefined : (inQuotes(query) ?? inAddress(query) ?? escaped(query));
  const wrapped = assigned(query) ?? others;
  if (wrapped === undefined) return undefined;
  return body.text.trim() === text.slice(wrapped.span.start, wrapped.span.end) ? wrapped : undefined;
}

function inQuotes({ where, orderBy }: JqlQuery): WrappedQuery | undefined {
  if (where?.kind !== 'term' || where.field.kind !== 'field' || orderBy !== undefined) return undefined;
  const { field, operator } = where;
  if (field.form !== 'quoted' || operator.kind !== 'missing' || !isQuery(field.name)) return undefined;
  return { kind: 'quoted', span: field.nameSpan, to: field.name.trim() };
}

/** The query of a line or an object of a program: `"jql": "…",`, `jql='…'`, `--jql "…"`, `{"jql": "…", "maxResults": 50}`. */
function assigned({ body }: JqlQuery): WrappedQuery | undefined {
  const text = body.text.trim();
  const value = /^["']?-{0,2}jql["']?(?:\s*[=:])?\s*(["'`].*)$/is.exec(text)?.[1]?.replace(/,$/, '') ?? '';
  const quote = value.charAt(0);
  const inner = value.endsWith(quote) ? value.slice(1, -1).replaceAll(`\\${quote}`, quote) : undefined;
  const to = text.startsWith('{') ? jqlOf(text) : inner;
  const start = body.text.indexOf(text);
  return to === undefined || !isQuery(to)
    ? undefined
    : { kind: 'escaped', span: body.sourceOf(start, start + text.length), to };
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

function inAddress({ body }: JqlQuery): WrappedQuery | undefined {
  const text = body.text.trim();
  const start = body.text.indexOf(text);
  const keys = text.split(/[\s,]+/).map(issueKeyOfPage);
  if (keys.every(key => key !== undefined)) {
    const to = keys.length === 1 ? `key = ${keys[0]}` : `key in (${keys.join(', ')})`;
    return { kind: 'page', span: body.sourceOf(start, start + text.length), to };
  }
  const filter = filterOfPage(text);
  if (filter !== undefined)
    return { kind: 'filter', span: body.sourceOf(start, start + text.length), to: `filter = ${filter}` };
  const parameter = address.exec(text)?.[1];
  const inner = parameter ?? (isEncoded(text) ? text : undefined);
  if (inner === undefined) return undefined;
  // Outside an address `&` is AND.
  const candidates = [inner, decoded(parameter === undefined ? inner : inner.split('&')[0]!)];
  const to = candidates.find(candidate => candidate !== undefined && isQuery(candidate));
  return to === undefined
    ? undefined
    : { kind: 'address', span: body.sourceOf(start, start + text.length), to };
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
];
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
]);

function escaped({ body }: JqlQuery): WrappedQuery | undefined {
  const text = body.text.trim();
  const start = body.text.indexOf(text);
  const to = escapes.map(unescaped => unescaped(text)).find(other => other !== text && isQuery(other));
  return to === undefined
    ? undefined
    : { kind: 'escaped', span: body.sourceOf(start, start + text.length), to };
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
