/** Reads an issue from a tracker's response. */
import { cellAt } from '#shared/base/tables/cell-values.ts';
import facts from '../../../catalogue/network/tracker-issue.json' with { type: 'json' };
import { isIssueKey } from '#shared/base/issue-key.ts';
import type {
  Issue,
  IssueAttachment,
  IssueLink,
  IssueStatus,
  IssueChange,
  IssueComment,
  IssueWorklog,
} from '#shared/protocol/issue.ts';
import type { Json } from '#shared/protocol/json.ts';
import { isObject, textOf, type JsonObject, arrayOf } from '#shared/protocol/json-values.ts';
import type { IssueAddress } from '../tracker/tracker-request.ts';
import { SizeCaps, dateOf, htmlOf, idOf, memberOf, nameOf, optional } from './read-values.ts';
import { isDocument } from '../table/rich-document.ts';
import { displayOf, linkOf, durationOf, isDuration, isIssueField } from '../table/field-value.ts';
import { nameWithId } from '../../jql/requested-fields.ts';

const placedFields: ReadonlySet<string> = new Set(facts.own);
const categories = ['new', 'indeterminate', 'done'] as const;

/** An issue for the panel, and the parts of it that were shortened. */
export interface ReadIssue {
  readonly issue: Issue;
  readonly shortened: readonly string[];
}

/**
 * The issue in a tracker's response. Parts of an unexpected shape are omitted.
 *
 * @param answer with `renderedFields`, `names` and `changelog` expanded; otherwise plain texts and ids are used
 */
export function readIssue(site: string, address: IssueAddress, answer: JsonObject): ReadIssue {
  const caps = new SizeCaps(facts.caps);
  const fields = memberOf(answer, 'fields');
  const rendered = memberOf(answer, 'renderedFields');
  const origin = new URL(address.browse).origin;
  const html: Html = (id, part, plain) => caps.text(id, htmlOf(part, plain), facts.caps.html);
  const ownKey = textOf(answer['key']);
  const key = isIssueKey(ownKey) ? ownKey : address.key;
  const issue: Issue = {
    site,
    key,
    browseUrl: address.browse.slice(0, -address.key.length) + key,
    summary: caps.text('summary', textOf(fields['summary']), facts.caps.text),
    ...optional('status', statusOf(fields['status'])),
    ...Object.fromEntries(
      Object.entries(facts.texts).flatMap(([member, id]) =>
        Object.entries(optional(member, nameOf(id, cellAt(fields, id)))),
      ),
    ),
    ...Object.fromEntries(
      Object.entries(facts.dates).flatMap(([member, id]) =>
        Object.entries(optional(member, dateOf(cellAt(fields, id)))),
      ),
    ),
    ...listsOf(fields, caps),
    ...optional('description', html('description', rendered['description'], fields['description'])),
    ...optional('environment', html('environment', rendered['environment'], fields['environment'])),
    ...optional('parent', isObject(fields['parent']) ? issueLink('', fields['parent']) : undefined),
    links: caps
      .list('issuelinks', fields['issuelinks'])
      .flatMap(link => linkOf(link) ?? [])
      .map(({ relation, issue: other }) => issueLink(relation, other)),
    subtasks: caps.list('subtasks', fields['subtasks']).map(subtask => issueLink('', subtask)),
    attachments: caps
      .list('attachment', fields['attachment'])
      .map(attachment => attachmentOf(attachment, origin)),
    comments: commentsOf(fields['comment'], rendered['comment'], caps, html),
    ...worklogsOf(fields['worklog'], rendered['worklog'], caps, html),
    ...totalOf('commentTotal', fields['comment'], 'comments'),
    history: historyOf(answer['changelog'], caps),
    ...totalOf('historyTotal', answer['changelog'], 'histories'),
    fields: otherFields(
      fields,
      rendered,
      { names: memberOf(answer, 'names'), schema: memberOf(answer, 'schema') },
      caps,
    ),
  };
  return { issue, shortened: caps.shortened };
}

function statusOf(value: Json | undefined): IssueStatus | undefined {
  const name = nameOf('status', value);
  if (name === '') return undefined;
  const kind = isObject(value) ? textOf(memberOf(value, 'statusCategory')['key']) : '';
  return {
    name,
    ...optional(
      'category',
      categories.find(category => category === kind),
    ),
  };
}

function listsOf(
  fields: JsonObject,
  caps: SizeCaps,
): Pick<Issue, 'labels' | 'components' | 'fixVersions' | 'affectsVersions'> {
  const namesOf = (id: string): string[] =>
    caps.items(id, cellAt(fields, id)).flatMap(item => nameOf('', item) || []);
  return {
    labels: namesOf('labels'),
    components: namesOf('components'),
    fixVersions: namesOf('fixVersions'),
    affectsVersions: namesOf('versions'),
  };
}

