import { interwikis, readTitle, sameTitle } from './titles.ts';
import type { Title } from './types.ts';

/** The references in a page's text: the wiki's link tables for one page. */
export interface References {
  readonly redirect: { readonly title: Title; readonly fragment: string } | undefined;
  readonly links: readonly Title[];
  readonly templates: readonly Title[];
  readonly images: readonly Title[];
  readonly categories: readonly { readonly title: Title; readonly sortKey: string }[];
  readonly external: readonly string[];
  readonly languages: readonly { readonly prefix: string; readonly text: string }[];
  readonly interwiki: readonly { readonly prefix: string; readonly text: string }[];
}

const templateUse = /\{\{([^{}|]+)((?:\|[^{}]*)?)\}\}/gu;

/**
 * Reads references out of wikitext: `[[…]]`, `{{…}}`, `[https://…]`, `#REDIRECT`. The small part of the language
 * that the sample pages use; no parser functions, no nesting of templates within their arguments.
 * @param templateText the text of a template; `undefined` if none has that name
 */
export function references(text: string, templateText: (title: Title) => string | undefined): References {
  const templates: Title[] = [];
  const expanded = expand(fill(withoutTags(text, 'includeonly'), []), templateText, templates);
  const found = {
    links: [] as Title[],
    images: [] as Title[],
    categories: [] as { title: Title; sortKey: string }[],
  };
  const languages: { prefix: string; text: string }[] = [];
  const interwiki: { prefix: string; text: string }[] = [];
  for (const [, target = '', label = ''] of expanded.matchAll(/\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]/gu)) {
    const reading = readTitle(target);
    const plain = target.trimStart().startsWith(':');
    if (reading.kind === 'interwiki') {
      const isLanguage =
        !plain && interwikis.some(({ prefix, language }) => prefix === reading.prefix && language);
      addOnce(
        isLanguage ? languages : interwiki,
        reading,
        ({ prefix, text: other }) => prefix === reading.prefix && other === reading.text,
      );
    } else if (reading.kind === 'local') {
      const { title } = reading;
      if (title.namespace === 14 && !plain)
        addOnce(found.categories, { title, sortKey: label }, other => sameTitle(other.title, title));
      else
        addOnce(title.namespace === 6 && !plain ? found.images : found.links, title, other =>
          sameTitle(other, title),
        );
    }
  }
  const external = [
    ...new Set(
      [...expanded.matchAll(/\[((?:https?|ftp|mailto):[^\s\]]+)[^\]]*\]/gu)].map(([, url = '']) => url),
    ),
  ];
  const [, target] = /^#REDIRECT\s*\[\[([^\]]+)\]\]/iu.exec(text) ?? [];
  const reading = target === undefined ? undefined : readTitle(target);
  const redirect = reading?.kind === 'local' ? reading : undefined;
  return { ...found, redirect, templates, external, languages, interwiki: interwiki };
}

function addOnce<T>(list: T[], item: T, isSame: (other: T) => boolean): void {
  if (!list.some(isSame)) list.push(item);
}

function expand(text: string, templateText: (title: Title) => string | undefined, seen: Title[]): string {
  return text.replaceAll(templateUse, (_, name: string, rest: string) => {
    const reading = readTitle(name, 10);
    if (reading.kind !== 'local') return '';
    addOnce(seen, reading.title, other => sameTitle(other, reading.title));
    const body = templateText(reading.title);
    return body === undefined
      ? `[[:${name}]]`
      : fill(withoutTags(body, 'noinclude'), rest.split('|').slice(1));
  });
}

function fill(body: string, values: readonly string[]): string {
  const named = new Map(
    values.map((value, index) => {
      const equals = value.indexOf('=');
      return equals < 0
        ? [String(index + 1), value]
        : [value.slice(0, equals).trim(), value.slice(equals + 1).trim()];
    }),
  );
  return body.replaceAll(
    /\{\{\{([^{}|]+)(?:\|([^{}]*))?\}\}\}/gu,
    (_, name: string, preset?: string) => named.get(name) ?? preset ?? '',
  );
}

function withoutTags(text: string, dropped: 'includeonly' | 'noinclude'): string {
  const kept = dropped === 'includeonly' ? 'noinclude' : 'includeonly';
  return text
    .replaceAll(new RegExp(`<${dropped}>.*?</${dropped}>`, 'gsu'), '')
    .replaceAll(new RegExp(`</?${kept}>`, 'gu'), '');
}

/** The text a reader would read: without markup, for searches and extracts. */
export function plainText(text: string): string {
  return text
    .replaceAll(templateUse, '')
    .replaceAll(/\[\[(?:Category|File):[^\]]*\]\]/gu, '')
    .replaceAll(/\[\[[a-z]{2}:[^\]]*\]\]/gu, '')
    .replaceAll(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/gu, '$1')
    .replaceAll(/\[\w+:\S+ ?([^\]]*)\]/gu, '$1')
    .replaceAll(/'{2,}|<[^>]*>/gu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}
