/** Saved filters of the embedded tracker: listed, judged, read and compared, and never by a password. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CompletionItem } from 'vscode-languageserver';
import type { FilterList, FilterText, LinkedFilter } from '#shared/protocol/sites/saved-filters.ts';
import { credentialsKey, type SecretParams, type SessionState } from '#shared/protocol/sites/login.ts';
import type { MadeLock, SiteList } from '#shared/protocol/sites/site-list.ts';
import { newFolder } from '../login/window.ts';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { languageSettings, settingsOf } from '../support/settings.ts';

const isSecretRequest = (params: unknown): params is SecretParams =>
  typeof params === 'object' && params !== null && 'operation' in params && 'key' in params;

for (const flavour of ['server', 'cloud'] as const)
  describe(`saved filters (${flavour})`, () => {
    let tracker: SandboxTracker;
    let client: LanguageClient;
    const ask = <Result>(method: string, params: object): Promise<Result> =>
      client.connection.sendRequest<Result>(`wikijql/${method}`, params);
    before(async () => {
      tracker = await startSandboxTracker({ flavour });
      const { token } = tracker.account('ada');
      const given =
        flavour === 'cloud'
          ? { user: 'ada@millbrook.example', token }
          : { user: 'ada', password: 'analytical engine' };
      const secrets = new Map([
        [credentialsKey({ kind: 'tracker', url: tracker.url }), JSON.stringify({ version: 'v1', ...given })],
      ]);
      client = await startLanguageClient({
        options: {
          panels: true,
          storage: newFolder(),
          trusted: true,
          settings: {
            ...settingsOf({}),
            sites: {
              work: { kind: 'tracker', url: tracker.url },
              wiki: { kind: 'wiki', url: 'http://127.0.0.1:1/w/api.php' },
            },
            defaultSite: 'work',
            language: languageSettings({ siteCatalogues: true }),
          },
        },
        answers: {
          'wikijql/secret': (params: unknown) => {
            assert(isSecretRequest(params));
            const { operation, key, value = '' } = params;
            if (operation === 'set') secrets.set(key, value);
            if (operation === 'delete') secrets.delete(key);
            return operation === 'get' && secrets.has(key) ? { value: secrets.get(key) } : {};
          },
        },
      });
    });
    after(async () => {
      await client.stop();
      await tracker.stop();
    });

    it('are not asked for before somebody has signed in', async () => {
      const { sites } = await ask<SiteList>('siteList', {});
      assert.deepEqual(
        sites.map(({ site, session }) => [site.name, session.state]),
        [
          ['work', 'anonymous'],
          ['wiki', 'anonymous'],
        ],
      );
      const { filters, notices } = await ask<FilterList>('filters', { site: 'work' });
      assert.deepEqual(filters, []);
      assert.equal(notices[0]?.action, 'signIn');
      assert.deepEqual(tracker.requests, []);
    });

    it('are listed with what is wrong with them, and without another login', async () => {
      const state = await ask<SessionState>('signIn', { site: 'work' });
      assert.equal(state.state, 'signedIn', state.message);
      const known = tracker.requests.length;
      const { filters, notices } = await ask<FilterList>('filters', { site: 'work' });
      assert.deepEqual(notices, []);
      const named = filters.map(({ filter: { id, group } }) => `${id} ${group}`);
      const ownFilters = ['10042 own', '10043 own', '10045 own'];
      assert.deepEqual(
        named,
        flavour === 'cloud'
          ? [...ownFilters, '10044 favourite', '10046 favourite', '10048 shared']
          : ['10042 favourite', '10044 favourite', '10045 favourite', '10046 favourite'],
      );
      const broken = filters.filter(({ isBroken }) => isBroken);
      assert.deepEqual(
        broken.map(({ filter: { id } }) => id),
        ['10045', '10046'],
      );
      assert.match(broken[0]?.problems[0]?.message ?? '', /Lamp Team/);
      const sent = tracker.requests.slice(known);
      assert(sent.length > 0);
      assert(flavour === 'cloud' || sent.every(each => !each.sent.includes('basic')));
    });

    it('are read as query files', async () => {
      const { text, notices } = await ask<FilterText>('filterText', { site: 'work', id: '10043' });
      assert.deepEqual(notices, []);
      assert.equal(
        text,
        '# @site work\n\n### My canal work\n# @filter 10043\nproject = CANAL AND assignee = currentUser()\n',
      );
    });

    it('that may not be seen are named', async () => {
      for (const id of ['10047', '99999']) {
        const { text, notices } = await ask<FilterText>('filterText', { site: 'work', id });
        assert.equal(text, undefined);
        assert.match(notices[0]?.message ?? '', new RegExp(`filter ${id} of “work” does not exist, or`));
      }
      const elsewhere = await ask<FilterList>('filters', { site: 'wiki' });
      assert.match(elsewhere.notices[0]?.message ?? '', /needs an issue tracker/);
    });

    it('are compared with their copies in a file', async () => {
      const file = [
        '# @site work',
        '### Same',
        '# @filter 10043',
        'PROJECT = canal  -- no',
        '### Words',
        '# @filter 10043',
        'project = CANAL // a remark',
        '  and assignee = CURRENTUSER()',
        '### Gone',
        '# @filter 10047',
        'project = CANAL',
        '### Other',
        'project = CANAL',
      ].join('\n');
      const uri = await client.open(file, 'jql');
      const linked = await ask<readonly LinkedFilter[]>('linkedFilters', { uri });
      assert.deepEqual(
        linked.map(({ id, isSame, range, filter }) => [id, isSame, range.start.line, filter?.name]),
        [
          ['10043', false, 2, 'My canal work'],
          ['10043', true, 5, 'My canal work'],
          ['10047', false, 9, undefined],
        ],
      );
      assert.equal(linked[0]?.text, 'project = CANAL AND assignee = currentUser()');
      assert.match(linked[2]?.problem ?? '', /does not exist/);
    });

    it('that are listed are compared and completed without a request', async () => {
      const file =
        '# @site work\n### Q\n# @filter 10042\nproject = LAMP\n### Gone\n# @filter 10047\nproject = LAMP\n';
      const uri = await client.open(file, 'jql');
      const known = tracker.requests.length;
      const linked = await ask<readonly LinkedFilter[]>('linkedFilters', { uri, onlyKnown: true });
      assert.deepEqual(
        linked.map(({ id, isSame, filter }) => [id, isSame, filter?.name]),
        [['10042', false, 'Open lamps']],
      );
      const offered = await client.connection.sendRequest<{ readonly items: readonly CompletionItem[] }>(
        'textDocument/completion',
        { textDocument: { uri }, position: { line: 2, character: 10 } },
      );
      assert(offered.items.some(({ label }) => label === '10042 Open lamps'));
      assert.equal(tracker.requests.length, known);
    });

    for (const status of [403, 404])
      it(`that the tracker answers with ${status} are named with what that means`, async () => {
        tracker.fail({ kind: 'reply', status, body: '{}' }, { path: /filter\/10042/ });
        const { text, notices } = await ask<FilterText>('filterText', { site: 'work', id: '10042' });
        assert.equal(text, undefined);
        assert.match(
          notices[0]?.message ?? '',
          /^The filter 10042 of “work” does not exist, or the account may not see it/,
        );
        tracker.recover();
      });

    it('are not known any more once nobody is signed in', async () => {
      await ask<SessionState>('signOut', { site: 'work' });
      const uri = await client.open('# @site work\n### Q\n# @filter 10042\nproject = LAMP\n', 'jql');
      assert.deepEqual(await ask<readonly LinkedFilter[]>('linkedFilters', { uri, onlyKnown: true }), []);
      await ask<SessionState>('signIn', { site: 'work' });
    });

    it('leave the catalogue to be stored beside the queries', async () => {
      const made = await ask<MadeLock>('makeLock', { site: 'work' });
      assert('text' in made);
      assert.deepEqual([made.folder, made.name], ['.wikijql', 'work.lock.json']);
      assert(made.text.includes('"In Review"'));
    });
  });
