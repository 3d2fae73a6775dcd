/** The forms in which a secret could be written. */

const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '');

/** The base64 of the text at each of the three offsets, without the characters that depend on its neighbours. */
const inBase64 = (text: string): string[] =>
  ['', 'x', 'xx'].map(before => base64(before + text).slice(Math.ceil((before.length * 8) / 6), -2));

const lowerPercent = (text: string): string =>
  text.replaceAll(/%[0-9A-F]{2}/g, escaped => escaped.toLowerCase());
const inUrl = (text: string): string[] => {
  const form = new URLSearchParams({ text }).toString().slice(5);
  const strict = encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const ways = [encodeURIComponent(text), strict, form, encodeURI(text)];
  return [...ways, ...ways.map(lowerPercent)];
};

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
const inAscii = (text: string): string =>
  text.replaceAll(/[^\0-~]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** Includes JSON within a string of other JSON. */
const inJson = (text: string): string[] => [quoted(text), quoted(quoted(text)), inAscii(quoted(text))];

const inHtml = (text: string): string[] => {
  const basic = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const named = basic.replaceAll('"', '&quot;');
  return [basic, named, ...['&#39;', '&#x27;', '&apos;'].map(sign => named.replaceAll("'", sign))];
};

/** Runs of letters and digits of this length do not occur by chance, and survive every escaping. */
const core = /[A-Za-z0-9]{12,}/g;

/** The bytes to search for, by their form: `plain`, `URL`, `JSON`, `HTML`, `base64`, `UTF-16` or `core`. */
export function formsOf(secret: string): readonly (readonly [string, Buffer])[] {
  const cores = secret.match(core) ?? [];
  const textual: readonly (readonly [string, readonly string[]])[] = [
    ['plain', [secret]],
    ['URL', inUrl(secret)],
    ['JSON', inJson(secret)],
    ['HTML', inHtml(secret)],
    ['core', cores],
  ];
  const texts = textual.flatMap(([name, ways]) => ways.map(way => [name, way] as const));
  const encoded = texts.flatMap(([, way]) =>
    inBase64(way).flatMap(piece => [
      ['base64', piece] as const,
      ['base64', piece.replaceAll('+', '-').replaceAll('/', '_')] as const,
    ]),
  );
  const wide = texts.map(([, way]) => ['UTF-16', Buffer.from(way, 'utf16le')] as const);
  const all = [...[...texts, ...encoded].map(([name, way]) => [name, Buffer.from(way)] as const), ...wide];
  const distinct = new Map(all.toReversed().map(form => [form[1].toString('hex'), form]));
  return [...distinct.values()].toReversed();
}
