import { type JsonObject, compact } from '../json.ts';
import { type Call, warn } from '../api/call.ts';
import type { Entry } from '../api/pageset.ts';
import { defineFacts, defineProp } from '../api/prop.ts';
import { isRedirect, modelOf } from '../api/show.ts';
import { expiryStamp, stamp } from '../stamps.ts';
import { pageUrl } from '../api/visitor.ts';
import { countMembers, isHidden } from '../lists/categories.ts';
import { pageProperties } from '../lists/pages.ts';
import { groupsOf } from '../lists/users.ts';
import { rightsOf } from '../api/sessions.ts';
import { latest } from '../world/tables.ts';
import { fullTitle } from '../world/titles.ts';
import type { Page, Title, User } from '../world/types.ts';
import { plainText } from '../world/wikitext.ts';

export const info = defineFacts('info', (entry, call) => {
  const { title, page } = entry;
  if (!title || title.namespace < 0) return {};
  const language = {
    contentmodel: modelOf(title),
    pagelanguage: 'en',
    pagelanguagehtmlcode: 'en',
    pagelanguagedir: 'ltr',
  };
  return { ...language, ...(page ? presence(page, call) : {}), ...asked(title, page, call) };
});

function presence(page: Page, call: Call): JsonObject {
  const revision = latest(page);
  return {
    touched: stamp(revision.time),
    lastrevid: revision.id,
    length: revision.size,
    ...(isRedirect(call, page) ? { redirect: true } : {}),
    ...(page.revisions.length === 1 ? { new: true } : {}),
  };
}

function asked(title: Title, page: Page | undefined, call: Call): JsonObject {
  const { parameters, world, rights } = call;
  const wants = (name: string): boolean => parameters.holds('prop', name);
  const isTalk = title.namespace % 2 === 1;
  const other: Title = { namespace: title.namespace + (isTalk ? -1 : 1), text: title.text };
  const otherId = world.page(other)?.id;
  const url = pageUrl(call, fullTitle(title));
  const typesOfPage = title.namespace === 6 ? ['edit', 'move', 'upload'] : ['edit', 'move'];
  const types = page ? typesOfPage : ['create'];
  return compact({
    ...(wants('protection')
      ? {
          protection: (page?.protections ?? []).map(({ type, level, expiry, cascade }) => ({
            type,
            level,
            expiry: expiryStamp(expiry),
            ...(cascade ? { cascade } : {}),
          })),
          restrictiontypes: types,
        }
      : {}),
    watched: wants('watched') ? call.user !== undefined && (page?.id ?? 1) % 5 === 0 : undefined,
    watchers: wants('watchers') && rights.has('unwatchedpages') ? (page?.id ?? 0) % 7 : undefined,
    notificationtimestamp: wants('notificationtimestamp') ? '' : undefined,
    talkid: wants('talkid') && !isTalk ? otherId : undefined,
    subjectid: wants('subjectid') && isTalk ? otherId : undefined,
    associatedpage: wants('associatedpage') ? fullTitle(other) : undefined,
    ...(wants('url') ? { fullurl: url, editurl: `${url}&action=edit`, canonicalurl: url } : {}),
    readable: wants('readable') ? true : undefined,
    ...(wants('preload') && { preload: page ? '' : null }),
    displaytitle: wants('displaytitle') ? fullTitle(title) : undefined,
    varianttitles: wants('varianttitles') && page ? { en: fullTitle(title) } : undefined,
    ...(wants('linkclasses') && page && { linkclasses: isRedirect(call, page) ? ['mw-redirect'] : [] }),
    actions: parameters.has('testactions')
      ? Object.fromEntries((parameters.list('testactions') ?? []).map(action => [action, rights.has(action)]))
      : undefined,
  });
}

export const categoryinfo = defineFacts('categoryinfo', ({ title }, { world }) => {
  if (title?.namespace !== 14) return {};
  const counts = countMembers(world, title);
  const exists = counts['size'] !== 0 || world.page(title) !== undefined;
  return exists ? { categoryinfo: { ...counts, hidden: isHidden(title) } } : {};
});

export const pageprops = defineFacts('pageprops', ({ page }: Entry, call) => {
  const wanted = call.parameters.list('prop');
  const properties = page
    ? pageProperties(call, page).filter(({ name }) => wanted?.includes(name) ?? true)
    : [];
  return properties.length > 0
    ? { pageprops: Object.fromEntries(properties.map(({ name, value }) => [name, value])) }
    : {};
});

function extractOf(page: Page, { parameters }: Call): string {
  const whole = latest(page).text();
  const text = plainText(parameters.flag('intro') ? (whole.split(/^==/mu)[0] ?? '') : whole);
  const sentences = parameters.number('sentences');
  const chars = parameters.number('chars');
  if (sentences !== undefined)
    return (text.match(/[^.!?]+[.!?]+/gu) ?? [text]).slice(0, sentences).join('').trim();
  return chars === undefined || text.length <= chars ? text : `${text.slice(0, chars)}...`;
}

export const extracts = defineProp<string>({
  name: 'extracts',
  key: 'extract',
  single: true,
  begin: call => {
    if (!call.parameters.flag('plaintext')) warn(call, 'textextracts-malformed-html');
  },
  items: ({ page }, call) => (page ? [extractOf(page, call)] : []),
  show: (text, { parameters }) =>
    parameters.flag('plaintext')
      ? text
      : `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(/\n+/gu, '</p>\n<p>')}</p>`,
});

/** Accounts that edited a page, without addresses, in the order of their ids. */
export const contributors = defineProp<User>({
  name: 'contributors',
  items: ({ page }, { parameters }) => {
    const users = [...new Set((page?.revisions ?? []).map(({ user }) => user))].filter(({ id }) => id > 0);
    const [group, notGroup, rights, notRights] = ['group', 'excludegroup', 'rights', 'excluderights'].map(
      name => parameters.list(name),
    );
    return users
      .filter(
        user =>
          (group?.some(name => groupsOf(user).includes(name)) ?? true) &&
          !(notGroup ?? []).some(name => groupsOf(user).includes(name)) &&
          (rights?.some(right => rightsOf(user).has(right)) ?? true) &&
          !(notRights ?? []).some(right => rightsOf(user).has(right)),
      )
      .toSorted((a, b) => a.id - b.id);
  },
  token: ({ id }) => String(id),
  show: ({ id, name }) => ({ userid: id, name }),
  beside: ({ page }) => {
    const anonymous = new Set(
      (page?.revisions ?? []).filter(({ user }) => user.id === 0).map(({ user }) => user.name),
    );
    return anonymous.size > 0 ? { anoncontributors: anonymous.size } : {};
  },
});
