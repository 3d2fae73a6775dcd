/** The real MediaWiki that the other tests of this suite ask: is it the one they expect? */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fetchJson } from '../../support/fetch-json.ts';
import { type MediaWiki, accounts, startMediaWiki } from '../../support/mediawiki.ts';

const fixed = 'format=json&formatversion=2&errorformat=plaintext';

describe('the real MediaWiki', () => {
  let wiki: MediaWiki;
  before(async () => {
    wiki = await startMediaWiki();
  });
  after(() => wiki.stop());

  const ask = async <T>(query: string): Promise<T> => {
    const answer = await fetchJson<{ query: T }>(`${wiki.url}?action=query&${fixed}&${query}`);
    return answer.query;
  };

  it('is version 1.39', async () => {
    const { general } = await ask<{ general: { generator: string } }>('meta=siteinfo');
    assert.match(general.generator, /^MediaWiki 1\.39\./);
  });

  it('has 69 query submodules', async () => {
    const { paraminfo } = await fetchJson<{ paraminfo: { modules: unknown[] } }>(
      `${wiki.url}?action=paraminfo&${fixed}&modules=query%2B*`,
    );
    assert.equal(paraminfo.modules.length, 69);
  });

  const filled: [list: string, options: string, rows: number][] = [
    ['categorymembers', 'cmtitle=Category:Stars&cmlimit=500', 240],
    ['blocks', 'bklimit=50', 3],
    ['protectedtitles', 'ptlimit=50', 2],
    ['filearchive', 'falimit=50', 1],
    ['allimages', 'ailimit=50', 6],
    ['abusefilters', 'abflimit=50', 1],
    ['gadgets', 'gaprop=id', 2],
    ['logevents', 'letype=move', 2],
    ['logevents', 'letype=newusers', 9],
    ['recentchanges', 'rctag=sample-import&rclimit=50', 24],
    ['search', 'srsearch=telescope&srwhat=text&srlimit=500', 243],
    ['allredirects', 'arlimit=50', 11],
    ['iwbacklinks', 'iwblprefix=sample&iwbllimit=500', 49],
    ['langbacklinks', 'lbllang=de&lbllimit=500', 54],
    ['exturlusage', 'euquery=example.org&euprotocol=https&eulimit=500', 49],
    ['querypage', 'qppage=DoubleRedirects', 1],
  ];
  for (const [list, options, rows] of filled) {
    it(`is filled: list=${list}&${options} has ${rows} rows`, async () => {
      const answer = await ask<Record<string, unknown[] | { results: unknown[] }>>(`list=${list}&${options}`);
      const found = answer[list];
      assert.equal((Array.isArray(found) ? found : found?.results)?.length, rows);
    });
  }

  it('has a revision with hidden text', async () => {
    const { pages } = await ask<{ pages: { revisions: { slots: { main: object } }[] }[] }>(
      'titles=Moon&prop=revisions&rvprop=content&rvslots=main&rvlimit=50',
    );
    assert.deepEqual(
      pages[0]?.revisions.map(({ slots }) => 'texthidden' in slots.main),
      [false, true, false],
    );
  });

  it('has a page with a long history', async () => {
    const { pages } = await ask<{ pages: { revisions: unknown[] }[] }>(
      'titles=Physics&prop=revisions&rvlimit=500',
    );
    assert.equal(pages[0]?.revisions.length, 67);
  });

  it('was filled on fixed dates', async () => {
    const { allrevisions } = await ask<{ allrevisions: { timestamp: string }[] }>(
      'list=allrevisions&arvlimit=1&arvprop=timestamp',
    );
    assert.match(JSON.stringify(allrevisions), /"2024-01-/);
  });

  interface Login {
    readonly result: string;
    readonly lgusername?: string;
  }
  const logIn = async (name: string, password: string): Promise<Login> => {
    const asked = await fetch(`${wiki.url}?action=query&meta=tokens&type=login&${fixed}`);
    const cookie = asked.headers
      .getSetCookie()
      .map(line => line.replace(/;.*/, ''))
      .join('; ');
    const token = /"logintoken":"([^"]+)"/.exec(await asked.text())?.[1]?.replace('\\\\', '\\') ?? '';
    const body = new URLSearchParams({
      action: 'login',
      format: 'json',
      lgname: name,
      lgpassword: password,
      lgtoken: token,
    });
    const { login } = await fetchJson<{ login: Login }>(wiki.url, {
      method: 'POST',
      headers: { cookie },
      body,
    });
    return login;
  };

  it('signs in with a bot password, and refuses a wrong one', async () => {
    const { name, application, applicationPassword } = accounts.bot;
    assert.equal((await logIn(`${name}@${application}`, applicationPassword)).result, 'Success');
    assert.equal((await logIn(`${name}@${application}`, applicationPassword.toUpperCase())).result, 'Failed');
  });

  it('signs in with the password of a plain account', async () => {
    assert.equal(
      (await logIn(accounts.reader.name, accounts.reader.password)).lgusername,
      accounts.reader.name,
    );
  });
});
