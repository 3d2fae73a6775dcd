import { isShown, inNamespaces, inText } from '../api/select.ts';
import { defineList } from '../api/list.ts';
import { isRedirect, pageMembers, titleMembers } from '../api/show.ts';
import { stamp } from '../stamps.ts';
import { type Call, fail } from '../api/call.ts';
import { chance } from '../world/random.ts';
import { latest } from '../world/tables.ts';
import { dbKey, fullTitle } from '../world/titles.ts';
import type { Page } from '../world/types.ts';

const day = 86_400_000;

const isBetween = (value: number, call: Call, low: string, high: string): boolean =>
  value >= (call.parameters.number(low) ?? 0) &&
  value <= (call.parameters.number(high) ?? Number.POSITIVE_INFINITY);

const filters = (page: Page, call: Call): boolean => {
  const { parameters, world } = call;
  const redirect = parameters.text('filterredir') ?? 'all';
  const languages = parameters.text('filterlanglinks') ?? 'all';
  const hasLanguages = world.tables.languages.some(({ from }) => from === page);
  return (
    (redirect === 'all' || (redirect === 'redirects') === isRedirect(call, page)) &&
    (languages === 'all' || (languages === 'withlanglinks') === hasLanguages) &&
    isBetween(latest(page).size, call, 'minsize', 'maxsize')
  );
};

function isProtected({ protections }: Page, { parameters }: Call): boolean {
  const types = parameters.list('prtype');
  if (!types) return true;
  const levels = (parameters.list('prlevel') ?? []).filter(level => level !== '');
  const cascade = parameters.text('prfiltercascade') ?? 'all';
  const expiry = parameters.text('prexpiry') ?? 'all';
  return protections.some(
    protection =>
      types.includes(protection.type) &&
      (levels.length === 0 || levels.includes(protection.level)) &&
      (cascade === 'all' || (cascade === 'cascading') === protection.cascade) &&
      (expiry === 'all' || (expiry === 'indefinite') === (protection.expiry === 'infinity')),
  );
}

export const allpages = defineList<Page>({
  name: 'allpages',
  rows: call => {
    if (call.following && call.parameters.text('filterredir') === 'redirects')
      fail(call, 'params', 'filterredir');
    const namespace = Number(call.parameters.text('namespace') ?? 0);
    const pages = call.world.pages.filter(
      page => page.title.namespace === namespace && filters(page, call) && isProtected(page, call),
    );
    return inText(pages, ({ title }) => title.text, call, namespace);
  },
  token: ({ title }) => dbKey(title.text),
  show: pageMembers,
  page: ({ title }) => title,
});

/** Random pages: the same every time for the same wiki and the same continuation, so that tests can rely on them. */
export const random = defineList<Page>({
  name: 'random',
  rows: call => {
    const { parameters, world } = call;
    const wanted = parameters.flag('redirect')
      ? 'redirects'
      : (parameters.text('filterredir') ?? 'nonredirects');
    const pages = world.pages.filter(
      page =>
        inNamespaces(page.title, parameters) &&
        (wanted === 'all' || (wanted === 'redirects') === isRedirect(call, page)) &&
        isBetween(latest(page).size, call, 'minsize', 'maxsize'),
    );
    const order = pages.map(page => ({ page, place: chance(page.id * 7919).below(1_000_000) }));
    return order.toSorted((a, b) => a.place - b.place).map(({ page }) => page);
  },
  token: ({ id }) => `${chance(id * 7919).below(1_000_000) / 1_000_000}|1|${id}|0`,
  show: ({ id, title }) => ({ id, ...titleMembers(title) }),
  page: ({ title }) => title,
});

export const prefixsearch = defineList<Page>({
  name: 'prefixsearch',
  continueBy: 'offset',
  rows: ({ parameters, world }) => {
    const start = dbKey(parameters.text('search') ?? '').toLowerCase();
    return world.pages
      .filter(
        ({ title }) =>
          inNamespaces(title, parameters) && dbKey(fullTitle(title)).toLowerCase().startsWith(start),
      )
      .toSorted((a, b) => (a.title.text < b.title.text ? -1 : 1));
  },
  token: (_, index) => String(index),
  show: ({ id, title }) => ({ ...titleMembers(title), pageid: id }),
  page: ({ title }) => title,
});

interface PageProperty {
  readonly page: Page;
  readonly name: string;
  readonly value: string;
}

/** Properties of pages that their text sets. */
export function pageProperties({ world }: Pick<Call, 'world'>, page?: Page): PageProperty[] {
  return (page ? [page] : world.pages).flatMap(one => {
    const text = latest(one).text();
    const image = world.tables.images.find(({ from }) => from === one);
    return [
      ...(text.includes('__HIDDENCAT__') ? [{ page: one, name: 'hiddencat', value: '' }] : []),
      ...(image && one.title.namespace === 0
        ? [{ page: one, name: 'page_image_free', value: dbKey(image.title.text) }]
        : []),
    ];
  });
}

export const watchlistraw = defineList<{ page: Page; changed: boolean }>({
  name: 'watchlistraw',
  rows: call => {
    const rows = watched(call).map(page => ({ page, changed: page.id % 3 === 0 }));
    const chosen = rows.filter(
      ({ page, changed }) =>
        inNamespaces(page.title, call.parameters) && isShown(call.parameters, { changed }),
    );
    return call.parameters.text('dir') === 'descending' ? chosen.toReversed() : chosen;
  },
  token: ({ page }) => `${page.title.namespace}|${dbKey(page.title.text)}`,
  show: ({ page, changed }, { parameters, world }) => ({
    ...titleMembers(page.title),
    ...(parameters.holds('prop', 'changed') && changed ? { changed: stamp(world.now - day) } : {}),
  }),
  page: ({ page }) => page.title,
  outside: true,
});

/** The visitor's watchlist: every page about a place. @throws Failure `notloggedin` */
export function watched(call: Call): readonly Page[] {
  if (!call.user) fail(call, 'notloggedin');
  const places = new Set(
    call.world.tables.categories
      .filter(({ title }) => ['Buildings', 'Squares', 'Bridges'].includes(title.text))
      .map(({ from }) => from),
  );
  return call.world.pages
    .filter(page => places.has(page))
    .toSorted((a, b) => (a.title.text < b.title.text ? -1 : 1));
}
