import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fetchJson } from '../../support/fetch-json.ts';
import { type SandboxTracker, startSandboxTracker } from '../tracker.ts';
import { type SearchAnswer, basic } from './tracker-asking.ts';

describe('a Cloud site', () => {
  let tracker: SandboxTracker;
  let headers: Record<string, string>;
  const get = (path: string) => fetch(`${tracker.url}${path}`, { headers });
  const find = (query: Record<string, string>): Promise<SearchAnswer> =>
    fetchJson(`${tracker.url}/rest/api/3/search/jql?${new URLSearchParams(query).toString()}`, { headers });
  const post = <T>(path: string, body: unknown): Promise<T> =>
    fetchJson(`${tracker.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  before(async () => {
    tracker = await startSandboxTracker({ flavour: 'cloud' });
    headers = { Authorization: basic('ada@millbrook.example', tracker.account('ada').token) };
  });
  after(() => tracker.stop());

  it('takes the mail address and an API token, and begins no session', async () => {
    const response = await get('/rest/api/3/myself');
    assert.deepEqual([response.status, response.headers.get('Set-Cookie')], [200, null]);
    assert.match(await response.text(), /"accountId":"[^"]+","accountType":"atlassian"/u);
    assert.equal((await get('/rest/auth/1/session')).status, 404);
  });
  it('has removed the old search', async () => {
    for (const version of ['2', '3', 'latest']) {
      const response = await get(`/rest/api/${version}/search?jql=`);
      assert.equal(response.status, 410);
      assert.match(await response.text(), /^\{"errorMessages":\["The requested API has been removed\./u);
    }
  });
  it('finds every issue once over its pages', async () => {
    const ids: string[] = [];
    let nextPageToken: string | undefined;
    do {
      const page: SearchAnswer = await find({
        jql: 'created < now()',
        maxResults: '70',
        ...(nextPageToken !== undefined && { nextPageToken }),
      });
      assert.equal(page.isLast, page.nextPageToken === undefined);
      assert.deepEqual(
        Object.keys(page).filter(name => ['total', 'startAt'].includes(name)),
        [],
      );
      ids.push(...page.issues.map(({ id }) => id));
      ({ nextPageToken } = page);
    } while (nextPageToken !== undefined);
    assert.deepEqual(ids.toSorted(), tracker.world.issues.map(({ id }) => String(id)).toSorted());
  });
  it('tells ids only, unless asked', async () => {
    assert.deepEqual(Object.keys((await find({ jql: 'key = LAMP-1' })).issues[0] ?? {}), ['id']);
    const [issue] = (await find({ jql: 'key = LAMP-1', fields: 'summary' })).issues;
    assert.deepEqual([issue?.key, Object.keys(issue?.fields ?? {})], ['LAMP-1', ['summary']]);
  });
  it('wants a restriction', async () => {
    const response = await get('/rest/api/3/search/jql?jql=order%20by%20key');
    assert.equal(response.status, 400);
    assert.match(await response.text(), /Unbounded JQL queries are not allowed here/u);
  });
  it('finds nothing where the meaning is wrong, and complains of syntax', async () => {
    assert.deepEqual((await find({ jql: 'foo = 1' })).issues, []);
    assert.equal((await get('/rest/api/3/search/jql?jql=foo')).status, 400);
  });
  it('refuses the page token of another query', async () => {
    const { nextPageToken = '' } = await find({ jql: 'project = LAMP', maxResults: '1' });
    const query = new URLSearchParams({ jql: 'project = GARD', nextPageToken }).toString();
    assert.equal((await get(`/rest/api/3/search/jql?${query}`)).status, 400);
  });
  it('counts', async () =>
    assert.deepEqual(await post('/rest/api/3/search/approximate-count', { jql: 'project = LAMP' }), {
      count: 84,
    }));
  it('parses', async () => {
    const { queries } = await post<{ queries: readonly { errors?: readonly string[] }[] }>(
      '/rest/api/3/jql/parse',
      {
        queries: ['project = LAMP', 'foo = 1', 'a ='],
      },
    );
    assert.deepEqual(
      queries.map(({ errors }) => errors?.length),
      [undefined, 1, 1],
    );
  });
  it('has documents in its third version, markup in its second', async () => {
    const key = tracker.world.issues.find(({ description }) => description?.startsWith('h2.'))?.key ?? '';
    const third = await (await get(`/rest/api/3/issue/${key}?fields=description`)).text();
    assert.match(
      third,
      /"description":\{"version":1,"type":"doc","content":\[\{"type":"heading","attrs":\{"level":2\}/u,
    );
    assert.match(await (await get(`/rest/api/2/issue/${key}`)).text(), /"description":"h2\. What happens/u);
  });
});
