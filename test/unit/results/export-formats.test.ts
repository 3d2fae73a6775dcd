import assert from 'node:assert/strict';
import test from 'node:test';
import type { Json } from '#shared/protocol/json.ts';
import type { Column, ColumnType } from '#shared/protocol/run.ts';
import {
  type Line,
  type TextFormat,
  tableWriters,
} from '../../../server/src/results/export/export-formats.ts';
import { readDelimited } from '../../support/read-delimited.ts';

interface Extract {
  readonly columns: readonly Column[];
  readonly rows: readonly Line[];
}

/** The table in batches of one row each. */
const written = (format: TextFormat, { columns, rows }: Extract): string => {
  const writer = tableWriters[format];
  const lines = rows.map((row, index) => writer.rows([row], columns, index === 0));
  return [writer.head(columns), ...lines, writer.foot()].join('');
};
const asCsv = (extract: Extract): string => written('csv', extract);
const asTsv = (extract: Extract): string => written('tsv', extract);
const asJson = (extract: Extract): string => written('json', extract);
const asMarkdown = (extract: Extract): string => written('markdown', extract);

const extractOf = (keys: readonly string[], ...rows: readonly (Json | undefined)[][]): Extract => ({
  columns: keys.map(key => ({ key, title: key, type: 'text' })),
  rows,
});
const one = (value: Json | undefined, type: ColumnType = 'text'): Extract => ({
  columns: [{ key: 'x', title: 'x', type }],
  rows: [[value]],
});

const csv: readonly (readonly [Json | undefined, string])[] = [
  ['plain', '"plain"'],
  [[], '""'],
  [{}, '""'],
  ['a "quoted", text', '"a ""quoted"", text"'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['-2+3', `"'-2+3"`],
  [-5, '"-5"'],
  [true, '"true"'],
  [{ a: 1 }, '"{""a"":1}"'],
  [null, '""'],
  [undefined, '""'],
];
for (const [value, text] of csv)
  test(`CSV of ${JSON.stringify(value) ?? 'an empty cell'}`, () =>
    assert.equal(asCsv(one(value)), `"x"\r\n${text}`));

/** Texts that a spreadsheet evaluates, as a whole cell or as a part that another separator makes a cell. */
const formulas: readonly string[] = [
  '=1+1',
  '=1+1\nx',
  '=HYPERLINK("http://evil.example","y")\n',
  '@SUM(1)\r\n',
  '+1+1\u2028x',
  '-1+1\rx',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1+1',
  '\u00a0=1',
  '\ufeff=1',
  '\u0000=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  'a;=1+1;b',
  'a; =1+1',
  'a\t@SUM(1)',
  'a,=1+1',
  'a\n=1+1',
  'a\r\n\r\n+1',
  'a"\n=1+1',
  'a";=1+1;"',
  '";"=1+1',
  '"\r\n"=1+1',
  'a;\u00a0=1',
  'a;\u200b=1',
  'a;\ufeff=1',
  'a; \t=1',
  'a;\u3000＝1',
  'a\n\u200b=1',
  'a\r\n＝1',
  'a\t\u00ad@SUM(1)',
  'a;\u{e0001}=1',
];
const isFormula = (cell: string): boolean =>
  /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell) && !/^-?\d+$/.test(cell);

test('the reader takes cells apart as a spreadsheet does', () => {
  assert.deepEqual(readDelimited('"a;=1",b\r\n"c""d"\n', ','), [['a;=1', 'b'], ['c"d'], ['']]);
  assert.deepEqual(readDelimited('"x","a;=1+1"', ';'), [['x,"a', '=1+1"']]);
});

for (const formula of formulas) {
  const places = [
    extractOf(['first', 'second'], [formula, 'x'], [5, formula]),
    extractOf([formula, `b ${formula}`, formula], [1, 'x', null]),
    extractOf(['nested', 'list'], [{ [formula]: formula }, [formula]]),
  ];
  for (const delimiter of [',', ';', '\t'])
    test(`CSV read with ${JSON.stringify(delimiter)} has no formula from ${JSON.stringify(formula)}`, () => {
      for (const place of places)
        assert.deepEqual(readDelimited(asCsv(place), delimiter).flat().filter(isFormula), []);
    });
  for (const delimiter of ['\t', ';', ','])
    test(`TSV read with ${JSON.stringify(delimiter)} has no formula from ${JSON.stringify(formula)}`, () => {
      for (const place of places)
        assert.deepEqual(readDelimited(asTsv(place), delimiter).flat().filter(isFormula), []);
    });
  test(`a Markdown table keeps ${JSON.stringify(formula)} in its cell`, () => {
    for (const place of places) {
      const lines = asMarkdown(place).split(/[\r\n\u2028\u2029]/);
      assert.equal(lines.length, place.rows.length + 2);
      for (const line of lines) assert.equal(line.split(/(?<!\\)\|/).length, place.columns.length + 2);
    }
  });
}

