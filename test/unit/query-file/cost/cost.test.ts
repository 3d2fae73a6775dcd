/** The cost of a run, as it is known before the run. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { costInWords, growingRequests, requestsFor } from '../../../../server/src/query-file/cost/cost.ts';
import { createLanguages } from '../../../../server/src/runs/languages/languages.ts';
import { QueryDocument } from '../../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../../server/src/query-file/scope.ts';
import { contextOf } from '../../../support/corpus.ts';

const languages = createLanguages();

function costOf(id: string, text: string, url = 'https://jira.example.org', contact = '') {
  const { service, syntax } = languages.get(id)!;
  const document = new QueryDocument('file:///a', id, 1, text, syntax);
  const block = document.blocks.at(-1)!;
  const site = { name: 'site', kind: id === 'jql' ? 'tracker' : 'wiki', url } as const;
  const context = { ...contextOf(site), contact };
  return service.cost({ block, scope: new Scope(block, document.header) }, context);
}

const words = (...query: Parameters<typeof costOf>): string => costInWords(costOf(...query)).join(' ');

test('requests for rows', () => {
  assert.deepEqual(
    [1, 500, 501, Infinity].map(rows => requestsFor(rows, 500)),
    [1, 1, 2, Infinity],
  );
  assert.equal(requestsFor(0, 10), 1);
});

test('requests that grow', () =>
  assert.deepEqual(
    [1, 100, 101, 300, 301, 700, 1500, 1501, 2500, 2501, Infinity].map(rows =>
      growingRequests(rows, 100, 1000),
    ),
    [1, 1, 2, 2, 3, 3, 4, 5, 5, 6, Infinity],
  ));

describe('of a wiki’s query', () => {
  const cases: readonly [query: string, said: string][] = [
    [
      'list=allpages',
      'Takes up to 50 requests for 500 rows, 10 per request. “aplimit=max” reduces the number of requests to 1.',
    ],
    ['list=allpages\naplimit=max', 'Takes 1 request for up to 500 rows.'],
    ['list=allpages\naplimit=20', 'Takes 1 request for up to 20 rows.'],
    [
      '# @limit 2000\nlist=allpages\naplimit=20',
      'Takes up to 100 requests for 2,000 rows, 20 per request. “aplimit=max” reduces the number of requests to 4.',
    ],
    [
      '# @limit 2000\nlist=allpages\naplimit=max',
      'Takes up to 4 requests for 2,000 rows, 500 per request (5,000 for accounts with higher API limits, such as bots).',
    ],
    [
      '# @all\ngenerator=allpages',
      'Takes 1 request per 10 rows until all rows are fetched. With “gaplimit=max”, a request returns up to 500 rows.',
    ],
    [
      '# @limit 200\nlist=allrevisions\narvlimit=max\narvprop=content\narvslots=main',
      'Takes up to 4 requests for 200 rows, 50 per request (500 for accounts with higher API limits, such as bots).',
    ],
    ['titles=A|B\nprop=info', 'Takes 1 request.'],
    ['meta=siteinfo', 'Takes 1 request.'],
    [
      'titles=A\nprop=links',
      'Takes at least 1 request. “links” returns up to 10 items per request for all pages together; “pllimit=max” raises that to 500.',
    ],
    ['titles=A\nprop=links\npllimit=max', 'Takes 1 request.'],
    [
      'titles=A|B\nprop=links\npllimit=max',
      'Takes at least 1 request. “links” returns up to 500 items per request for all pages together; the run sends more requests until all pages have theirs.',
    ],
    [
      'list=search\nsrsearch=a\nsrlimit=max',
      'Takes 1 request for up to 500 rows. A search returns only its first 10,000 results.',
    ],
    ['list=allpages\naplimit=1', 'Takes 1 request for at most 1 row.'],
    [
      '# @all\nlist=random\nrnlimit=1',
      'Takes 1 request per row until all rows are fetched. With “rnlimit=max”, a request returns up to 500 rows.',
    ],
    ['titles=A\nprop=revisions', 'Takes 1 request.'],
    ['titles=A\nprop=revisions\nrvdir=older', 'Takes 1 request.'],
    ['titles=A\nprop=revisions\nrvlimit=5', 'Takes 1 request.'],
    [
      'titles=A\nprop=revisions\nrvdir=newer',
      'Takes at least 1 request. “revisions” returns up to 10 items per request for all pages together; “rvlimit=max” raises that to 500.',
    ],
    [
      'generator=allpages\ngaplimit=max\nprop=categories\ncllimit=max',
      'Takes at least 1 request for up to 500 rows. “categories” returns up to 500 items per request for all pages together; the run sends more requests until all pages have theirs.',
    ],
    ['list=allpages|allusers\naplimit=max\naulimit=50', 'Takes 1 request for up to 50 rows.'],
  ];
  for (const [query, said] of cases)
    test(JSON.stringify(query), () => assert.equal(words('wikiquery', query), said));
});

const pagesOf = (limit: string): string => `# @${limit}\nlist=allpages\naplimit=10`;

describe('at a wiki of Wikimedia', () => {
  const cases: readonly [contact: string, query: string, said: RegExp][] = [
    ['', pagesOf('limit 100'), /rows, 10 per request\.(?! Takes)/],
    [
      '',
      pagesOf('limit 110'),
      /Takes at least 1 min: Wikimedia accepts 10 requests a minute from clients without/,
    ],
    ['', pagesOf('limit 290'), /Takes at least 2 min: .* Set “wikijql\.contact”\.$/],
    ['me@example.org', pagesOf('limit 2000'), /max” reduces the number of requests to 4\.$/],
    [
      'me@example.org',
      pagesOf('limit 4010'),
      /Takes at least 2 min: Wikimedia accepts 200 .* and 2,000 from an established/,
    ],
    ['me@example.org', pagesOf('all'), /Wikimedia accepts 200 requests a minute from you/],
  ];
  for (const [contact, text, said] of cases)
    test(`${JSON.stringify(text)} by “${contact}”`, () =>
      assert.match(words('wikiquery', text, 'https://en.wikipedia.org/w/api.php', contact), said));
  test('another wiki says nothing of it', () =>
    assert.doesNotMatch(
      words('wikiquery', pagesOf('all'), 'https://wiki.example.org/api.php', ''),
      /minute/,
    ));
});

describe('of a tracker’s query', () => {
  test('pages that grow', () =>
    assert.equal(
      words('jql', 'project = A\n'),
      'Takes up to 3 requests for 500 rows. The first request returns up to 100 issues, each later one twice as many, up to 1,000; the site may lower that.',
    ));
  test('one page', () =>
    assert.equal(words('jql', '# @limit 50\nproject = A\n'), 'Takes 1 request for up to 50 rows.'));
  test('all', () =>
    assert.equal(
      words('jql', '# @all\nproject = A\n'),
      'Takes 1 request per 1,000 rows until all rows are fetched.',
    ));
  test('on Cloud, fields by their titles', () =>
    assert.equal(
      words('jql', '# @limit 50\n# @fields summary, Story Points\nproject = A\n', 'https://a.atlassian.net'),
      'Takes 1 request for up to 50 rows. Jira Cloud does not say how many issues there are in all. One more request looks up the fields that are named by their titles.',
    ));
});
