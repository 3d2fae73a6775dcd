/** Habits of other languages, tools and actions, made in right wiki queries: what people paste and type. */

export interface Habit {
  readonly name: string;
  /** Writes a right query with this habit; the same text where it has no place for it. */
  readonly write: (query: string) => string;
}

const isUrl = (query: string): boolean => !query.includes('\n') && query.includes('&');

/** Names and values of a query in either form, decoded. */
export function pairsOf(query: string): ReadonlyMap<string, string> {
  const inUrl = isUrl(query);
  const parts = inUrl
    ? query
        .replace(/^[^?]*\?/, '')
        .replace(/#.*$/, '')
        .split('&')
    : query.split('\n').filter(line => !line.startsWith('#'));
  const pairs = new Map<string, string>();
  for (const part of parts.filter(each => each.trim() !== '')) {
    const [name = '', ...rest] = part.split('=');
    const value = rest.join('=').trim();
    pairs.set(name.trim(), inUrl ? decoded(value) : value);
  }
  return pairs;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const asCode = (name: string, line: (name: string, value: string) => string, around = ['', '']): Habit => ({
  name,
  write: query =>
    around[0] + [...pairsOf(query)].map(([key, value]) => line(key, value)).join('\n') + around[1],
});

const asAddress = (name: string, line: (address: string) => string): Habit => ({
  name,
  write: query =>
    /^(?:\?|https?:)/.test(query)
      ? query
      : line(
          `https://en.wikipedia.org/w/api.php?${Array.from(
            pairsOf(query),
            ([key, value]) => `${key}=${encodeURIComponent(value)}`,
          ).join('&')}`,
        ),
});

/** Replaces in lines only. */
const inLines = (name: string, pattern: RegExp, to: string): Habit => ({
  name,
  write: query => (isUrl(query) ? query : query.replaceAll(pattern, to)),
});
const replaced = (name: string, pattern: RegExp, to: string | ((...groups: string[]) => string)): Habit => ({
  name,
  write: query =>
    query.replaceAll(pattern, (...groups: string[]) =>
      typeof to === 'string' ? expand(to, groups) : to(...groups),
    ),
});
const expand = (to: string, groups: readonly string[]): string =>
  to.replaceAll(/\$(\d)/g, (_, number: string) => groups[Number(number)] ?? '');

const separators: readonly (readonly [string, string])[] = [
  ['commas', ','],
  ['commas and blanks', ', '],
  ['semicolons', ';'],
  ['pipes of full width', '\uFF5C'],
  ['broken bars', '\u00A6'],
  ['slashes', '/'],
  ['blanks around pipes', ' | '],
  ['blanks', ' '],
  ['escaped pipes', String.raw`\|`],
];
const start = '(^|[?&\\n])';
const nameOf = (pattern: string): RegExp => new RegExp(`${start}${pattern}=`, 'g');

export const habits: readonly Habit[] = [
  { name: 'HTML entities', write: query => (isUrl(query) ? query.replaceAll('&', '&amp;') : query) },
  {
    name: 'percent-encoded twice',
    write: query => (isUrl(query) ? query.replaceAll(/%([0-9A-F]{2})/gi, '%25$1') : query),
  },
  asCode('JSON', (name, value) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`, ['{\n', '\n}']),
  asCode('YAML', (name, value) => `${name}: ${value}`),
  asCode('a PHP array', (name, value) => `'${name}' => '${value}',`),
  asCode('a Ruby hash', (name, value) => `:${name} => '${value}',`),
  asCode('a Python dictionary', (name, value) => `"${name}": "${value}",`),
  asCode('TOML', (name, value) => `${name} = "${value}"`),
  asCode('typographic quotes', (name, value) => `${name}=“${value}”`),
  asCode('backticks', (name, value) => `${name}=\`${value}\``),
  asCode('an entity after each line', (name, value) => `${name}=${value}&amp;`),
  {
    name: 'JSON with lists over several lines',
    write: query =>
      JSON.stringify(
        Object.fromEntries(
          Array.from(pairsOf(query), ([name, value]) => [
            name,
            value.includes('|') ? value.split('|') : value,
          ]),
        ),
        undefined,
        2,
      ),
  },
  ...['; ', ', ', ' '].map((separator): Habit => ({
    name: `one line with “${separator}”`,
    write: query => [...pairsOf(query)].map(([name, value]) => `${name}=${value}`).join(separator),
  })),
  asCode('two equals signs', (name, value) => `${name}==${value}`),
  asCode('a backslash after each line', (name, value) => `${name}=${value} \\`),
  asCode('tabs', (name, value) => `${name}\t${value}`),
  asCode('a list of YAML', (name, value) => `- ${name}: ${value}`),
  asCode('options of a command', (name, value) => `--${name}=${value}`),
  asCode('a quoted mail', (name, value) => `> ${name}=${value}`),
  asCode('members of an object', (name, value) => `params['${name}'] = '${value}'`),
  asCode('arguments of a call', (name, value) => `${name}='${value}',`),
  asAddress('a full address', address => address),
  asAddress('a command of curl', address => `curl '${address}'`),
  asAddress('a request of HTTP', address => `GET ${address.replace(/^.*(?=\/w)/, '')} HTTP/1.1`),
  asAddress('an address in code', address => `url = "${address}"`),
  asAddress('a link of Markdown', address => `[query](${address})`),
  asAddress('an entry of a HAR file', url => JSON.stringify({ request: { method: 'GET', url } })),
  asCode('data of curl', (name, value) => `-d '${name}=${value}' \\`),
  asCode('pairs of a list', (name, value) => `['${name}', '${value}'],`),
  asCode('a call of mw.Api', (name, value) => `  ${name}: '${value}',`, ['new mw.Api().get({\n', '\n});']),
  asCode('a table of Lua', (name, value) => `  ${name} = '${value}',`, ['{\n', '\n}']),
  asCode('an ampersand before each line', (name, value) => `&${name}=${value}`),
  {
    name: 'JSON in one line',
    write: query => JSON.stringify(Object.fromEntries(pairsOf(query))),
  },
  inLines('line breaks for pipes', /\|/g, '\n'),
  inLines('quoted values', /=(.+)$/gm, '="$1"'),
  inLines('a semicolon after each line', /$/gm, ';'),
  inLines('a comma after each line', /$/gm, ','),
  inLines('an ampersand after each line', /\n/g, '&\n'),
  {
    name: 'lists of Python',
    write: query =>
      isUrl(query)
        ? query
        : query.replaceAll(/=(.*\|.*)$/gm, (_, list: string) => `=['${list.split('|').join("', '")}']`),
  },
  ...separators.map(([name, sign]) => replaced(name, /\||%7C/gi, sign)),
  replaced(
    'names in capitals',
    nameOf('([a-z]+)'),
    (_, before = '', name = '') => `${before}${name.toUpperCase()}=`,
  ),
  replaced(
    'names with a capital',
    nameOf('([a-z])([a-z]*)'),
    (_, before = '', first = '', rest = '') => `${before}${first.toUpperCase()}${rest}=`,
  ),
  replaced('names with an underscore', nameOf('([a-z]{2})(limit|prop|namespace|title|user)'), '$1$2_$3='),
  replaced(
    'names without a prefix',
    nameOf('g?[a-z]{2}(limit|title|namespace|dir|start|end|user|type|show|search)'),
    '$1$2=',
  ),
  replaced('longer names', nameOf('g?[a-z]{2}dir'), '$1direction='),
  replaced(
    'a generator’s names without g',
    nameOf('g([a-z]{2}(?:limit|title|namespace|dir|search))'),
    '$1$2=',
  ),
  replaced('a list’s names with g', nameOf('([a-z]{2}(?:limit|title|namespace|dir|search))'), '$1g$2='),
  replaced('a plural of list, prop and generator', nameOf('(list|prop|generator)'), '$1$2s='),
  replaced('a list as a prop', nameOf('list'), '$1prop='),
  replaced('a prop as a list', nameOf('prop'), '$1list='),
  replaced('title', nameOf('titles'), '$1title='),
  replaced('names of parse', nameOf('titles'), '$1page='),
  replaced('oldid', nameOf('revids'), '$1oldid='),
  replaced('names of opensearch', nameOf('g?srsearch'), '$1search='),
  replaced('no module', nameOf('(?:list|prop|meta|generator)'), '$1x'),
];
