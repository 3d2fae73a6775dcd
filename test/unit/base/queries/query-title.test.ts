import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryTitle, runTitle } from '#shared/base/queries/query-title.ts';
import { fillTemplate } from '#shared/base/text/wording.ts';
import { QueryBlock } from '../../../../server/src/query-file/block.ts';

const titles: readonly (readonly [string, string | undefined])[] = [
  ['### Recent changes\n# @name rc\nlist=recentchanges', 'Recent changes'],
  ['###\n# @name rc\nlist=recentchanges', 'rc'],
  ['# @name rc\nlist=recentchanges', 'rc'],
  ['# @name\n  list=recentchanges \n&rclimit=5', 'list=recentchanges'],
  ['###  \n# a comment\n\nproject = DEMO\nAND x', 'project = DEMO'],
  ['action=query\n  generator=categorymembers\nprop=info', 'generator=categorymembers'],
  ['action=query\r\nlist=allpages', 'list=allpages'],
  ['action=query', 'action=query'],
  ['action=query\n// and nothing else', 'action=query'],
  ['###', undefined],
  ['# @limit 5\n@a = b', undefined],
  ['', undefined],
];
for (const [text, title] of titles)
  test(`the title of ${JSON.stringify(text)}`, () => {
    const token = queryTitle(new QueryBlock(text));
    assert.equal(token?.text, title);
    assert.equal(token && text.slice(token.span.start, token.span.end), title);
  });

const runs: readonly (readonly [string, string])[] = [
  ['action=query\nlist=allpages\naplimit=5', 'list=allpages'],
  ['list=allpages\naction=query', 'list=allpages'],
  ['project = DEMO', 'project = DEMO'],
];
for (const [record, title] of runs)
  test(`the title of a run of ${JSON.stringify(record)}`, () =>
    assert.equal(runTitle({ title: undefined, directives: [] }, record).title, title));

const templates: readonly (readonly [string, Readonly<Record<string, string | number>>, string])[] = [
  ['{count} rows of “{name}”', { count: 3, name: '{count}' }, '3 rows of “{count}”'],
  ['{missing} stays', {}, '{missing} stays'],
  ['{toString} stays', {}, '{toString} stays'],
  ['{{name}} and {}', { name: 'a' }, '{a} and {}'],
  ['$& and {name}', { name: '$&' }, '$& and $&'],
];
for (const [template, values, expected] of templates)
  test(`fills ${JSON.stringify(template)}`, () => assert.equal(fillTemplate(template, values), expected));
