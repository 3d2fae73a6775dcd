/** Half a surrogate pair, as a broken copy leaves it, is no fault wherever an address is made of text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issuePageAddress, wikiPageAddress, wikiPageUrl } from '#shared/base/site-address.ts';
import { navigatorUrl } from '../../server/src/jql/jql-request.ts';
import { urlEncoded } from '../../server/src/wiki/url.ts';

test("an address of a tracker's search", () =>
  assert.equal(
    navigatorUrl('https://tracker.example', 'a = \ud800'),
    'https://tracker.example/issues/?jql=a%20%3D%20%EF%BF%BD',
  ));

test("an address of a tracker's issue", () =>
  assert.equal(
    issuePageAddress('https://tracker.example/jira/', 'A\ud800/1'),
    'https://tracker.example/jira/browse/A%EF%BF%BD%2F1',
  ));

test("an address of a wiki's page", () =>
  assert.equal(
    wikiPageAddress(wikiPageUrl('https://wiki.example/w/api.php'), 'Talk:A/B \ud800 & $1'),
    'https://wiki.example/w/index.php?title=Talk:A/B_%EF%BF%BD_%26_%241',
  ));

test('a value in the address of a query', () => assert.equal(urlEncoded('a|\udc00'), 'a|%EF%BF%BD'));
