/** Reports: random Markdown stays as it is around results, and nothing of a server ends what it is in. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GFM, parser } from '@lezer/markdown';
import fc from 'fast-check';
import { applyEdits } from '#shared/base/text/edits.ts';
import type { Column } from '#shared/protocol/run.ts';
import { type Fence, findFences } from '../../server/src/embedded/markdown/fences.ts';
import { resultEdit } from '../../server/src/embedded/markdown/result-edits.ts';
import type { ReportTable } from '../../server/src/embedded/markdown/report-table.ts';
import {
  changelogMarkdown,
  listMarkdown,
  tableMarkdown,
  wikitextMarkdown,
} from '../../server/src/runs/reports/result-markdown.ts';
import { cases } from '../support/depth.ts';

const hostile = fc.oneof(
  fc.constantFrom(
    '<!-- /wikijql:result -->',
    '-->',
    '```',
    '~~~',
    '|',
    '\\|',
    '\n',
    '\r\n',
    '</td><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '![a](https://a.example/b.png)',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)',
    'https://a.example',
    'www.a.example',
    'a@b.example',
    '---',
    '===',
    '# a',
    '1. a',
    '- a',
    '> a',
    '    a',
    '&lt;b&gt;',
    '\\',
    '`',
    '**a**',
    '{{a}}',
    '|}',
    '[[a]]',
    "'''",
    '\u2028',
    '\0',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const value = fc.array(hostile, { maxLength: 4 }).map(parts => parts.join(''));
const columns: readonly Column[] = [
  { key: 'a', title: 'a', type: 'text' },
  { key: 'b', title: 'b', type: 'page' },
];
const tables = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 4 }).map((rows): ReportTable => ({
  columns,
  rows,
  total: rows.length + 1,
  hasMore: false,
  links: ({ type }, text) => (type === 'page' ? text : undefined),
}));

const forms: Readonly<Record<string, (table: ReportTable) => string>> = {
  table: tableMarkdown,
  list: listMarkdown,
  changelog: table => changelogMarkdown(table, columns[0]!),
  wikitext: wikitextMarkdown,
};

const gfm = parser.configure(GFM);

/** How many nodes of each kind a text has, and the targets of its links. */
function nodesOf(text: string): {
  readonly counts: ReadonlyMap<string, number>;
  readonly targets: readonly string[];
} {
  const counts = new Map<string, number>();
  const targets: string[] = [];
  gfm.parse(text).iterate({
    enter: ({ name, from, to }) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (name === 'URL') targets.push(text.slice(from, to));
    },
  });
  return { counts, targets };
}

/** Markdown nodes that a result may contain besides its text. */
const ownNodes: Readonly<Record<string, readonly string[]>> = {
  table: ['Table', 'TableHeader', 'TableRow', 'TableCell', 'TableDelimiter'],
  list: ['BulletList', 'ListItem', 'ListMark'],
  changelog: ['BulletList', 'ListItem', 'ListMark', 'StrongEmphasis', 'EmphasisMark'],
  wikitext: ['FencedCode', 'CodeMark', 'CodeInfo', 'CodeText'],
};
const plainNodes = ['Document', 'Paragraph', 'Escape', 'Entity', 'Link', 'LinkMark', 'URL'];