test('cells come back as they were where no spreadsheet would evaluate them', () => {
  const cells = ['plain', 'a;b', 'tab\there', 'two\r\nlines', '"quoted"', "it's", '', '#1', 'a=b', '1 - 2'];
  const keys = cells.map((_, index) => `c${index}`);
  assert.deepEqual(readDelimited(asCsv(extractOf(keys, cells)), ','), [keys, cells]);
  assert.deepEqual(readDelimited(asTsv(extractOf(keys, cells)), '\t'), [keys, cells]);
});

test('TSV has quotes only where a cell needs them', () =>
  assert.equal(asTsv(extractOf(['a', 'b'], ['plain', 'two\nlines'])), 'a\tb\r\nplain\t"two\nlines"'));
test('JSON is exact and leaves out empty cells', () => {
  assert.deepEqual(JSON.parse(asJson(one(undefined))), [{}]);
  assert.deepEqual(JSON.parse(asJson(one('=1+1'))), [{ x: '=1+1' }]);
});
test('JSON keeps a column named like a property of every object', () =>
  assert.equal(asJson(extractOf(['__proto__'], ['x'])).replaceAll(/\s/g, ''), '[{"__proto__":"x"}]'));
test('Markdown escapes what ends a cell or begins markup', () =>
  assert.equal(
    asMarkdown(one('a|b\n<i> &lt; x', 'number')),
    '| x |\n| --: |\n| a&#124;b &lt;i&gt; &amp;lt; x |',
  ));
test('Markdown and wikitext have nothing that is hidden, steers a terminal or becomes a link by itself', () => {
  const hostile = 'a\u001B]0;b\u0007 \u202Ec http://evil.example www.evil.example me@evil.example';
  const table = extractOf([hostile], [hostile]);
  for (const format of ['markdown', 'wikitext'] as const) {
    const text = written(format, table);
    assert.doesNotMatch(text.replaceAll('\n', ' '), /[\p{Cc}\p{Cf}]/u);
    assert.match(text, /a�\]0;b� �c|a�\\\]0;b� �c/);
  }
  assert.doesNotMatch(asMarkdown(table), /:\/\/|www\.|@evil/);
});
test('a list of no objects is JSON too', () => assert.deepEqual(JSON.parse(asJson(extractOf(['a']))), []));
test('NDJSON has an object in each line', () =>
  assert.equal(written('ndjson', extractOf(['a'], ['two\nlines'], [1])), '{"a":"two\\nlines"}\n{"a":1}\n'));
test('HTML escapes what would be markup', () =>
  assert.match(written('html', one('<b>&"')), /<td>&lt;b&gt;&amp;&quot;<\/td>/));
test('wikitext links page titles, and reads nothing else as markup', () => {
  assert.match(written('wikitext', one('Main Page', 'page')), /^\| \[\[:Main Page\]\]$/m);
  for (const title of ['~~~~', 'A~~~', '__NOTOC__', 'A\u202EB', 'A\nB'])
    assert.match(written('wikitext', one(title, 'page')), /^\| (?:<nowiki>[^\n]+<\/nowiki>|A[ �]B)$/m, title);
  for (const magic of ['RFC 123', 'PMID\u00a0123', 'see ISBN 1234567890'])
    assert.match(written('wikitext', one(magic)), /^\| <nowiki>[^\n]+<\/nowiki>$/m, magic);
  assert.match(written('wikitext', one('RFC of 2026')), /^\| RFC of 2026$/m);
  assert.match(written('wikitext', one('A]] {{B}}', 'page')), /^\| <nowiki>A\]\] \{\{B\}\}<\/nowiki>$/m);
  assert.match(
    written('wikitext', one("</nowiki>'''\n|-")),
    /^\| <nowiki>&lt;\/nowiki&gt;''' \|-<\/nowiki>$/m,
  );
});
