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
  if (/^(?:https?:\/\/|\/|\?)\S*$/i.test(trimmed) || /^action=query&\S*$/.test(trimmed))
    return readRequest({ url: trimmed.startsWith('action=') ? `?${trimmed}` : trimmed });
  return readShell(trimmed) ?? (await readCode(trimmed)) ?? readMessage(trimmed);
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
  const colon = unmarked.indexOf(':');
  const isLabelled = labels.has(unmarked.slice(0, Math.max(0, colon)).trim().toLowerCase());
  const body = isLabelled ? unmarked.slice(colon + 1).trim() : unmarked;
  const jql = withoutLookAlikes(MappedText.literal(body, 0));
  return isSurelyJql(jql) ? { kind: 'tracker', jql, secrets: [] } : undefined;
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
