import assert from 'node:assert/strict';
import { it } from 'node:test';
import { folderWith } from './program.ts';

const two =
  '### Mine\nassignee = currentUser() ORDER BY created DESC\n\n### Late\n# @name late\ndue < now()\n';
const columns =
  'Columns: key, summary, issuetype, status, priority, resolution, assignee, reporter, created, updated, duedate, ' +
  'labels, components, fixVersions\n';
const cost =
  'Takes up to 3 requests for 500 rows. The first request returns up to 100 issues, each later one twice as many, up to 1,000; ' +
  'the site may lower that.\n';
const mine = `Issues where assignee is you, sorted by created, newest first.\n\n${cost}${columns}`;
const late = `Issues where due is before now.\n\n${cost}${columns}`;

it('explains one query, or all of a file', async () => {
  using folder = folderWith({ 'a.jql': two });
  assert.deepEqual(await folder.wikijql('explain', 'a.jql#late'), { exit: 0, out: late, error: '' });
  const { out } = await folder.wikijql('explain', 'a.jql');
  assert.equal(out, `a.jql#Mine:\n${mine}\na.jql#late:\n${late}`);
});

for (const [input, words] of [
  ['# @name a\nproject = ABC and assignee is empty\n', /^Issues where project is ABC/],
  ['list=allpages\n', /^All pages of one namespace/],
  ['meta=tokens\ntype=csrf\n', /^Tokens/],
] as const)
  it(`tells the kind of standard input by its text: ${input.trim()}`, async () => {
    using folder = folderWith({});
    const { out } = await folder.wikijqlWith({ input }, 'explain', '-');
    assert.match(out, words);
  });

it('explains standard input', async () => {
  using folder = folderWith({});
  const input = 'action=query\nlist=allpages\naplimit=max\n';
  const { out } = await folder.wikijqlWith({ input }, 'explain', '-');
  assert.match(
    out,
    /^All pages of one namespace .*\n- aplimit: max \(as many as the wiki allows\)\n\nTakes 1 request for up to 500 rows\.\nColumns: title, ns, pageid\n$/,
  );
});

it('tells the columns of each table, and what the query lacks for others', async () => {
  const query = 'titles=Sun|Moon\nprop=info\nlist=recentchanges\nrcprop=title|user\n';
  using folder = folderWith({ 'a.wikiquery': query });
  const { out } = await folder.wikijql('explain', 'a.wikiquery');
  assert.match(out, /\nColumns of pages: title, contentmodel, .*, missing, ns, pageid, lastrevid\n/);
  assert.match(out, /\nColumns of recentchanges: title, user,.*, type, ns\n/);
  const { out: json } = await folder.wikijql('explain', 'a.wikiquery', '--output', 'json');
  const { queries } = JSON.parse(json);
  assert.deepEqual(queries[0].cost, {
    requests: 50,
    rows: 500,
    rowsPerRequest: 10,
    words: [
      'Takes up to 50 requests for 500 rows, 10 per request.',
      '“rclimit=max” reduces the number of requests to 1.',
    ],
  });
  const table = queries[0].tables.find(({ title }: { title: string }) => title === 'recentchanges');
  const named = (name: string) => table.columns.find((column: { name: string }) => column.name === name);
  assert.deepEqual(named('user'), {
    name: 'user',
    type: 'user',
    summary: 'name or IP address of the user',
  });
  assert.deepEqual(named('timestamp').needs, ['rcprop=timestamp']);
});
