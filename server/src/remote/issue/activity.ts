/** The comments, worklogs and changes of an issue. */
import type { IssueChange, IssueComment, IssueWorklog } from '../../protocol/issue.ts';
import type { Json } from '../../protocol/json.ts';
import { arrayOf, isObject, textOf, type JsonObject } from '../json.ts';
import type { SizeCaps } from './size-caps.ts';
import { durationOf } from '../table/field-value.ts';
import { dateOf, idOf, nameOf, optional } from './read-values.ts';

/** The HTML of a part of an issue, from its rendered or its plain form, within the size limit. */
export type Html = (id: string, rendered: Json | undefined, plain: Json | undefined) => string;

/** The comments, only the latest ones if there are too many. */
export function commentsOf(
  field: Json | undefined,
  rendered: Json | undefined,
  caps: SizeCaps,
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

/** The worklogs, only the latest ones if there are too many. A tracker sends only the first ones, with their total. */
export function worklogsOf(
  field: Json | undefined,
  rendered: Json | undefined,
  caps: SizeCaps,
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

/** The rendered texts of a list, by the ids of its entries. */
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

/** The value of a field before or after a change, as text if the tracker sends it. */
function side(item: JsonObject, name: 'from' | 'to'): string {
  // `toString` is a member of every object, but not an own one.
  const text = Object.hasOwn(item, `${name}String`) ? item[`${name}String`] : undefined;
  return nameOf('', text ?? item[name]);
}

export function historyOf(changelog: Json | undefined, caps: SizeCaps): IssueChange[] {
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
