import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { registry } from '../modules.ts';
import { type SandboxWiki, startSandboxWiki } from '../wiki.ts';

describe('over HTTP the sandbox', () => {
  let wiki: SandboxWiki;
  before(async () => {
    wiki = await startSandboxWiki();
  });
  after(() => wiki.stop());

  const get = (query: string, init?: RequestInit) =>
    fetch(`${wiki.url}?format=json&formatversion=2&action=query&${query}`, init);
  const page = (query: string) => fetch(`${new URL('index.php', wiki.url).href}?${query}`);

  it('answers errors with status 200 and a header', async () => {
    const response = await get('list=search');
    assert.deepEqual([response.status, response.headers.get('MediaWiki-API-Error')], [200, 'missingparam']);
  });

  it('says when to come again if the database lags', async () => {
    const response = await get('maxlag=-1');
    assert.deepEqual(
      [response.headers.get('Retry-After'), response.headers.get('X-Database-Lag')],
      ['5', '0'],
    );
  });

  it('takes forms', async () => {
    const response = await fetch(wiki.url, {
      method: 'POST',
      body: new URLSearchParams({ action: 'query', format: 'json', titles: 'Sage' }),
    });
    assert.match(await response.text(), /"title":"Sage"/u);
    assert.deepEqual(wiki.requests.at(-1)?.parameters.get('titles'), 'Sage');
    assert.deepEqual([...(wiki.requests.at(-1)?.inAddress ?? [])], []);
  });

  it('refuses other methods', async () => assert.equal((await get('', { method: 'PUT' })).status, 405));

  it('packs answers for those who ask', async () => {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const sent = request(
        `${wiki.url}?action=query&format=json&meta=siteinfo`,
        { headers: { 'Accept-Encoding': 'gzip' } },
        response => {
          assert.equal(response.headers['content-encoding'], 'gzip');
          void response.toArray().then(chunks => resolve(Buffer.concat(chunks)), reject);
        },
      );
      sent.once('error', reject).end();
    });
    assert.match(gunzipSync(bytes).toString(), /"sitename":"Millbrook"/u);
  });

  it('records what came', async () => {
    const earlier = wiki.requests.length;
    await get('titles=Sage', { headers: { 'User-Agent': 'test/1.0' } });
    const recorded = wiki.requests.slice(earlier);
    assert.deepEqual(
      recorded.map(({ method, path, headers }) => [method, path, headers['user-agent']]),
      [['GET', '/w/api.php', 'test/1.0']],
    );
  });

  it('has pages to read', async () =>
    assert.match(await (await page('title=Bell_Tower')).text(), /<h1>Bell Tower<\/h1>/u));
  it('has pages by number', async () =>
    assert.match(await (await page('curid=1')).text(), /<h1>[^<]+<\/h1>/u));
  it('shows hostile titles as text', async () => {
    const text = await (await page(`title=${encodeURIComponent("<script>alert('title')</script>")}`)).text();
    assert(text.includes('&lt;script&gt;') && !text.includes('<script>'));
  });
  it('misses pages', async () => assert.equal((await page('title=Nowhere')).status, 404));
  it('has its own sandbox', async () => assert.equal((await page('title=Special:ApiSandbox')).status, 200));
  it('shows a page where no format is asked for', async () => {
    const response = await fetch(`${wiki.url}?action=query&meta=siteinfo`);
    assert.match(response.headers.get('Content-Type') ?? '', /^text\/html/u);
  });

  it('describes its modules in both forms', async () => {
    const older = await (
      await fetch(`${wiki.url}?action=paraminfo&format=json&modules=query%2Ballpages`)
    ).text();
    const newer = await (
      await fetch(`${wiki.url}?action=paraminfo&format=json&formatversion=2&modules=query%2Ballpages`)
    ).text();
    assert(older.includes('"generator":""') && newer.includes('"generator":true'));
  });
  it('describes the submodules that it answers, and no others', async () => {
    const text = await (
      await fetch(`${wiki.url}?action=paraminfo&format=json&formatversion=2&modules=query%2B*`)
    ).text();
    const described = Array.from(text.matchAll(/"path":"query\+(\w+)"/gu), ([, name]) => name);
    const answered = Object.values(registry).flatMap(group => [...group.keys()]);
    assert.deepEqual(new Set(described), new Set(answered));
  });

  it('answers in the older form', async () => {
    const text = await (
      await fetch(`${wiki.url}?action=query&format=json&titles=Sage|Nope&list=bogus&prop=info`)
    ).text();
    assert.match(text, /"warnings":\{"query":\{"\*":"[^"]+"\}\}/u);
    assert.match(text, /"-1":\{"ns":0,"title":"Nope","missing":""/u);
  });

  it('lets an action go wrong, and only that', async () => {
    wiki.fail({ kind: 'drop' }, { path: /\/login$/u });
    wiki.fail({ kind: 'html' }, { path: /\/query$/u });
    assert.match(await (await get('meta=userinfo')).text(), /^<!DOCTYPE html>/iu);
    assert.equal((await get('meta=userinfo')).headers.get('Content-Type'), 'application/json; charset=utf-8');
    await assert.rejects(fetch(`${wiki.url}?action=login`));
    wiki.fail({ kind: 'reply', status: 503 });
    wiki.recover();
    assert.equal((await get('meta=userinfo')).status, 200);
  });
});
