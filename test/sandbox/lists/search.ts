import { compact } from '../json.ts';
import { defineList } from '../api/list.ts';
import { inNamespaces } from '../api/select.ts';
import { titleMembers } from '../api/show.ts';
import { stamp } from '../stamps.ts';
import type { Call } from '../api/call.ts';
import { latest } from '../world/tables.ts';
import { fullTitle } from '../world/titles.ts';
import type { Page } from '../world/types.ts';

interface Hit {
  readonly page: Page;
  readonly score: number;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** Pages that hold every word; `-word` excludes, `intitle:word` looks at the title. Those with the words in the title come first. */
function hits({ parameters, world }: Call): Hit[] {
  const wanted = (parameters.text('search') ?? '').split(/\s+/u).filter(word => word !== '');
  const found = world.pages
    .filter(({ title }) => inNamespaces(title, parameters))
    .flatMap((page): Hit[] => {
      const title = fullTitle(page.title).toLowerCase();
      const text = latest(page).text().toLowerCase();
      const inTitle = wanted.filter(word =>
        title.includes(word.toLowerCase().replace(/^intitle:/u, '')),
      ).length;
      const all = wanted.every(word => {
        const [, sign, field, term = ''] = /^(-?)(intitle:)?(.*)$/u.exec(word.toLowerCase()) ?? [];
        const there =
          parameters.text('what') === 'title' || field
            ? title.includes(term)
            : title.includes(term) || text.includes(term);
        return there !== (sign === '-');
      });
      const exact = parameters.text('what') !== 'nearmatch' || title === wanted.join(' ').toLowerCase();
      return all && exact ? [{ page, score: inTitle }] : [];
    });
  return found.toSorted((a, b) => b.score - a.score || a.page.id - b.page.id);
}

function snippet(text: string, query: string): string {
  const [first = ''] = wordsOf(query);
  const at = Math.max(0, text.toLowerCase().indexOf(first) - 60);
  const part = text
    .slice(at, at + 160)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return wordsOf(query).reduce(
    (shown, word) =>
      shown.replaceAll(
        new RegExp(`(?<![\\w&])(${word})(?![^<]*>)`, 'giu'),
        '<span class="searchmatch">$1</span>',
      ),
    part,
  );
}

export const search = defineList<Hit>({
  name: 'search',
  continueBy: 'offset',
  rows: hits,
  token: (_, index) => String(index),
  beside: call =>
    call.parameters.holds('info', 'totalhits') ? { searchinfo: { totalhits: hits(call).length } } : {},
  show: ({ page }, { parameters }) => {
    const wants = (name: string): boolean => parameters.holds('prop', name);
    const revision = latest(page);
    const query = parameters.text('search') ?? '';
    return compact({
      ...titleMembers(page.title),
      pageid: page.id,
      size: wants('size') ? revision.size : undefined,
      wordcount: wants('wordcount') ? wordsOf(revision.text()).length : undefined,
      snippet: wants('snippet') ? snippet(revision.text(), query) : undefined,
      timestamp: wants('timestamp') ? stamp(revision.time) : undefined,
      titlesnippet: wants('titlesnippet') ? snippet(fullTitle(page.title), query) : undefined,
      categorysnippet: wants('categorysnippet') ? '' : undefined,
      isfilematch: wants('isfilematch') ? false : undefined,
    });
  },
  page: ({ page }) => page.title,
});
