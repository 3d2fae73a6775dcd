import hostile from './hostile.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import { chance, seedOf } from './random.ts';
import fixed from './pages.json' with { type: 'json' };
import theme from './theme.json' with { type: 'json' };
import { localTitle } from './titles.ts';
import type { Title } from './types.ts';

/** A page as it is now, before its history is made up. */
export interface Draft {
  readonly title: Title;
  readonly lines: readonly string[];
  /** Who and what for, where the page says so; else history chooses. */
  readonly author?: string;
  readonly comment?: string;
  readonly edits: number;
  /** The extension of a file. */
  readonly file?: string;
  /** The seed of the file's bytes; equal for duplicates. */
  readonly seed?: string;
}

const thing = (name: string, lines: readonly string[], more: Partial<Draft> = {}): Draft => {
  const title = localTitle(name);
  return { title, lines, edits: 2 + chance(seedOf(name)).below(7), ...more };
};

/** Three to five of the lines, always the same for a name. */
function some(name: string, lines: readonly string[]): string[] {
  const dice = chance(seedOf(name));
  const start = dice.below(lines.length);
  const count = 3 + dice.below(3);
  return Array.from({ length: count }, (_, index) => lines[(start + index) % lines.length] ?? '');
}

const foreign = (name: string, index: number): string[] =>
  index % 3 === 0
    ? theme.languages.slice(0, 1 + (index % 6)).map(language => `[[${language}:${name} (Millbrook)]]`)
    : [];

const source = (name: string): string =>
  `Further reading: [${chance(seedOf(name)).pick(theme.hosts)}${encodeURIComponent(name.toLowerCase())} a page about ${name}]`;

/** The name after this one in its list; the first comes after the last. */
const neighbour = (items: readonly { readonly name: string }[], index: number): string =>
  items[(index + 1) % items.length]?.name ?? '';

const plants = theme.plants.map(({ name, latin, kind, month, height }, index, all) =>
  thing(name, [
    `{{Plant|latin=${latin}|month=${month}|height=${height}}}`,
    `'''${name}''' (''${latin}'') is grown in the gardens of [[Millbrook (town)|Millbrook]]. It flowers in ${month}.`,
    ...some(name, theme.plantLines),
    `Compare [[${neighbour(all, index)}]].`,
    ...(index % 2 === 0 ? [`[[File:${name}.jpg|thumb|${name} in the Botanic Garden]]`] : []),
    ...(index % 4 === 0 ? [source(name)] : []),
    ...(index % 7 === 0 ? ['{{Stub}}'] : []),
    ...(index % 5 === 0 ? [`See [[wikipedia:${latin}]].`] : []),
    `[[Category:${kind}]]`,
    `[[Category:Flowering in ${month}|${latin}]]`,
    ...foreign(name, index),
  ]),
);

const physics = theme.physics.map(({ name, kind }, index, all) =>
  thing(name, [
    `'''${name}''' belongs to the syllabus of the [[School of Physics]].`,
    ...some(name, theme.physicsLines),
    `It is usually taught before [[${neighbour(all, index)}]].`,
    ...(index % 4 === 0 ? [`[[File:${name} diagram.svg|thumb|A drawing]]`] : []),
    ...(index % 3 === 0 ? [source(name)] : []),
    ...(index % 6 === 0 ? ['{{Stub}}', '{{Experiment|candle}}'] : []),
    ...(index % 9 === 0 ? [`An open question: [[${name} in the kitchen]].`] : []),
    `[[Category:${kind}]]`,
    ...foreign(name, index + 1),
  ]),
);

const writers = theme.people.filter(({ trade }) => trade === 'Writers').map(({ name }) => name);

const books = theme.books.map(({ name, kind, year }, index, all) =>
  thing(name, [
    `{{Book|author=${writers[index % writers.length] ?? ''}|year=${year}}}`,
    `'''${name}''' is a book of ${year} by [[${writers[index % writers.length] ?? ''}]].`,
    ...some(name, theme.bookLines),
    `On the shelf it stands beside ''[[${neighbour(all, index)}]]''.`,
    ...(index % 3 === 0 ? [`[[File:${name} cover.png|thumb|The cover]]`] : []),
    ...(index % 5 === 0 ? [source(name)] : []),
    `[[Category:${kind}]]`,
    `[[Category:Books of the ${Math.floor(year / 10)}0s]]`,
  ]),
);

