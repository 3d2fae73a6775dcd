/** Finds the query in a message, such as a mail: JQL, parameters, or the address of a query between sentences. */
import data from '../../catalogue/query-code/messages.json' with { type: 'json' };
import { MappedText } from '#shared/base/text/mapped-text.ts';
import { isLikeJql } from '../embedded/jql-shape.ts';
import { builtInJql } from '../jql/catalogue/knowledge.ts';
import { withoutLookAlikes } from '../jql/mistakes/look-alikes.ts';
import { parseJqlText } from '../jql/syntax/parse-jql.ts';
import type { PastedQuery } from '../query-file/language/pasted-query.ts';
import { isWikiName, readRequest, requestOf, wikiParameters } from './read-url.ts';

/** Longer texts are not queries that someone wrote into a message. */
const maxMessageLength = 5000;
/** Words and lines of a message that are examined. */
const maxWords = 60;
const maxLines = 200;

/** Words before a query in a message, without the colon. */
const labels: ReadonlySet<string> = new Set(data.labels);
/** Words that continue a sentence after a query, and are not a part of its last value. */
const wordsAfterQueries: ReadonlySet<string> = new Set(data.wordsAfterQueries);

/** Signs of which a condition has one, unlike a sentence. */
const signs = ['=', '~', '<', '>', '('];

/**
 * The only query of a message, also quoted by a mail program, after a label, or with typographic quotes; `undefined` = the
 * text surely has none, or is itself the text of a query file.
 */
