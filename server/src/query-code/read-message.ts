/** Finds a JQL query that was written into a message: quoted by a mail program, after a label, with typographic quotes. */
import { MappedText } from '#shared/base/text/mapped-text.ts';
import { builtInJql } from '../jql/catalogue/knowledge.ts';
import { withoutLookAlikes } from '../jql/mistakes/look-alikes.ts';
import { parseJqlText } from '../jql/syntax/parse-jql.ts';
import type { PastedQuery } from '../query-file/language/pasted-query.ts';

/** Longer texts are not queries that someone wrote into a message. */
const longest = 5000;

/** What people write before a query, without the colon. */
const labels: ReadonlySet<string> = new Set(['jql', 'jql query', 'query', 'filter', 'jira']);

/** Signs of which a condition has one, unlike a sentence. */
const signs = ['=', '~', '<', '>', '('];

/** The query that is the whole of a text; `undefined` = the text is not surely JQL. */
export function readMessage(text: string): PastedQuery | undefined {
  if (text.length > longest) return undefined;
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
