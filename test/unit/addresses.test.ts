/** Half a surrogate pair, as a broken copy leaves it, is no fault wherever an address is made of text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { navigatorUrl } from '../../server/src/jql/request.ts';
import { urlEncoded } from '../../server/src/wiki/completion/url-encoding.ts';

test("an address of a tracker's search", () =>
  assert.equal(
    navigatorUrl('https://tracker.example', 'a = \ud800'),
    'https://tracker.example/issues/?jql=a%20%3D%20%EF%BF%BD',
  ));

test('a value in the address of a query', () => assert.equal(urlEncoded('a|\udc00'), 'a|%EF%BF%BD'));
