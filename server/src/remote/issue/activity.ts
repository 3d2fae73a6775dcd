/** What people wrote under an issue, and what they changed. */
import type { IssueChange, IssueComment, IssueWorklog } from '../../protocol/issue.ts';
import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '../json.ts';
import type { Caps } from './size-caps.ts';
import { durationOf } from '../table/field-value.ts';
import { dateOf, idOf, nameOf, optional } from './read-values.ts';

/** The HTML of a part of an issue, from the rendered form and the plain one, not longer than may be. */
export type Html = (id: string, rendered: Json | undefined, plain: Json | undefined) => string;

/** The latest ones, where there are too many. */
export function commentsOf(
  field: Json | undefined,
  rendered: Json | undefined,
  caps: Caps,
  html: Html,
): IssueComment[] {
  const bodies = textsOf(rendered, 'comments', 'body');
  return caps.list('comment', isObject(field) ? field['comments'] : undefined).map(comment => ({
    id: idOf(comment['id']),
    ...optional('author', nameOf('', comment['author'])),
    ...optional('created', dateOf(comment['created'])),
    ...optional('updated', dateOf(comment['updated'])),
    body: html('comment', bodies.get(textOf(comment['id'])), comment['body']),
  }));
}

/** The work that was booked: the latest entries, where there are too many. A tracker sends the first ones only, and tells how many there are. */
export function worklogsOf(
  field: Json | undefined,
  rendered: Json | undefined,
  caps: Caps,
  html: Html,
): { readonly worklogs: readonly IssueWorklog[]; readonly worklogTotal?: number } {
  const bodies = textsOf(rendered, 'worklogs', 'comment');
  const sent = caps.list('worklog', isObject(field) ? field['worklogs'] : undefined);
  const total = isObject(field) ? field['total'] : undefined;
  const worklogs = sent.map(entry => {
    const { id, author, started, timeSpent, timeSpentSeconds: seconds, comment } = entry;
    return {
      id: idOf(id),
      ...optional('author', nameOf('', author)),
      ...optional('started', dateOf(started)),
      spent: nameOf('', timeSpent) || (typeof seconds === 'number' ? durationOf(seconds) : ''),
      ...optional('body', html('worklog', bodies.get(textOf(id)), comment)),
    };
  });
  const isPart = typeof total === 'number' && total > worklogs.length;
  return { worklogs, ...optional('worklogTotal', isPart ? total : undefined) };
}

/** The rendered texts of a list by the ids of its entries. */
const textsOf = (
  rendered: Json | undefined,
  list: string,
  text: string,
): ReadonlyMap<string, Json | undefined> =>
  new Map(
    (arrayOf(isObject(rendered) ? rendered[list] : undefined) ?? [])
      .filter(isObject)
      .map(entry => [textOf(entry['id']), entry[text]]),
  );

/** What a field held before or after a change, in words where the tracker has them. */
function side(item: JsonObject, name: 'from' | 'to'): string {
  // Every object has a `toString`, but not as its own.
  const words = Object.hasOwn(item, `${name}String`) ? item[`${name}String`] : undefined;
  return nameOf('', words ?? item[name]);
}

export function historyOf(changelog: Json | undefined, caps: Caps): IssueChange[] {
  const histories = caps.list('changelog', isObject(changelog) ? changelog['histories'] : undefined);
  return histories
    .map(change => ({
      ...optional('author', nameOf('', change['author'])),
      ...optional('created', dateOf(change['created'])),
      items: caps.list('changelog', change['items']).map(item => ({
        field: idOf(item['field']),
        from: side(item, 'from'),
        to: side(item, 'to'),
      })),
    }))
    .toSorted((one, other) => ((one.created ?? '') < (other.created ?? '') ? -1 : 1));
}
