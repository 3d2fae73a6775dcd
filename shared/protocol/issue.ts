/** One issue. Points in time are ISO 8601 in UTC, days are `YYYY-MM-DD`; an absent member is empty in the tracker. */
import * as v from 'valibot';
import { noticeSchema } from './notice.ts';
import { count, list, object, optional, request } from './schema.ts';

const text = v.string();
const texts = list(text);

const issueStatusSchema = object({
  name: text,
  /** The category that decides the colour of the status; absent = unknown. */
  category: optional(v.picklist(['new', 'indeterminate', 'done'])),
});
export type IssueStatus = v.InferOutput<typeof issueStatusSchema>;

const issueLinkSchema = object({
  /** The relation to the linked issue, in the tracker's words: `blocks`; empty for a parent or a subtask. */
  relation: text,
  key: text,
  summary: text,
  type: optional(text),
  status: optional(issueStatusSchema),
});
export type IssueLink = v.InferOutput<typeof issueLinkSchema>;

const issueAttachmentSchema = object({
  name: text,
  /** In bytes. */
  size: optional(v.number()),
  /** A media type. */
  type: optional(text),
  author: optional(text),
  created: optional(text),
  /** The address; absent = the tracker has none at its own origin. */
  url: optional(text),
});
export type IssueAttachment = v.InferOutput<typeof issueAttachmentSchema>;

/** Who sees a text that not everybody sees: `internal`, or the name of a role or a group; absent = everybody. */
const restriction = { visibleTo: optional(object({ kind: v.picklist(['internal', 'named']), name: text })) };

const issueCommentSchema = object({
  ...restriction,
  id: text,
  author: optional(text),
  created: optional(text),
  updated: optional(text),
  /** HTML as the tracker rendered it. */
  body: text,
});
export type IssueComment = v.InferOutput<typeof issueCommentSchema>;

const issueWorklogSchema = object({
  ...restriction,
  id: text,
  author: optional(text),
  /** When the work was begun. */
  started: optional(text),
  /** As the tracker writes it, `1d 4h`; empty = not known. */
  spent: text,
  /** HTML as the tracker rendered it; absent = no comment. */
  body: optional(text),
});
export type IssueWorklog = v.InferOutput<typeof issueWorklogSchema>;

const issueChangeSchema = object({
  author: optional(text),
  created: optional(text),
  items: list(object({ field: text, from: text, to: text })),
});
export type IssueChange = v.InferOutput<typeof issueChangeSchema>;

const issueFieldSchema = object({
  id: text,
  name: text,
  text,
  /** HTML as the tracker rendered it, where the field holds rich text. */
  html: optional(text),
  /** Present if the text is the key of another issue, such as that of an epic. */
  isIssue: optional(v.literal(true)),
});

/** An issue prepared for the panel. */
export const issueSchema = object({
  /** The name of its tracker in the settings. */
  site: text,
  key: text,
  browseUrl: text,
  summary: text,
  status: optional(issueStatusSchema),
  type: optional(text),
  priority: optional(text),
  resolution: optional(text),
  project: optional(text),
  assignee: optional(text),
  reporter: optional(text),
  creator: optional(text),
  created: optional(text),
  updated: optional(text),
  resolved: optional(text),
  due: optional(text),
  labels: texts,
  components: texts,
  fixVersions: texts,
  affectsVersions: texts,
  /** HTML as the tracker rendered it: hostile until it is sanitised. */
  description: optional(text),
  /** HTML as the tracker rendered it: hostile until it is sanitised. */
  environment: optional(text),
  parent: optional(issueLinkSchema),
  links: list(issueLinkSchema),
  subtasks: list(issueLinkSchema),
  attachments: list(issueAttachmentSchema),
  comments: list(issueCommentSchema),
  worklogs: list(issueWorklogSchema),
  /** The number of all worklogs, if the tracker did not send all of them. */
  worklogTotal: optional(count),
  /** The number of all comments, if the tracker did not send all of them. */
  commentTotal: optional(count),
  /** The number of all changes, if the tracker did not send all of them. */
  historyTotal: optional(count),
  /** The oldest change first. */
  history: list(issueChangeSchema),
  /** All other fields that are not empty, custom ones too, by the tracker's own names. */
  fields: list(issueFieldSchema),
});
export type Issue = v.InferOutput<typeof issueSchema>;

const issueParamsSchema = object({
  /** The tracker of a bare key; absent = the default one. An address of an issue includes its tracker. */
  site: optional(text),
  /** A key as `ABC-12`, or the address of an issue's page. */
  reference: text,
});
export type IssueParams = v.InferOutput<typeof issueParamsSchema>;

const issueResultSchema = object({
  /** Absent = the issue could not be fetched, for the reasons in the notices. */
  issue: optional(issueSchema),
  notices: list(noticeSchema),
});
export type IssueResult = v.InferOutput<typeof issueResultSchema>;

export const issueRequest = request('wikijql/issue', issueParamsSchema, issueResultSchema);
