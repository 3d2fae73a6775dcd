import { fullTitle } from './titles.ts';
import type { Page, Title } from './types.ts';
import { references } from './wikitext.ts';

interface Reference {
  readonly from: Page;
}
export interface TitleReference extends Reference {
  readonly title: Title;
}
export interface Membership extends TitleReference {
  /** As given in the text; empty = the title. */
  readonly prefix: string;
  readonly time: number;
}
export interface ForeignReference extends Reference {
  readonly prefix: string;
  readonly text: string;
}
interface Redirect extends TitleReference {
  readonly fragment: string;
}

/** Who refers to what, read from the newest text of every page, in the order of page ids. */
export interface Tables {
  readonly links: readonly TitleReference[];
  readonly templates: readonly TitleReference[];
  readonly images: readonly TitleReference[];
  readonly categories: readonly Membership[];
  readonly redirects: readonly Redirect[];
  readonly external: readonly (Reference & { readonly url: string })[];
  readonly languages: readonly ForeignReference[];
  readonly interwiki: readonly ForeignReference[];
}

export function buildTables(pages: readonly Page[]): Tables {
  const texts = new Map(pages.map(page => [fullTitle(page.title), latest(page).text]));
  const templateText = (title: Title): string | undefined => texts.get(fullTitle(title))?.();
  const found = pages.map(from => ({ from, ...references(latest(from).text(), templateText) }));
  return {
    links: found.flatMap(({ from, links }) => links.map(title => ({ from, title }))),
    templates: found.flatMap(({ from, templates }) => templates.map(title => ({ from, title }))),
    images: found.flatMap(({ from, images }) => images.map(title => ({ from, title }))),
    categories: found.flatMap(({ from, categories }) =>
      categories.map(({ title, sortKey }) => ({ from, title, prefix: sortKey, time: latest(from).time })),
    ),
    redirects: found.flatMap(({ from, redirect }) => (redirect ? [{ from, ...redirect }] : [])),
    external: found.flatMap(({ from, external }) => external.map(url => ({ from, url }))),
    languages: found.flatMap(({ from, languages }) => languages.map(item => ({ from, ...item }))),
    interwiki: found.flatMap(({ from, interwiki }) => interwiki.map(item => ({ from, ...item }))),
  };
}

/** A page's newest revision. */
export function latest(page: Page): Page['revisions'][number] {
  const revision = page.revisions.at(-1);
  if (!revision) throw new Error('A page without revisions.');
  return revision;
}
