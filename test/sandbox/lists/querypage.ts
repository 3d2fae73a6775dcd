import { fail } from '../api/call.ts';
import type { Json, JsonObject } from '../json.ts';
import { defineList } from '../api/list.ts';
import { titleMembers } from '../api/show.ts';
import { digitStamp, stamp } from '../stamps.ts';
import { isHidden } from './categories.ts';
import { type TitleReference, latest } from '../world/tables.ts';
import { byTitle, fullTitle, sameTitle } from '../world/titles.ts';
import type { Page, Title } from '../world/types.ts';
import type { World } from '../world/world.ts';

/** A row of a report: a title, and the number or time that it is ranked by. */
export interface ReportRow {
  readonly title: Title;
  readonly value?: string | number;
  readonly time?: number;
}

type Report = (world: World) => readonly ReportRow[];

const articles = ({ pages, tables }: World): Page[] =>
  pages.filter(page => page.title.namespace === 0 && !tables.redirects.some(({ from }) => from === page));

const inNamespace =
  (namespace: number) =>
  ({ pages }: World): Page[] =>
    pages.filter(({ title }) => title.namespace === namespace);

const rows = (pages: readonly Page[], value?: (page: Page) => number): ReportRow[] =>
  value
    ? pages.map(page => ({ title: page.title, value: value(page) })).toSorted((a, b) => b.value - a.value)
    : pages.map(({ title }) => ({ title })).toSorted((a, b) => byTitle(a.title, b.title));

/** How often each title is referred to. */
function counted(table: readonly TitleReference[]): { title: Title; value: number }[] {
  const counts = new Map<string, { title: Title; value: number }>();
  for (const { title } of table) {
    const count = counts.get(fullTitle(title)) ?? { title, value: 0 };
    count.value += 1;
    counts.set(fullTitle(title), count);
  }
  return [...counts.values()].toSorted((a, b) => b.value - a.value || byTitle(a.title, b.title));
}

const without =
  (select: (world: World) => Page[], table: (world: World) => readonly { readonly from: Page }[]): Report =>
  world => {
    const used = new Set(table(world).map(({ from }) => from));
    return rows(select(world).filter(page => !used.has(page)));
  };

const unused =
  (namespace: number, table: (world: World) => readonly TitleReference[]): Report =>
  world =>
    rows(
      inNamespace(namespace)(world).filter(
        ({ title }) => !table(world).some(reference => sameTitle(reference.title, title)),
      ),
    );

const wanted =
  (
    table: (world: World) => readonly TitleReference[],
    keep: (title: Title) => boolean = () => true,
  ): Report =>
  world =>
    counted(table(world)).filter(({ title }) => keep(title) && !world.page(title));

const most =
  (table: (world: World) => readonly { readonly from: Page }[]): Report =>
  world => {
    const counts = Map.groupBy(table(world), ({ from }) => from);
    return rows(
      [...counts.keys()].filter(({ title }) => title.namespace === 0),
      page => counts.get(page)?.length ?? 0,
    );
  };

const categories = ({ tables }: World): readonly TitleReference[] => tables.categories;
const visibleCategories = ({ tables }: World): readonly TitleReference[] =>
  tables.categories.filter(({ title }) => !isHidden(title));

/** The reports, by the name that `page` takes. One that is not here has no rows on this wiki. */
const reports = new Map<string, Report>([
  [
    'Ancientpages',
    world =>
      articles(world)
        .map(page => ({ title: page.title, value: digitStamp(latest(page).time), time: latest(page).time }))
        .toSorted((a, b) => a.time - b.time),
  ],
  [
    'BrokenRedirects',
    world =>
      world.tables.redirects
        .filter(({ title }) => !world.page(title))
        .map(({ from }) => ({ title: from.title })),
  ],
  ['Deadendpages', without(articles, ({ tables }) => tables.links)],
  [
    'DoubleRedirects',
    world =>
      world.tables.redirects
        .filter(({ title }) => world.tables.redirects.some(({ from }) => sameTitle(from.title, title)))
        .map(({ from }) => ({ title: from.title })),
  ],
  ['Fewestrevisions', world => rows(articles(world), page => page.revisions.length).toReversed()],
  ['Listredirects', ({ tables }) => rows(tables.redirects.map(({ from }) => from))],
  [
    'Lonelypages',
    world =>
      rows(
        articles(world).filter(({ title }) => !world.tables.links.some(link => sameTitle(link.title, title))),
      ),
  ],
  ['Longpages', world => rows(articles(world), page => latest(page).size)],
  ['Mostcategories', most(({ tables }) => tables.categories)],
  ['Mostimages', world => counted(world.tables.images)],
  ['Mostinterwikis', most(({ tables }) => tables.languages)],
  ['Mostlinked', world => counted(world.tables.links).filter(({ value }) => value > 1)],
  ['Mostlinkedcategories', world => counted(categories(world))],
  ['Mostlinkedtemplates', world => counted(world.tables.templates)],
  ['Mostrevisions', world => rows(articles(world), page => page.revisions.length)],
  ['Shortpages', world => rows(articles(world), page => latest(page).size).toReversed()],
  ['Uncategorizedcategories', without(inNamespace(14), categories)],
  ['Uncategorizedimages', without(inNamespace(6), categories)],
  ['Uncategorizedpages', without(articles, visibleCategories)],
  ['Uncategorizedtemplates', without(inNamespace(10), categories)],
  ['Unusedcategories', unused(14, categories)],
  ['Unusedimages', unused(6, ({ tables }) => tables.images)],
  ['Unusedtemplates', unused(10, ({ tables }) => tables.templates)],
  ['Wantedcategories', wanted(categories)],
  ['Wantedfiles', wanted(({ tables }) => tables.images)],
  [
    'Wantedpages',
    wanted(
      ({ tables }) => tables.links,
      ({ namespace }) => namespace !== 8,
    ),
  ],
  ['Wantedtemplates', wanted(({ tables }) => tables.templates)],
  ['Withoutinterwiki', without(articles, ({ tables }) => tables.languages)],
]);

export const querypage = defineList<ReportRow>({
  name: 'querypage',
  continueBy: 'offset',
  rows: call => {
    const name = call.parameters.text('page') ?? '';
    if (name === 'Unwatchedpages' && !call.rights.has('unwatchedpages')) fail(call, 'permissiondenied');
    return reports.get(name)?.(call.world) ?? [];
  },
  token: (_, index) => String(index),
  show: ({ title, value, time }): Json => ({
    ...(value === undefined ? {} : { value: String(value) }),
    ...(time === undefined ? {} : { timestamp: stamp(time) }),
    ...titleMembers(title),
  }),
  wrap: (results, { parameters }): JsonObject => ({ name: parameters.text('page') ?? '', results }),
  page: ({ title }) => title,
});
