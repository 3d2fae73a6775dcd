import { defineList } from '../api/list.ts';
import { inNamespaces } from '../api/select.ts';
import { pageMembers } from '../api/show.ts';
import site from '../world/site.json' with { type: 'json' };
import { fullTitle } from '../world/titles.ts';
import type { Page } from '../world/types.ts';
import type { World } from '../world/world.ts';

interface Lint {
  readonly id: number;
  readonly page: Page;
  readonly category: string;
}

/** Every ninth page has something that a linter would find. */
export function lintErrors({ pages }: World): Lint[] {
  const kinds = Object.keys(site.lint);
  return pages
    .filter(({ id }) => id % 9 === 0)
    .map((page, index) => ({ id: index + 1, page, category: kinds[index % kinds.length] ?? '' }));
}

export const linterrors = defineList<Lint>({
  name: 'linterrors',
  continueBy: 'from',
  rows: ({ parameters, world }) => {
    const [title, ids, from] = [
      parameters.text('title'),
      parameters.numbers('pageid'),
      parameters.number('from') ?? 0,
    ];
    return lintErrors(world).filter(
      ({ id, page, category }) =>
        id >= from &&
        parameters.holds('categories', category) &&
        inNamespaces(page.title, parameters) &&
        (title === undefined || fullTitle(page.title) === title) &&
        (ids?.includes(page.id) ?? true),
    );
  },
  token: ({ id }) => String(id),
  show: ({ id, page, category }) => ({
    ...pageMembers(page),
    lintId: id,
    category,
    location: [0, 12 + id],
    templateInfo: [],
    params: { name: 'i' },
  }),
});
