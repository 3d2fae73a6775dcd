/** The messages between the extension and the issue panel, checked on receipt. */
import { notice } from '../messages.ts';
import { either, flag, list, number, object, objectWith, oneOf, text } from '../schema.ts';
import type { Checked } from '../schema.ts';

const status = objectWith({ name: text }, { category: oneOf('new', 'indeterminate', 'done') });
export type Status = Checked<typeof status>;

const link = objectWith({ relation: text, key: text, summary: text }, { type: text, status });
export type Link = Checked<typeof link>;

const attachment = objectWith(
  { name: text },
  { size: number, type: text, author: text, created: text, url: text },
);
export type Attachment = Checked<typeof attachment>;

const comment = objectWith({ id: text, body: text }, { author: text, created: text, updated: text });
export type Comment = Checked<typeof comment>;

const worklog = objectWith({ id: text, spent: text }, { author: text, started: text, body: text });
export type Worklog = Checked<typeof worklog>;

const change = objectWith(
  { items: list(object({ field: text, from: text, to: text })) },
  { author: text, created: text },
);
export type Change = Checked<typeof change>;

const field = objectWith({ id: text, name: text, text }, { html: text });
export type Field = Checked<typeof field>;

/** As the server's protocol has it; what holds HTML is hostile until it is sanitised. */
const issue = objectWith(
  {
    site: text,
    key: text,
    browseUrl: text,
    summary: text,
    labels: list(text),
    components: list(text),
    fixVersions: list(text),
    affectsVersions: list(text),
    links: list(link),
    subtasks: list(link),
    attachments: list(attachment),
    comments: list(comment),
    worklogs: list(worklog),
    history: list(change),
    fields: list(field),
  },
  {
    status,
    type: text,
    priority: text,
    resolution: text,
    project: text,
    assignee: text,
    reporter: text,
    creator: text,
    created: text,
    updated: text,
    resolved: text,
    due: text,
    description: text,
    environment: text,
    parent: link,
    worklogTotal: number,
  },
);
export type Issue = Checked<typeof issue>;

/** Whether there is an issue to go back or forward to. */
const trail = object({ back: flag, forward: flag });
export type Trail = Checked<typeof trail>;

/** What the panel keeps over a reload of the window. */
const kept = objectWith({ reference: text }, { site: text });
export type KeptIssue = Checked<typeof kept>;
export const isKeptIssue = kept;

export const toIssuePanel = either(
  object({ type: oneOf('loading'), reference: text, trail }),
  /** `pictures`: those of other sites are loaded, since a person asked for them. */
  object({ type: oneOf('issue'), issue, notices: list(notice), trail, pictures: flag }),
  object({ type: oneOf('failed'), reference: text, notices: list(notice), trail }),
  /** The panel came back after a reload, without its issue. */
  object({ type: oneOf('idle'), reference: text }),
  object({ type: oneOf('keep'), state: kept }),
);
export type ToIssuePanel = Checked<typeof toIssuePanel>;

export const fromIssuePanel = either(
  /** The panel listens; nothing is sent before. */
  object({ type: oneOf('ready') }),
  object({ type: oneOf('back', 'forward', 'refresh', 'browse', 'copyKey', 'copyLink', 'pictures') }),
  /** Another issue is to be shown: a key, or an address at this tracker. */
  object({ type: oneOf('issue'), reference: text }),
  object({ type: oneOf('link'), url: text }),
  object({
    type: oneOf('action'),
    action: oneOf('configureSite', 'signIn', 'switchAccount', 'openSettings', 'retry'),
  }),
);
export type FromIssuePanel = Checked<typeof fromIssuePanel>;
export type SendIssue = (message: FromIssuePanel) => void;