const places = theme.places.map(({ name, kind, year }, index, all) =>
  thing(name, [
    `'''${name}''' in [[Millbrook (town)|Millbrook]] dates from ${year}.`,
    ...some(name, theme.placeLines),
    `From here a path leads to [[${neighbour(all, index)}]].`,
    `[[File:${name}.jpg|thumb|${name}]]`,
    '== History ==',
    `The first mention is in ''[[Wards and Walls]]''.`,
    ...(index % 4 === 1 ? [source(name)] : []),
    `[[Category:${kind}]]`,
    ...foreign(name, index),
  ]),
);

const persons = theme.people.map(({ name, trade, born, died }) =>
  thing(name, [
    `'''${name}''' (${born}–${died}) of [[Millbrook (town)|Millbrook]].`,
    ...some(name, theme.personLines),
    `[[Category:${trade}]]`,
    `[[Category:People|${name.split(' ').at(-1) ?? name}]]`,
  ]),
);

const articles = [...plants, ...physics, ...books, ...places, ...persons];

const imageNames = [
  ...new Set(
    articles.flatMap(({ lines }) => lines.flatMap(line => /\[\[File:([^|]+)/u.exec(line)?.[1] ?? [])),
  ),
];

const files = imageNames.map(name =>
  thing(
    `File:${name}`,
    ['== Summary ==', `A picture: ${name.replace(/\.\w+$/u, '')}.`, '[[Category:Pictures of Millbrook]]'],
    {
      edits: 1,
      file: name.slice(name.lastIndexOf('.') + 1),
      seed: name,
    },
  ),
);

const categoryNames = [
  ...new Set(
    articles.flatMap(({ lines }) => lines.flatMap(line => /^\[\[Category:([^|\]]+)/u.exec(line)?.[1] ?? [])),
  ),
];
const parents = new Map(Object.entries(fixed.categoryParents));

const categories = [...new Set([...categoryNames, ...parents.keys()])].map(name => {
  const usual = name.startsWith('Books of') ? 'Library' : 'Millbrook';
  const parent = parents.get(name) ?? (name.startsWith('Flowering in') ? 'Plants' : usual);
  const lines = [`Everything about ${name.toLowerCase()}.`, ...(parent ? [`[[Category:${parent}]]`] : [])];
  return thing(`Category:${name}`, name === 'Pages to check' ? ['__HIDDENCAT__', ...lines] : lines, {
    edits: 1,
  });
});

const talk = articles
  .filter((_, index) => index % 4 === 0)
  .map(({ title }, index) =>
    thing(`Talk:${title.text}`, [
      '== A question ==',
      `Is the date right? ''${people.users[index % people.users.length]?.name ?? ''}''`,
      ...(index % 2 === 0 ? [': I looked it up: yes.'] : []),
    ]),
  );

const userPages = people.users
  .filter((_, index) => index % 2 === 0)
  .map(({ name }) =>
    thing(
      `User:${name}`,
      [`Hello, I am ${name} and like [[${chance(seedOf(name)).pick(articles).title.text}]].`],
      { author: name, edits: 2 },
    ),
  );

const redirects = Object.entries(fixed.redirects).map(([from, to]) =>
  thing(from, [`#REDIRECT [[${to}]]`], { edits: 1, comment: `to [[${to}]]` }),
);

const latinNames = theme.plants
  .filter((_, index) => index % 2 === 1)
  .map(({ name, latin }) =>
    thing(latin, [`#REDIRECT [[${name}]]`, '[[Category:Latin names]]'], { edits: 1 }),
  );

const written = fixed.pages.map(({ title, lines }) =>
  thing(title, lines, { edits: Math.max(1, lines.length - 1) }),
);

const nasty = hostile.pages.map(({ title, comment, text }): Draft => ({
  title: { namespace: 0, text: title },
  lines: [text],
  comment,
  edits: 1,
  author: 'Umbrella Shop',
}));

const copies = fixed.duplicateFiles.map(({ name, of }) =>
  thing(`File:${name}`, [`The same as [[:File:${of}]].`], {
    edits: 1,
    file: name.slice(name.lastIndexOf('.') + 1),
    seed: of,
  }),
);

/** Every page of the sandbox wiki but the weather diaries, in the order in which they are written. */
export const drafts: readonly Draft[] = [
  ...written,
  ...articles,
  ...files,
  ...copies,
  ...categories,
  ...talk,
  ...userPages,
  ...redirects,
  ...latinNames,
  ...nasty,
];
