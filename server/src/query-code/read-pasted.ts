import { MappedText } from '#shared/base/text/mapped-text.ts';
import { builtInJql } from '../jql/catalogue/knowledge.ts';
import { withoutLookAlikes } from '../jql/mistakes/look-alikes.ts';
import { parseJqlText } from '../jql/syntax/parse-jql.ts';
import type { PastedQuery, PasteResult } from '../query-file/language/pasted-query.ts';
import { readCode } from './read-code.ts';
import { readRequest } from './read-url.ts';
import { readShell } from './read-shell.ts';

/** A longer text is not read: users do not copy such a query. */
const longestText = 200_000;

/** The query in a text that was copied elsewhere: an address, a command of curl or jira-cli, code, or JQL in a message. */
export async function readPasted(text: string): Promise<PasteResult> {
  if (text.length > longestText) return undefined;
  const trimmed = text.trim();
  const url = addressIn(trimmed);
  if (url !== undefined) return readRequest({ url });
  return readShell(trimmed) ?? (await readCode(trimmed)) ?? readMessage(trimmed);
}

/** The pairs of characters that messages put around an address. */
const marks: ReadonlySet<string> = new Set(['<>', '""', "''", '``', '()']);

/** The address that is the whole of a text, as an absolute one or as the end of one; `undefined` = the text is more than that. */
function addressIn(text: string): string | undefined {
  const isMarked = text.length > 1 && marks.has(text.charAt(0) + text.slice(-1));
  const address = joinedAddress(isMarked ? text.slice(1, -1).trim() : text);
  // Jira shows its address with blanks in the query.
  if (/^https?:\/\/[^\s?]+\?jql=.*$/i.test(address)) return address;
  if (/\s/.test(address)) return undefined;
  if (/^(?:https?:\/\/|\/|\?)/i.test(address)) return address;
  if (address.startsWith('action=query&')) return `?${address}`;
  const [path = ''] = address.split('?', 1);
  if (path.length === address.length || !/(?:^|\/)api\.php$/.test(path)) return undefined;
  return path.split('/', 1)[0]?.includes('.') && path.includes('/') ? `https://${address}` : `/${address}`;
}

/** An address that is written with a parameter in each line, as documentation does. */
function joinedAddress(text: string): string {
  const [first = '', ...others] = text.split('\n').map(line => line.trim());
  const isAddress = /^https?:\/\/\S+$/i.test(first) && others.length > 0;
  const lines = [first, ...others];
  const isContinued = (line: string, index: number): boolean =>
    !/\s/.test(line) && (line.startsWith('&') || /[?&]$/.test(lines[index] ?? ''));
  return isAddress && others.every(isContinued) ? lines.join('') : text;
}

/** Longer texts are not queries that someone wrote into a message. */
const longestMessage = 5000;

/** Words before a query in a message, without the colon. */
const labels: ReadonlySet<string> = new Set(['jql', 'jql query', 'query', 'filter', 'jira']);

/** Signs of which a condition has one, unlike a sentence. */
const signs = ['=', '~', '<', '>', '('];

/**
 * The query that is the whole of a message, also quoted by a mail program, after a label, or with typographic quotes;
 * `undefined` = the text is not surely JQL.
 */
function readMessage(text: string): PastedQuery | undefined {
  if (text.length > longestMessage) return undefined;
  const unmarked = text.split('\n').map(withoutMarks).join('\n').trim();
  const jql = jqlIn(unmarked) ?? jqlBetweenSentences(unmarked);
  return jql === undefined ? undefined : { kind: 'tracker', jql, secrets: [] };
}

/** The query that a text is. */
function jqlIn(text: string): string | undefined {
  const colon = text.indexOf(':');
  const isLabelled = labels.has(text.slice(0, Math.max(0, colon)).trim().toLowerCase());
  const body = isLabelled ? text.slice(colon + 1).trim() : text;
  const jql = withoutLookAlikes(MappedText.literal(body, 0));
  return isSurelyJql(jql) ? jql : undefined;
}

/** The query that is the only paragraph of a message with a condition; the others are sentences. */
function jqlBetweenSentences(text: string): string | undefined {
  const paragraphs = text.split(/\n[^\S\n]*\n/).filter(paragraph => paragraph.trim() !== '');
  const conditions = paragraphs.filter(paragraph => signs.some(sign => paragraph.includes(sign)));
  const isFile = paragraphs.some(paragraph => /^[#@]/m.test(paragraph));
  return conditions.length === 1 && !isFile ? jqlIn(conditions[0]!.trim()) : undefined;
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
  const { catalogue } = builtInJql;
  return (
    where !== undefined &&
    errors.length === 0 &&
    terms.some(({ field }) => field.kind === 'field' && catalogue.field(field.name) !== undefined)
  );
}
