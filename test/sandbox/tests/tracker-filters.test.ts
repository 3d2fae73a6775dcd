import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fetchJson } from '../../support/fetch-json.ts';
import { type SandboxTracker, startSandboxTracker } from '../tracker.ts';
import { basic } from './tracker-asking.ts';

interface Filter {
  readonly id: string;
  readonly name: string;
  readonly jql?: string;
  readonly favourite?: boolean;
  readonly viewUrl?: string;
  readonly owner?: { readonly displayName: string };
}

for (const flavour of ['server', 'cloud'] as const)
  describe(`the filters of a tracker (${flavour})`, () => {
    let tracker: SandboxTracker;
    let headers: Record<string, string>;
    const get = (path: string, init: RequestInit = { headers }) =>
      fetch(`${tracker.url}/rest/api/2/filter/${path}`, init);
    before(async () => {
      tracker = await startSandboxTracker({ flavour });
      const { token } = tracker.account('ada');
      headers =
        flavour === 'cloud'
          ? { Authorization: basic('ada@millbrook.example', token) }
          : { Authorization: `Bearer ${token}` };
    });
    after(() => tracker.stop());

    it('are those that the account has marked', async () => {
      const found: readonly Filter[] = await fetchJson(`${tracker.url}/rest/api/2/filter/favourite`, {
        headers,
      });
      assert.deepEqual(
        found.map(({ id }) => id),
        ['10042', '10044', '10045', '10046'],
      );
      const [first] = found;
      assert.equal(first?.jql, 'project = LAMP AND resolution = EMPTY ORDER BY priority DESC');
      assert.equal(first?.favourite, true);
      assert.equal(first?.owner?.displayName, 'Ada Underhill');
      assert.equal(first?.viewUrl, `${tracker.url}/issues/?filter=10042`);
    });
    it('are none for those who have not signed in', async () =>
      assert.equal(await (await get('favourite', {})).text(), '[]'));
    it('are read one by one, unless they may not be seen', async () => {
      assert.match(await (await get('10043')).text(), /"name":"My canal work"/u);
      for (const id of ['10047', '99999']) {
        const response = await get(id);
        assert.equal(response.status, 400);
        assert.match(await response.text(), /not available to you/u);
      }
    });
    it(
      flavour === 'cloud' ? 'are listed by their owner, and found in pages' : 'are not listed otherwise',
      async () => {
        const mine = await get('my');
        const found = await get('search?maxResults=2&startAt=2&expand=jql');
        if (flavour === 'server') {
          assert.deepEqual([mine.status, found.status], [404, 404]);
          return;
        }
        assert.match(await mine.text(), /10042.*10043.*10045/su);
        const page: { readonly total: number; readonly isLast: boolean; readonly values: readonly Filter[] } =
          JSON.parse(await found.text());
        assert.deepEqual([page.total, page.isLast, page.values.length], [6, false, 2]);
        assert.deepEqual(Object.keys(page.values[0] ?? {}), ['self', 'id', 'name', 'jql']);
        assert.equal((await get('my', {})).status, 401);
      },
    );
  });
