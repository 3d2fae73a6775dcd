import { decodedUrlText } from '../url.ts';

/** Characters that cannot be seen: of no width, marks of direction, and the byte order mark. */
const invisible = /[\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g;

/** Removes the characters that users write around or in a value, one kind after the other. */
const cleanings: readonly ((text: string) => string)[] = [
  text => text.replaceAll(invisible, '').trim(),
  text => text.normalize('NFKC'),
  text => (/%[0-9A-Fa-f]{2}/.test(text) ? decodedUrlText(text.replaceAll('+', '%2B')) : text),
  text => text.replace(/\s(?:#|\/\/).*$/s, '').trim(),
  text => text.replace(/[,;]$/, '').trim(),
  text => text.replace(/^(["'])(.*)\1$/s, '$2').trim(),
];

/**
 * The forms of a value as it is cleaned step by step: without spaces and invisible characters, in characters of usual
 * width, percent-decoded, without a comment, without the comma of a list in code, and without quotes.
 *
 * @returns only forms that differ from the value and from each other, none of them empty
 */
export function plainForms(text: string): readonly string[] {
  const forms = new Set<string>();
  let form = text;
  for (const clean of cleanings) {
    form = clean(form);
    if (form !== text && form !== '') forms.add(form);
  }
  return [...forms];
}

/** Whether a text is only brackets and separators, or the fence of a document: a line around the lines of a query. */
export const isOnlySigns = (text: string): boolean => /^(?:[[\](){},;\s]+|```\w*)$/.test(text);

/** The parts of a value that are separated by something else than the wiki's own `|`, or by a `|` that is encoded. */
export const separatedParts = (text: string): readonly string[] =>
  (plainForms(text).at(-1) ?? text).split(/[,;|、\s]+/).filter(Boolean);

/** The items of a list as code has it, such as `['A', 'B']`; undefined = it is not a list. */
export function listedItems(text: string): readonly string[] | undefined {
  const [, quote = '', inside = ''] = /^[[({]?\s*(["'])(.+)\1\s*[\])}]?[,;]?$/s.exec(text.trim()) ?? [];
  const items = inside.split(quote).map(item => item.trim());
  const isList =
    items.length > 1 &&
    items.every((item, at) => (at % 2 === 1 ? item === ',' : item !== '' && item !== ','));
  return isList ? items.filter((_, at) => at % 2 === 0) : undefined;
}

/** The parts of a list of names, which have no sign that separates: also of `ids/timestamp` and `['ids', 'size']`. */
export const namesIn = (text: string): readonly string[] =>
  listedItems(text) ?? (plainForms(text).at(-1) ?? text).split(/[,;|、\s/¦·&+]+/).filter(Boolean);
