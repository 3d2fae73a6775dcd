import { type Call, fail, titleIn } from '../api/call.ts';
import { type ListModule, defineList } from '../api/list.ts';
import { inNamespaces, inOrder } from '../api/select.ts';
import { isRedirect, pageMembers } from '../api/show.ts';
import type { TitleReference } from '../world/tables.ts';
import { sameTitle } from '../world/titles.ts';
import type { Page, Title } from '../world/types.ts';

interface Backlink {
  readonly page: Page;
  /** Pages that link to the page where it is a redirect and `redirect` is set. */
  readonly through: readonly Page[] | undefined;
}

/** The page that a list is about, from `title` or `pageid`. @throws Failure */
export function subject(call: Call): Title {
  const text = call.parameters.text('title');
  if (text !== undefined) return titleIn(call, 'title', text);
  const page = call.world.pageById(call.parameters.number('pageid') ?? 0);
  return (
    page?.title ?? fail(call, 'invalidtitle', 'pageid', { value: call.parameters.number('pageid') ?? 0 })
  );
}

const listOfUsers = (name: string, table: (call: Call) => readonly TitleReference[]): ListModule =>
  defineList<Backlink>({
    name,
    rows: call => {
      const { parameters } = call;
      const target = subject(call);
      if (name === 'imageusage' && target.namespace !== 6) fail(call, 'bad_image_title', 'title');
      const linking = (to: Title): Page[] =>
        table(call)
          .filter(({ title }) => sameTitle(title, to))
          .map(({ from }) => from);
      const wanted = parameters.text('filterredir') ?? 'all';
      const rows = linking(target)
        .filter(
          page =>
            inNamespaces(page.title, parameters) &&
            (wanted === 'all' || (wanted === 'redirects') === isRedirect(call, page)),
        )
        .toSorted((a, b) => a.title.namespace - b.title.namespace || a.id - b.id)
        .map(page => ({
          page,
          through: parameters.flag('redirect') && isRedirect(call, page) ? linking(page.title) : undefined,
        }));
      return inOrder(rows, parameters);
    },
    token: ({ page }) => `${page.title.namespace}|${page.id}`,
    show: ({ page, through }, call) => ({
      ...pageMembers(page),
      ...(isRedirect(call, page) ? { redirect: true } : {}),
      ...(through
        ? {
            redirlinks: through.map(other => ({
              ...pageMembers(other),
              ...(isRedirect(call, other) ? { redirect: true } : {}),
            })),
          }
        : {}),
    }),
    page: ({ page }) => page.title,
  });

export const backlinks = listOfUsers('backlinks', ({ world }) => world.tables.links);
export const embeddedin = listOfUsers('embeddedin', ({ world }) => world.tables.templates);
export const imageusage = listOfUsers('imageusage', ({ world }) => world.tables.images);
