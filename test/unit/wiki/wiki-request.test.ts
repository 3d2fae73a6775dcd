import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildWikiRequest, requestUrl, sandboxUrl } from '../../../server/src/wiki/wiki-request.ts';
import { modelOf } from '../../support/wiki-problems.ts';

const fixed = 'action=query&format=json&formatversion=2&errorformat=plaintext';
const url = (text: string): string =>
  requestUrl('https://w.example/api.php', buildWikiRequest(modelOf(text)));
const post = (text: string): boolean => buildWikiRequest(modelOf(text)).post;

describe('a request', () => {
  const cases: readonly (readonly [query: string, sent: string])[] = [
    ['list=allpages\naplimit=5', 'list=allpages&aplimit=5'],
    ['list=allpages\naplimit=5\naplimit=6', 'list=allpages&aplimit=6'],
    ['@c = A&B\nprop=info\ntitles={{c}}', 'prop=info&titles=A%26B'],
    ['list=recentchanges\nrctoponly', 'list=recentchanges&rctoponly='],
    ['format=xml\nerrorformat=bc\ncallback=f\nmeta=siteinfo', 'meta=siteinfo'],
    ['list=watchlist\nwlowner=A\nwltoken=secret', 'list=watchlist&wlowner=A'],
    ['action=query&list=allpages&+action=purge', 'list=allpages'],
    ['action=query&meta=userinfo&%20+meta=siteinfo', 'meta=siteinfo'],
    ['action=query&list=allpages&me%00ta=siteinfo', 'list=allpages&me=siteinfo'],
    ['list=allpages\nac\0tion=purge', 'list=allpages&ac=purge'],
  ];
  for (const [query, sent] of cases)
    it(JSON.stringify(query), () => assert.equal(url(query), `https://w.example/api.php?${fixed}&${sent}`));

  it('goes by GET, or by POST where a secret or the module wants it', () => {
    assert.equal(post('list=allpages'), false);
    assert.equal(post('list=watchlist\nwlowner=A\nwltoken=secret'), true);
    assert.equal(post('list=checkuser\ncurequest=userips\ncutarget=A'), true);
  });
  it('asks for the token that is missing', () => {
    const { token } = buildWikiRequest(modelOf('list=checkuser\ncurequest=userips\ncutarget=A'));
    assert.deepEqual(token, { parameter: 'cutoken', type: 'csrf' });
    assert.equal(buildWikiRequest(modelOf('list=allpages')).token, undefined);
  });
  it('opens in the sandbox of the wiki', () => {
    const request = buildWikiRequest(modelOf('list=allpages'));
    assert.equal(
      sandboxUrl('https://w.example/w/api.php', request),
      `https://w.example/w/index.php?title=Special:ApiSandbox#${fixed}&list=allpages`,
    );
    assert.equal(sandboxUrl('https://w.example/rest', request), undefined);
  });
});
