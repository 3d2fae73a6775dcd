import type { Call } from '../api/call.ts';
import { compact } from '../json.ts';
import { type PropModule, defineProp } from '../api/prop.ts';
import { inNamespaces, inOrder, isShown } from '../api/select.ts';
import { isRedirect, pageMembers, titleMembers } from '../api/show.ts';
import { stamp } from '../stamps.ts';
import { hexKeyOf, isHidden } from '../lists/categories.ts';
import type { ForeignReference, Membership, Tables, TitleReference } from '../world/tables.ts';
import { byText, byTitle, dbKey, interwikis, readTitle, sameTitle } from '../world/titles.ts';
import type { Page, Title } from '../world/types.ts';

/** Titles that a parameter restricts a module to; `undefined` = it does not. */
const wantedTitles = ({ parameters }: Call, name: string, namespace = 0): Title[] | undefined =>
  parameters.list(name)?.flatMap(text => {
    const reading = readTitle(text, namespace);
    return reading.kind === 'local' ? [reading.title] : [];
  });

/** The references of pages: links, templates and images differ in their table only. */
const outgoing = (name: 'links' | 'templates' | 'images', filter: string): PropModule =>
  defineProp<TitleReference>({
    name,
    items: ({ page }, call) => {
      const wanted = wantedTitles(call, filter);
      const rows = call.world.tables[name].filter(
        ({ from, title }) =>
          from === page &&
          inNamespaces(title, call.parameters) &&
          (wanted?.some(other => sameTitle(other, title)) ?? true),
      );
      return inOrder(
        rows.toSorted((a, b) => byTitle(a.title, b.title)),
        call.parameters,
      );
    },
    token: ({ title }) => (name === 'images' ? dbKey(title.text) : `${title.namespace}|${dbKey(title.text)}`),
    show: ({ title }) => titleMembers(title),
    page: ({ title }) => title,
  });

export const links = outgoing('links', 'titles');
export const templates = outgoing('templates', 'templates');
export const images = outgoing('images', 'images');

/** Who refers to a page: these differ in their table only, too. */
const incoming = (
  name: string,
  table: (tables: Tables) => readonly (TitleReference & { readonly fragment?: string })[],
): PropModule =>
  defineProp<{ from: Page; fragment: string }>({
    name,
    items: ({ title }, call) =>
      table(call.world.tables)
        .filter(
          reference =>
            title && sameTitle(reference.title, title) && inNamespaces(reference.from.title, call.parameters),
        )
        .map(({ from, fragment = '' }) => ({ from, fragment }))
        .filter(({ from, fragment }) =>
          isShown(call.parameters, { redirect: isRedirect(call, from), fragment: fragment !== '' }),
        )
        .toSorted((a, b) => a.from.id - b.from.id),
    token: ({ from }) => String(from.id),
    show: ({ from, fragment }, call) => {
      const wants = (prop: string): boolean => call.parameters.holds('prop', prop);
      const { pageid, ...title } = pageMembers(from);
      return compact({
        pageid: wants('pageid') ? pageid : undefined,
        ...(wants('title') ? title : {}),
        redirect: wants('redirect') ? isRedirect(call, from) : undefined,
        fragment: wants('fragment') && fragment !== '' ? fragment : undefined,
      });
    },
    page: ({ from }) => from.title,
  });

export const linkshere = incoming('linkshere', tables => tables.links);
export const transcludedin = incoming('transcludedin', tables => tables.templates);
export const fileusage = incoming('fileusage', tables => tables.images);
export const redirects = incoming('redirects', tables => tables.redirects);

export const categories = defineProp<Membership>({
  name: 'categories',
  items: ({ page }, call) => {
    const wanted = wantedTitles(call, 'categories', 14);
    const rows = call.world.tables.categories.filter(
      ({ from, title }) =>
        from === page &&
        isShown(call.parameters, { hidden: isHidden(title) }) &&
        (wanted?.some(other => sameTitle(other, title)) ?? true),
    );
    return inOrder(
      rows.toSorted((a, b) => byTitle(a.title, b.title)),
      call.parameters,
    );
  },
  token: ({ title }) => dbKey(title.text),
  show: (membership, { parameters }) => {
    const wants = (prop: string): boolean => parameters.holds('prop', prop);
    return compact({
      ...titleMembers(membership.title),
      ...(wants('sortkey') ? { sortkey: hexKeyOf(membership), sortkeyprefix: membership.prefix } : {}),
      timestamp: wants('timestamp') ? stamp(membership.time) : undefined,
      hidden: wants('hidden') ? isHidden(membership.title) : undefined,
    });
  },
  page: ({ title }) => title,
});

/** Whether an address has the protocol (none = http and https) and begins with the text after it; `*.` = any host below. */
function matchesUrl(url: string, protocol = '', query = ''): boolean {
  const [, start = '', rest = ''] = /^(\w+):(?:\/\/)?(.*)$/u.exec(url) ?? [];
  const right = protocol === '' ? start.startsWith('http') : start === protocol;
  const host = rest.split('/')[0] ?? '';
  return (
    right &&
    (query.startsWith('*.')
      ? `.${host}`.endsWith(query.slice(1).split('/')[0] ?? '')
      : rest.startsWith(query))
  );
}

export const extlinks = defineProp<string>({
  name: 'extlinks',
  items: ({ page }, { parameters, world }) =>
    world.tables.external
      .filter(
        ({ from, url }) =>
          from === page && matchesUrl(url, parameters.text('protocol'), parameters.text('query')),
      )
      .map(({ url }) => url),
  token: url => url,
  show: url => ({ url }),
});

const foreign = (name: 'langlinks' | 'iwlinks', first: 'lang' | 'prefix'): PropModule =>
  defineProp<ForeignReference>({
    name,
    items: ({ page }, { parameters, world }) => {
      const table = name === 'langlinks' ? world.tables.languages : world.tables.interwiki;
      const [prefix, title] = [parameters.text(first), parameters.text('title')];
      const rows = table.filter(
        row => row.from === page && (prefix ?? row.prefix) === row.prefix && (title ?? row.text) === row.text,
      );
      return inOrder(
        rows.toSorted((a, b) => byText(a.prefix, b.prefix) || byText(a.text, b.text)),
        parameters,
      );
    },
    token: ({ prefix, text }) => (name === 'langlinks' ? prefix : `${prefix}|${dbKey(text)}`),
    show: ({ prefix, text }, { parameters }) => {
      const site = interwikis.find(other => other.prefix === prefix);
      const url = site?.url.replace('$1', encodeURIComponent(text.replaceAll(' ', '_')));
      return compact({
        [first]: prefix,
        url: parameters.holds('prop', 'url') || parameters.flag('url') ? url : undefined,
        langname: parameters.holds('prop', 'langname') ? site?.name : undefined,
        autonym: parameters.holds('prop', 'autonym') ? site?.language : undefined,
        title: text,
      });
    },
  });

export const langlinks = foreign('langlinks', 'lang');
export const iwlinks = foreign('iwlinks', 'prefix');
