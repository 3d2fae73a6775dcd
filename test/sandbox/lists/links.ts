import type { Call } from '../api/call.ts';
import { compact } from '../json.ts';
import { type ListModule, defineList } from '../api/list.ts';
import { inNamespaces, inOrder, inText } from '../api/select.ts';
import { pageMembers, titleMembers } from '../api/show.ts';
import type { ForeignReference, Redirect, TitleReference } from '../world/tables.ts';
import { byText, dbKey, fullTitle } from '../world/titles.ts';
import type { Page } from '../world/types.ts';

const once = <T extends TitleReference>(rows: readonly T[]): readonly T[] =>
  rows.filter(
    ({ title }, index) => index === 0 || fullTitle(rows[index - 1]?.title ?? title) !== fullTitle(title),
  );

type Table = (call: Call) => readonly (TitleReference & Partial<Redirect>)[];

/** The lists of everything that is linked to; they differ in their table only. */
const listOfTargets = (name: string, table: Table): ListModule =>
  defineList<TitleReference & Partial<Redirect>>({
    name,
    rows: call => {
      const namespace = Number(call.parameters.text('namespace') ?? (name === 'allfileusages' ? 6 : 0));
      const rows = inText(
        table(call).filter(({ title }) => title.namespace === namespace),
        ({ title }) => title.text,
        call,
        namespace,
      );
      return call.parameters.flag('unique') ? once(rows) : rows;
    },
    token: ({ title, from }) => `${dbKey(title.text)}|${from.id}`,
    show: ({ from, title, fragment }, { parameters }) =>
      compact({
        fromid: parameters.holds('prop', 'ids') ? from.id : undefined,
        ...(parameters.holds('prop', 'title') ? titleMembers(title) : {}),
        fragment: parameters.holds('prop', 'fragment') && fragment ? fragment : undefined,
      }),
    page: ({ from, title }) => (name === 'allredirects' ? from.title : title),
  });

export const alllinks = listOfTargets('alllinks', ({ world }) => world.tables.links);
export const alltransclusions = listOfTargets('alltransclusions', ({ world }) => world.tables.templates);
export const allfileusages = listOfTargets('allfileusages', ({ world }) => world.tables.images);
export const allredirects = listOfTargets('allredirects', ({ world }) => world.tables.redirects);

export const exturlusage = defineList<{ from: Page; url: string }>({
  name: 'exturlusage',
  rows: ({ parameters, world }) =>
    world.tables.external
      .filter(
        ({ from, url }) =>
          inNamespaces(from.title, parameters) &&
          matchesUrl(url, parameters.text('protocol'), parameters.text('query')),
      )
      .toSorted((a, b) => byText(a.url, b.url)),
  token: ({ from, url }) => `${url}|${from.id}`,
  show: ({ from, url }, { parameters }) =>
    compact({
      pageid: parameters.holds('prop', 'ids') ? from.id : undefined,
      ...(parameters.holds('prop', 'title') ? titleMembers(from.title) : {}),
      url: parameters.holds('prop', 'url') ? url : undefined,
    }),
  page: ({ from }) => from.title,
});

/** Whether an address has the protocol (none = http and https) and begins with the text after it; `*.` = any host below. */
export function matchesUrl(url: string, protocol = '', query = ''): boolean {
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

const listOfForeign = (
  name: 'iwbacklinks' | 'langbacklinks',
  first: 'prefix' | 'lang',
  members: readonly [string, string],
): ListModule =>
  defineList<ForeignReference>({
    name,
    rows: ({ parameters, world }) => {
      const table = name === 'iwbacklinks' ? world.tables.interwiki : world.tables.languages;
      const wanted = [parameters.text(first), parameters.text('title')];
      const rows = table.filter(
        ({ prefix, text }) => (wanted[0] ?? prefix) === prefix && (wanted[1] ?? text) === text,
      );
      return inOrder(
        rows.toSorted(
          (a, b) => byText(a.prefix, b.prefix) || byText(a.text, b.text) || a.from.id - b.from.id,
        ),
        parameters,
      );
    },
    token: ({ from, prefix, text }) => `${prefix}|${dbKey(text)}|${from.id}`,
    show: ({ from, prefix, text }, call) =>
      compact({
        ...pageMembers(from),
        redirect: call.world.tables.redirects.some(redirect => redirect.from === from) ? true : undefined,
        [members[0]]: call.parameters.holds('prop', members[0]) ? prefix : undefined,
        [members[1]]: call.parameters.holds('prop', members[1]) ? text : undefined,
      }),
    page: ({ from }) => from.title,
  });

export const iwbacklinks = listOfForeign('iwbacklinks', 'prefix', ['iwprefix', 'iwtitle']);
export const langbacklinks = listOfForeign('langbacklinks', 'lang', ['lllang', 'lltitle']);