describe('what a server wrote', () => {
  for (const [form, render] of Object.entries(forms))
    it(`is only text in a ${form}`, () => {
      fc.assert(
        fc.property(tables, table => {
          const text = render(table);
          const { counts: nodes, targets } = nodesOf(text);
          const allowed = new Set([...plainNodes, ...(ownNodes[form] ?? [])]);
          for (const name of nodes.keys()) assert.ok(allowed.has(name), `${name} in ${text}`);
          assert.ok(!/<!--|-->/.test(text), text);
          assert.equal(targets.length, nodes.get('Link') ?? 0, text);
          for (const target of targets) assert.match(target, /^https?:\/\//i);
          if (form === 'table') assert.equal(nodes.get('TableCell') ?? 0, filledCells(text));
          if (form === 'list') assert.equal(nodes.get('ListItem'), table.rows.length);
          if (form === 'wikitext') assert.equal(nodes.get('FencedCode'), 1);
        }),
        { numRuns: cases(200, 1000) },
      );
    });
});

/** The cells with text in a table, by its own lines. */
const filledCells = (text: string): number =>
  text
    .split('\n')
    .filter(line => line.startsWith('|') && !line.startsWith('| ---'))
    .flatMap(line => line.slice(1, -1).split('|'))
    .filter(cell => cell.trim() !== '').length;

const line = fc.oneof(
  fc.constantFrom(
    '```jql',
    '```',
    '````wikiquery',
    '````',
    '~~~sql',
    '~~~',
    '> ```jql',
    '> x',
    '> ```',
    '- ```jql',
    '  x = 1',
    '  ```',
    '1. a',
    '   ```sql',
    '   ```',
    '- - ~~~jql',
    '    ~~~',
    '',
    '',
    'text',
    '    code',
    '<!-- wikijql:result -->',
    '<!-- /wikijql:result -->',
    '<!--',
    '-->',
    '<div>',
    '| a |',
    '| - |',
    '===',
    '---',
    '# @name a',
    '### b',
    '\t```jql',
    '\tx',
    '>',
    '> > ```jql',
    '> > ```',
  ),
  fc.string({ maxLength: 6 }),
);
/** Whole fences, so that there are enough of them. */
const wholeFence = fc.constantFrom(
  ['```jql', 'x = 1', '```'],
  ['> ~~~~ wikiquery', '> list=a', '> ~~~', '> ~~~~'],
  ['- a', '', '  ```sql', '  select 1', '  ```'],
  ['  ```jql', ' x', '  ```', '<!-- wikijql:result -->', 'a', '<!-- /wikijql:result -->'],
  [
    '1. > ```jql',
    '   > x',
    '   > ```',
    '   >',
    '   > <!-- wikijql:result -->',
    '   > <!-- /wikijql:result -->',
  ],
  ['-\t```jql', '\tx', '\t```'],
);
const ownLines = fc
  .array(
    fc.oneof(
      line.map(text => [text]),
      wholeFence,
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.flat());
const lineEnds = fc.infiniteStream(fc.constantFrom('\n', '\n', '\r\n', '\r'));
const markdown = fc
  .tuple(ownLines, lineEnds)
  .map(([lines, ends]) => lines.map((text): readonly [string, string] => [text, ends.next().value ?? '\n']))
  .chain(lines => fc.boolean().map(ends => joined(lines, ends)));

function joined(lines: readonly (readonly [string, string])[], endsLine: boolean): string {
  const text = lines.flat().join('');
  return endsLine ? text : text.replace(/[\r\n]+$/, '');
}

const writable = (text: string): readonly Fence[] =>
  findFences(text).filter(({ isClosed, result }) => isClosed && result?.isClosed !== false);

/** A text with results below the fences that can have one. */
function refreshed(text: string, result: string): string {
  return applyEdits(
    text,
    writable(text).map(fence => resultEdit(text, fence, result)),
  );
}

/** The contents of the fences, and what is between the results. */
const contents = (text: string): readonly string[] =>
  findFences(text).map(({ content }) => content.map(({ start, end }) => text.slice(start, end)).join(''));

describe('a report', () => {
  it('keeps what is around its results, byte for byte', () => {
    let written = 0;
    fc.assert(
      fc.property(markdown, tables, fc.constantFrom(...Object.values(forms)), (text, table, render) => {
        const once = refreshed(text, render(table));
        const others = writable(text);
        written += others.length;
        const rest = others
          .toReversed()
          .reduce(
            (left, { result, span }) => cutOut(left, result?.span ?? { start: span.end, end: span.end }),
            text,
          );
        const after = writable(once)
          .toReversed()
          .reduce(
            (left, { result }, index) =>
              cutOut(left, result?.span, others.at(-1 - index)?.result === undefined),
            once,
          );
        assert.equal(after, rest);
      }),
      { numRuns: cases(1000, 5000) },
    );
    assert.ok(written > cases(100, 500), `only ${written} results were written`);
  });
  it('is the same when it is refreshed again', () => {
    fc.assert(
      fc.property(markdown, tables, fc.constantFrom(...Object.values(forms)), (text, table, render) => {
        const once = refreshed(text, render(table));
        assert.deepEqual(contents(once), contents(text));
        assert.equal(refreshed(once, render(table)), once);
      }),
      { numRuns: cases(1000, 5000) },
    );
  });
});

/** @param withBlanks also the empty line that a new result has above it */
function cutOut(text: string, span: Fence['span'] | undefined, withBlanks = false): string {
  if (span === undefined) return text;
  const above = withBlanks
    ? /(?:\r\n|[\r\n])[ \t>]*(?:\r\n|[\r\n])[ \t>]*$/.exec(text.slice(0, span.start))
    : undefined;
  return text.slice(0, span.start - (above?.[0].length ?? 0)) + text.slice(span.end);
}
