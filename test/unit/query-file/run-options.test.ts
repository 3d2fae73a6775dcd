import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOption, fieldsOption } from '../../../server/src/query-file/options/columns-option.ts';
import { limitOption } from '../../../server/src/query-file/options/limit-option.ts';
import { siteOption } from '../../../server/src/query-file/options/site-option.ts';
import { viewOption } from '../../../server/src/query-file/options/view-option.ts';
import { watchOption } from '../../../server/src/query-file/options/watch-option.ts';
import { reportOption } from '../../../server/src/query-file/options/report-option.ts';
import { groupOption } from '../../../server/src/query-file/options/group-option.ts';
import { QueryBlock } from '../../../server/src/query-file/block.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';

/** A query with a header above it. */
const scope = (header: string, query: string): Scope =>
  new Scope(new QueryBlock(`### Q\n${query}`), new QueryBlock(header));

const limits: readonly (readonly [header: string, query: string, rows: number | undefined])[] = [
  ['', '', undefined],
  ['', '# @limit 5', 5],
  ['', '# @all', Infinity],
  ['', '# @limit 5\n# @all', 5],
  ['# @limit 5\n# @all', '', 5],
  ['# @limit 5', '# @all', Infinity],
  ['# @all', '# @limit 5', 5],
  ['# @limit 5', '# @limit 6', 6],
  ['', '# @limit 1e3', undefined],
  ['', '# @limit 0', undefined],
  ['', '# @limit -1\n# @all', Infinity],
  ['', '# @limit 99999999999999999999', undefined],
];
for (const [header, query, rows] of limits)
  test(`${JSON.stringify(header)} above ${JSON.stringify(query)} asks for ${rows} rows`, () =>
    assert.equal(limitOption(scope(header, query)), rows));

const sites: readonly (readonly [
  header: string,
  query: string,
  usual: string,
  site: string,
  from: string,
])[] = [
  ['', '', '', '', 'none'],
  ['', '', 'home', 'home', 'default'],
  ['# @site one', '', 'home', 'one', 'file'],
  ['# @site one', '# @site two', 'home', 'two', 'query'],
  ['', 'https://away.example/w/api.php?action=query', 'home', 'away', 'address'],
  ['', '  http://away.example/w/api.php\n?list=allpages', 'home', 'away', 'address'],
  ['', 'https://pages.example/w/index.php?titles=A', 'home', 'away', 'address'],
  ['', 'https://away.example/de/api.php?action=query', 'home', 'away.example-de', 'address'],
  ['', 'https://other.example:8080/w/api.php?list=allpages', 'home', 'other.example-8080', 'address'],
  ['# @site one', 'https://away.example/w/api.php?action=query', 'home', 'one', 'file'],
  ['', '/w/api.php?action=query', 'home', 'home', 'default'],
  ['', 'https://{{host}}/w/api.php?action=query', 'home', 'home', 'default'],
];
const away = {
  name: 'away',
  kind: 'wiki',
  url: 'https://away.example/w/api.php',
  pages: 'https://pages.example/',
} as const;
for (const [header, query, usual, name, from] of sites)
  test(`${JSON.stringify(header)} above ${JSON.stringify(query)} runs on ${JSON.stringify(name)}`, () =>
    assert.deepEqual(siteOption(scope(header, query), { sites: [away], defaultSite: usual }), {
      name,
      from,
    }));

const intervals: readonly (readonly [header: string, query: string, seconds: number | undefined])[] = [
  ['', '', undefined],
  ['', '# @watch 1m', 60],
  ['', '# @watch 2h', 7200],
  ['# @watch 1d', '', 86_400],
  ['# @watch 1d', '# @watch 5m', 300],
  ['', '# @watch 59s', undefined],
  ['', '# @watch 0m', undefined],
  ['', '# @watch 366d', undefined],
  ['', '# @watch 15 m', undefined],
];
for (const [header, query, seconds] of intervals)
  test(`${JSON.stringify(header)} above ${JSON.stringify(query)} is watched every ${seconds} seconds`, () =>
    assert.equal(watchOption(scope(header, query)), seconds));

test('names are listed with commas between, one that holds a comma in quotes', () => {
  const listed = scope('', '# @columns key, "Story points, done" ,,summary');
  assert.deepEqual(columnsOption(listed), ['key', 'Story points, done', 'summary']);
  assert.equal(columnsOption(scope('', '# @columns ,')), undefined);
});
test('the fields to fetch are those of @fields, else those of @columns', () => {
  assert.deepEqual(fieldsOption(scope('# @fields a', '# @columns b')), ['a']);
  assert.deepEqual(fieldsOption(scope('', '# @columns b')), ['b']);
  assert.equal(fieldsOption(scope('', '')), undefined);
});
test('a view is one of those that there are', () => {
  assert.equal(viewOption(scope('', '# @view json')), 'json');
  assert.equal(viewOption(scope('', '# @view graph')), undefined);
});

test('the fields that a group needs are fetched as well', () => {
  assert.deepEqual(fieldsOption(scope('', '# @columns key\n# @group status: count, sum Points')), [
    'key',
    'status',
    'Points',
  ]);
  assert.equal(fieldsOption(scope('', '# @group status')), undefined);
  assert.ok(fieldsOption(scope('', '# @group status: sum Points'))?.includes('Points'));
});

test('the form of a report is read, and the column that it needs is fetched', () => {
  const of = (lines: string) => reportOption(scope('', lines));
  assert.deepEqual(of(''), { form: 'table', rows: 100 });
  assert.deepEqual(of('# @view chart pie x=status'), { form: 'chart', rows: 100 });
  assert.deepEqual(of('# @view chart\n# @report list 20'), { form: 'list', rows: 20 });
  assert.deepEqual(of('# @report changelog by "Fix Version" 7'), {
    form: 'changelog',
    rows: 7,
    by: 'Fix Version',
  });
  assert.deepEqual(of('# @report changelog by fix version 7'), {
    form: 'changelog',
    rows: 7,
    by: 'fix version',
  });
  assert.deepEqual(fieldsOption(scope('', '# @columns key\n# @report changelog by component')), [
    'key',
    'component',
  ]);
});

const groups: readonly (readonly [directive: string, ...parts: string[]])[] = [
  ['user', 'user', '|', 'count'],
  ['user, timestamp by month: count, sum size', 'user', 'timestamp by month', '|', 'count', 'sum size'],
  ['"by, day" by day: max "a: b"', 'by, day by day', '|', 'max a: b'],
  ['Story Points: average Story Points', 'Story Points', '|', 'average Story Points'],
  ['step by step', 'step by step', '|', 'count'],
  ['user: nonsense', 'user', '|', 'count'],
];
for (const [directive, ...parts] of groups)
  test(`@group ${directive} is read`, () => {
    const option = groupOption(scope('', `# @group ${directive}`));
    const shown = [
      ...(option?.by ?? []).map(({ column, unit }) => column.text + (unit ? ` by ${unit}` : '')),
      '|',
      ...(option?.aggregates ?? []).map(({ name, column }) => (column ? `${name} ${column.text}` : name)),
    ];
    assert.deepEqual(shown, parts);
  });
