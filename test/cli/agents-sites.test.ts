/** A query of an agent that runs at several sites. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAgentSandbox } from '../support/agent-sandbox.ts';

const query = {
  language: 'wikiquery',
  text: '# @sites wiki, other\n# @limit 2\naction=query\nlist=allpages\n',
};

test('a query with `@sites` runs at each site, and every row says which it is from; SQL can name the site', async () => {
  await using sandbox = await startAgentSandbox({ args: ['--site', 'wiki,other'] });
  const { structured } = await sandbox.agent.call('run_query', query);
  const { rows, site, table } = structured;
  assert(Array.isArray(rows));
  assert.deepEqual(
    rows.map((row: Readonly<Record<string, unknown>>) => row['site']),
    ['wiki', 'wiki', 'other', 'other'],
  );
  assert.equal(site, 'wiki, other');
  assert.equal(
    sandbox.wiki.requests.filter(({ parameters }) => parameters.get('list') === 'allpages').length,
    2,
  );
  const sql = `select site, count(*) as pages from ${String(table)} group by site order by site`;
  const counted = await sandbox.agent.call('query_results', { sql });
  assert.deepEqual(counted.structured['rows'], [
    ['other', 2],
    ['wiki', 2],
  ]);
});

test('a query with `@sites` is refused if one of its sites is not allowed: nothing is sent', async () => {
  await using sandbox = await startAgentSandbox();
  const sent = sandbox.sent().length;
  const { text } = await sandbox.agent.call('run_query', query);
  assert.match(text, /Agents may not query that site; nothing was sent/);
  assert.equal(sandbox.sent().length, sent);
});

test('the maximum of rows is for all sites together', async () => {
  await using sandbox = await startAgentSandbox({ args: ['--site', 'wiki,other'] });
  const { text } = await sandbox.agent.call('run_query', { ...query, limit: 6000 });
  assert.match(text, /2 sites[^]*at most 5000, which is for each site/);
});
