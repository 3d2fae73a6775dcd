import { createHash } from 'node:crypto';
import { fullTitle } from '../world/titles.ts';
import type { Page, Revision, Title, User } from '../world/types.ts';
import { type Call, warn } from './call.ts';
import { type Json, type JsonObject, compact } from '../json.ts';
import type { Parameters } from './parameters.ts';
import { stamp } from '../stamps.ts';
import { type Visitor, pageUrl } from './visitor.ts';

/** A title in the two members that every module has for it. */
export const titleMembers = (title: Title): JsonObject => ({ ns: title.namespace, title: fullTitle(title) });

/** A page by id and title. */
export const pageMembers = ({ id, title }: Page): JsonObject => ({ pageid: id, ...titleMembers(title) });

export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');

/** A comment as HTML: escaped, with its links. */
export const parsedComment = (comment: string, visitor: Visitor): string =>
  escapeHtml(comment).replaceAll(
    /\[\[:?([^\]|]+)(?:\|([^\]]*))?\]\]/gu,
    (_, target: string, label?: string) =>
      `<a href="${pageUrl(visitor, target)}" title="${target}">${label ?? target}</a>`,
  );

export const userMembers = ({ name, id }: User, parameters: Parameters): JsonObject =>
  compact({
    user: parameters.holds('prop', 'user') ? name : undefined,
    anon:
      id === 0 && (parameters.holds('prop', 'user') || parameters.holds('prop', 'userid')) ? true : undefined,
    userid: parameters.holds('prop', 'userid') ? id : undefined,
  });

export const commentMembers = (comment: string, call: Call): JsonObject =>
  compact({
    comment: call.parameters.holds('prop', 'comment') ? comment : undefined,
    parsedcomment: call.parameters.holds('prop', 'parsedcomment') ? parsedComment(comment, call) : undefined,
  });

type Shown = Omit<Revision, 'page'>;

/** Warns once where the older form without slots is used. */
export function warnWithoutSlots(call: Call): void {
  const { parameters, module } = call;
  const needsSlots = ['content', 'contentmodel', 'slotsize', 'slotsha1'].some(name =>
    parameters.holds('prop', name),
  );
  if (needsSlots && !parameters.has('slots'))
    warn(call, 'deprecation', 'slots', {
      feature: `action=query&${module.group ?? ''}=${module.name}&!${parameters.prefix}slots`,
    });
}

/** A revision with what `prop` and `slots` ask for. */
export function revisionMembers(revision: Shown, title: Title, call: Call): JsonObject {
  const { parameters } = call;
  const wants = (name: string): boolean => parameters.holds('prop', name);
  const slots = parameters.has('slots');
  const content = { contentmodel: modelOf(title), contentformat: formatOf(title), content: revision.text() };
  const slot = compact({
    size: wants('slotsize') ? revision.size : undefined,
    sha1: wants('slotsha1') ? sha1(revision.text()) : undefined,
    contentmodel: wants('contentmodel') ? modelOf(title) : undefined,
    ...(wants('content') ? content : {}),
  });
  return compact({
    revid: wants('ids') ? revision.id : undefined,
    parentid: wants('ids') ? revision.parent : undefined,
    minor: wants('flags') ? revision.minor : undefined,
    ...userMembers(revision.user, parameters),
    timestamp: wants('timestamp') ? stamp(revision.time) : undefined,
    size: wants('size') ? revision.size : undefined,
    sha1: wants('sha1') ? sha1(revision.text()) : undefined,
    roles: wants('roles') ? ['main'] : undefined,
    ...(slots ? { slots: parameters.holds('slots', 'main') ? { main: slot } : {} } : legacySlot(slot)),
    ...commentMembers(revision.comment, call),
    tags: wants('tags') ? revision.tags : undefined,
  });
}

function legacySlot({ size: _size, sha1: _sha1, ...rest }: JsonObject): Record<string, Json> {
  return rest;
}

export function modelOf({ namespace, text }: Title): string {
  if (namespace !== 8) return 'wikitext';
  if (text.endsWith('.css')) return 'css';
  return text.endsWith('.js') ? 'javascript' : 'wikitext';
}

const formatOf = (title: Title): string =>
  ({ css: 'text/css', javascript: 'text/javascript' })[modelOf(title)] ?? 'text/x-wiki';

export const isRedirect = ({ world }: Visitor, page: Page | undefined): boolean =>
  world.tables.redirects.some(({ from }) => from === page);
