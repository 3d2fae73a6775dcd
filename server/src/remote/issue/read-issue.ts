/** Reads an issue from a tracker's response. */
import facts from '../../../catalogue/network/tracker-issue.json' with { type: 'json' };
import { isIssueKey } from '../../common/issue-key.ts';
import type { Issue, IssueAttachment, IssueLink, IssueStatus } from '../../protocol/issue.ts';
import type { Json } from '../../protocol/json.ts';
import { isObject, textOf, type JsonObject } from '../json.ts';
import type { IssueAddress } from '../tracker/request.ts';
import { SizeCaps } from './size-caps.ts';
import { displayOf, linkOf } from '../table/field-value.ts';
import { commentsOf, historyOf, type Html, worklogsOf } from './activity.ts';
import { dateOf, htmlOf, idOf, memberOf, nameOf, optional } from './read-values.ts';

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
        Object.entries(optional(member, nameOf(id, fields[id]))),
      ),
    ),
    ...Object.fromEntries(
      Object.entries(facts.dates).flatMap(([member, id]) =>
        Object.entries(optional(member, dateOf(fields[id]))),
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
    history: historyOf(answer['changelog'], caps),
    fields: otherFields(fields, rendered, memberOf(answer, 'names'), caps),
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
      categories.find(each => each === kind),
    ),
  };
}

function listsOf(
  fields: JsonObject,
  caps: SizeCaps,
): Pick<Issue, 'labels' | 'components' | 'fixVersions' | 'affectsVersions'> {
  const namesOf = (id: string): string[] =>
    caps.items(id, fields[id]).flatMap(item => nameOf('', item) || []);
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
  names: JsonObject,
  caps: SizeCaps,
): Issue['fields'] {
  const others = Object.entries(fields).flatMap(([id, value]) => {
    const text = placedFields.has(id) ? '' : displayOf(id, value);
    if (text === '') return [];
    const html = rendered[id];
    const rich = typeof html === 'string' && html.includes('<') ? html : '';
    return [
      {
        id: idOf(id),
        name: idOf(names[id]) || idOf(id),
        text: caps.text(id, text, facts.caps.text),
        ...optional('html', caps.text(id, rich, facts.caps.html)),
      },
    ];
  });
  return caps.items('fields', others).toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