export function readProse(text: string): PastedQuery | undefined {
  if (text.length > maxMessageLength) return undefined;
  const unmarked = text.split('\n').map(withoutMarks).join('\n').trim();
  if (/^[#@]/m.test(unmarked)) return trackerQuery(jqlOfWholeText(unmarked));
  return (
    trackerQuery(jqlOfWholeText(unmarked) ?? jqlInParagraph(unmarked)) ??
    (isQueryText(unmarked) ? undefined : queryInText(unmarked))
  );
}

/** Whether a text says something, and is not the beginning of a query. */
export function isProse(text: string): boolean {
  const isShort = text.split(/\s+/, 3).length < 3;
  if (isShort || /^[#@]/m.test(text) || signs.some(sign => text.includes(sign))) return false;
  return text.length > maxMessageLength || parseJqlText(text).errors.length > 0;
}

const trackerQuery = (jql: string | undefined): PastedQuery | undefined =>
  jql === undefined ? undefined : { kind: 'tracker', jql, secrets: [] };

/** Whether a text is a query in a query file, whatever addresses it has. */
function isQueryText(text: string): boolean {
  if (text.split('\n').every(line => line.trim() === '' || parameterIn(line) !== undefined)) return true;
  const { where, errors } = parseJqlText(text);
  return where !== undefined && errors.length === 0;
}

const queryInText = (text: string): PastedQuery | undefined =>
  parametersBetweenSentences(text) ?? addressAmongWords(text) ?? trackerQuery(jqlInLines(text));

/** The query that a text is. */
function jqlOfWholeText(text: string): string | undefined {
  const colon = text.indexOf(':');
  const isLabelled = labels.has(text.slice(0, Math.max(0, colon)).trim().toLowerCase());
  const body = isLabelled ? text.slice(colon + 1).trim() : text;
  const jql = withoutLookAlikes(MappedText.literal(body, 0));
  return isSurelyJql(jql) ? jql : undefined;
}

/** The query that is the only paragraph of a message with a condition; the others are sentences. */
function jqlInParagraph(text: string): string | undefined {
  const paragraphs = text.split(/\n[^\S\n]*\n/).filter(paragraph => paragraph.trim() !== '');
  const conditions = paragraphs.filter(paragraph => signs.some(sign => paragraph.includes(sign)));
  return conditions.length === 1 ? jqlOfWholeText(conditions[0]!.trim()) : undefined;
}

/** A line without the marks that mail programs put before quoted lines. */
function withoutMarks(line: string): string {
  let rest = line;
  while (rest.trimStart().startsWith('>')) rest = rest.trimStart().slice(1).trimStart();
  return rest.trimEnd();
}

/** Whether a text is a complete query about a field of every Jira. */
function isSurelyJql(text: string): boolean {
  if (!signs.some(sign => text.includes(sign))) return false;
  const { where, errors, terms } = parseJqlText(text);
  return where !== undefined && errors.length === 0 && terms.some(isKnownTerm);
}

type Term = ReturnType<typeof parseJqlText>['terms'][number];

const isKnownTerm = ({ field }: Term): boolean =>
  field.kind === 'field' && builtInJql.catalogue.field(field.name) !== undefined;

/** A line of a wiki query. */
function parameterIn(line: string): readonly [name: string, value: string] | undefined {
  const [, name, value = ''] = /^([a-z]\w*)=(.*)$/.exec(line.trim()) ?? [];
  return name === undefined ? undefined : [name, value];
}

/** The only lines with parameters of a wiki query; the others are sentences. */
function parametersBetweenSentences(text: string): PastedQuery | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const first = lines.findIndex(line => parameterIn(line) !== undefined);
  const last = lines.findLastIndex(line => parameterIn(line) !== undefined);
  const entries = lines.slice(first, last + 1).map(parameterIn);
  const isWhole = first >= 0 && entries.every(entry => entry !== undefined);
  if (!isWhole || !entries.some(([name]) => isWikiName(name))) return undefined;
  const words = text.split(/[\s?<>]/).filter(word => URL.canParse(word));
  const address = words.find(word => word.endsWith('/api.php'));
  return { kind: 'wiki', ...(address !== undefined && { address }), ...wikiParameters(entries) };
}

/** The query of the first word that is the address of one, or the end of such an address. */
function addressAmongWords(text: string): PastedQuery | undefined {
  for (const { 0: word, index } of text.matchAll(/[^\s<>"'`“”]+/g)) {
    // The value of a condition.
    if (/[=~] ?["']?$/.test(text.slice(Math.max(0, index - 3), index))) continue;
    const address = addressInWord(word);
    const request = address === undefined ? undefined : readRequest({ url: address });
    if (request && 'kind' in request && (request.kind === 'tracker' || request.parameters.length > 0))
      return request;
  }
  return undefined;
}

function addressInWord(word: string): string | undefined {
  const start = word.search(/https?:\/\//i);
  if (start >= 0) return withoutEnd(word.slice(start));
  if (!word.includes('=') || !word.includes('&')) return undefined;
  const parameters = withoutEnd(word.slice(word.indexOf('?') + 1).replace(/^[([]/, '')).replaceAll(
    '&amp;',
    '&',
  );
  return requestOf(parameters);
}

/** An address without the punctuation of the sentence after it, and without a parenthesis that opens before it. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0) {
    const last = address[end - 1]!;
    const isClosing = last === ')' && !address.slice(0, end).includes('(');
    if (!isClosing && !'.,;:!?]*'.includes(last)) break;
    end--;
  }
  return address.slice(0, end);
}

/** The only query in the sentences of a text. */
function jqlInLines(text: string): string | undefined {
  const lines = text.split('\n', maxLines);
  const queries: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    let sentence = lines[index]!;
    while (continuesQuery(sentence, lines[index + 1])) sentence += `\n${lines[++index]}`;
    const hasOtherLines = lines.length > 1;
    const query = jqlInSentence(sentence, hasOtherLines);
    if (query === undefined) continue;
    if (query.jql === undefined) return undefined;
    queries.push(query.jql);
  }
  return queries.length === 1 ? queries[0] : undefined;
}

const continuesQuery = (line: string, next: string | undefined): boolean =>
  next !== undefined &&
  next.trim() !== '' &&
  (/^\s*(?:and|or|order by)\b/i.test(next) || /(?:\b(?:and|or|by)|[(,=])$/i.test(line));

interface SentenceQuery {
  /** Absent = where the query ends cannot be told. */
  readonly jql?: string;
}

/** Conditions that sentences do not have. */
const condition = /[=~<>]|\bin\s{0,9}\(/i;

/**
 * The query in a sentence; `undefined` = none. A text that begins with a
 * query is one that is being written, unless the sentence goes on after it.
 */
function jqlInSentence(text: string, hasOtherLines: boolean): SentenceQuery | undefined {
  if (!condition.test(text)) return undefined;
  const sentence = withoutLookAlikes(MappedText.literal(text, 0));
  const bounds = Array.from(
    sentence.matchAll(/\S+/g),
    ({ 0: word, index }) => [index, index + word.length] as const,
  );
  if (bounds.length > maxWords) return {};
  const start = bounds.find(([at]) => isLikeQuery(sentence.slice(at).replace(/^["'`(]+/, '')))?.[0];
  if (start === undefined) return undefined;
  const opening = /^["'`]/.exec(sentence.slice(start))?.[0] ?? '';
  const ends = bounds.map(([, end]) => end).filter(end => end > start);
  const queries = ends.map(end => [end, unquoted(sentence.slice(start, end), opening)] as const);
  const [end, query] = queries.findLast(([, part]) => isSurelyJql(part)) ?? [];
  if (end === undefined || query === undefined) return {};
  const rest = sentence.slice(end).trim();
  const isEnded = rest === '' || /[.,;:!?"'`]$/.test(sentence.slice(start, end));
  const hasWordAfter = wordsAfterQueries.has(/^[\p{L}'’]*/u.exec(rest)![0]);
  if (condition.test(rest) || !(isEnded || hasWordAfter)) return {};
  const isInSentence = start > 0 || hasOtherLines || hasWordAfter;
  return isInSentence ? { jql: query } : undefined;
}

/** A query without the quotes around it and the punctuation after it. */
function unquoted(part: string, opening: string): string {
  const ended = /[.,;:!?]$/.test(part) ? part.slice(0, -1) : part;
  if (opening === '' || !ended.endsWith(opening)) return ended;
  return ended.slice(opening.length, -opening.length);
}

function isLikeQuery(text: string): boolean {
  if (!isLikeJql(text) || !condition.test(text)) return false;
  const [term] = parseJqlText(text).terms;
  return term !== undefined && isKnownTerm(term);
}