function issueLink(relation: string, issue: JsonObject): IssueLink {
  const fields = memberOf(issue, 'fields');
  return {
    relation,
    key: idOf(issue['key']),
    summary: nameOf('summary', fields['summary']),
    ...optional('type', nameOf('issuetype', fields['issuetype'])),
    ...optional('status', statusOf(fields['status'])),
  };
}

function attachmentOf(attachment: JsonObject, origin: string): IssueAttachment {
  const { filename, size, mimeType, author, created, content } = attachment;
  const url = textOf(content);
  const isOfSite = url.length <= facts.caps.url && URL.canParse(url) && new URL(url).origin === origin;
  return {
    name: nameOf('', filename),
    ...optional('size', typeof size === 'number' ? size : undefined),
    ...optional('type', nameOf('', mimeType)),
    ...optional('author', nameOf('', author)),
    ...optional('created', dateOf(created)),
    ...optional('url', isOfSite ? url : undefined),
  };
}

/** The fields without a fixed place in the panel, sorted by their names. */
function otherFields(
  fields: JsonObject,
  rendered: JsonObject,
  { names, schema }: { readonly names: JsonObject; readonly schema: JsonObject },
  caps: SizeCaps,
): Issue['fields'] {
  const others = Object.entries(fields).flatMap(([id, value]) => {
    const text = placedFields.has(id) || isSameSum(id, fields) ? '' : displayOf(id, value);
    if (text === '') return [];
    const html = cellAt(rendered, id);
    const isRich = isDocument(value) || (typeof html === 'string' && html.includes('<'));
    const rich = isRich ? htmlOf(html, value) : '';
    return [
      {
        id: idOf(id),
        name: idOf(cellAt(names, id)) || idOf(id),
        text: caps.text(id, text, facts.caps.text),
        ...optional('html', caps.text(id, rich, facts.caps.html)),
        ...(isIssueKey(text) && isIssueField(cellAt(schema, id)) && { isIssue: true as const }),
      },
    ];
  });
  const counts = Map.groupBy(others, ({ name }) => name);
  return caps
    .items('fields', others)
    .map(field =>
      // Fields of one name are told apart by their ids.
      counts.get(field.name)?.length === 1 ? field : { ...field, name: nameWithId(field.name, field.id) },
    )
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Whether a time of an issue with its subtasks is that of the issue alone. */
const isSameSum = (id: string, fields: JsonObject): boolean =>
  id.startsWith('aggregatetime') && cellAt(fields, id) === cellAt(fields, id.slice('aggregate'.length));

/** The HTML of a part of an issue, from its rendered or its plain form, within the size limit. */
type Html = (id: string, rendered: Json | undefined, plain: Json | undefined) => string;

/** The total of a list of which the tracker sent only a part. */
function totalOf<Name extends 'commentTotal' | 'historyTotal'>(
  name: Name,
  field: Json | undefined,
  list: string,
): { [member in Name]?: number } {
  if (!isObject(field)) return {};
  const total = field['total'];
  const isPart = typeof total === 'number' && total > (arrayOf(field[list]) ?? []).length;
  return optional(name, isPart ? total : undefined);
}

/** The comments, only the latest ones if there are too many. */
function commentsOf(
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
    ...optional('visibleTo', restrictionOf(comment)),
    body: html('comment', bodies.get(textOf(comment['id'])), comment['body']),
  }));
}

/** The worklogs, only the latest ones if there are too many. A tracker sends only the first ones, with their total. */
function worklogsOf(
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
      ...optional('visibleTo', restrictionOf(entry)),
      spent: nameOf('', timeSpent) || (typeof seconds === 'number' ? durationOf(seconds) : ''),
      ...optional('body', html('worklog', bodies.get(textOf(id)), comment)),
    };
  });
  const isPart = typeof total === 'number' && total > worklogs.length;
  return { worklogs, ...optional('worklogTotal', isPart ? total : undefined) };
}

/**
 * Who sees a comment or a worklog: a role or a group, or those who work on requests of customers (`jsdPublic` of Jira
 * Service Management in the Cloud, a property of Data Center); `undefined` = everybody.
 */
function restrictionOf({ visibility, jsdPublic, properties }: JsonObject): IssueComment['visibleTo'] {
  if (isObject(visibility))
    return { kind: 'named', name: nameOf('', visibility['value']) || idOf(visibility['type']) };
  const isInternal = (arrayOf(properties) ?? []).some(
    property =>
      isObject(property) &&
      property['key'] === 'sd.public.comment' &&
      memberOf(property, 'value')['internal'] === true,
  );
  return jsdPublic === false || isInternal ? { kind: 'internal', name: '' } : undefined;
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
  const value = text ?? cellAt(item, name);
  // Times are seconds in texts.
  const isNumber = typeof value === 'string' && /^\d{1,12}$/.test(value);
  return nameOf(idOf(item['field']), isNumber && isDuration(idOf(item['field'])) ? Number(value) : value);
}

function historyOf(changelog: Json | undefined, caps: SizeCaps): IssueChange[] {
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
