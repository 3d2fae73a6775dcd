/** The contact in the User-Agent. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contactRemark, isReachable, sentContact, userAgentOf } from '#shared/base/contact.ts';

describe('a contact', () => {
  for (const contact of [
    'ada@example.org',
    'Ada <ada@example.org>',
    'https://example.org/bot',
    'https://meta.wikimedia.org/wiki/User:Ada',
    'User:Ada',
    'en:User:Ada',
    'user talk:Ada',
  ])
    test(`can be reached: ${contact}`, () => assert.ok(isReachable(contact)));
  for (const contact of ['', 'me', 'Ada', 'ada@', '@example.org', 'https://', 'user:', 'a@b'])
    test(`cannot be reached: ${JSON.stringify(contact)}`, () => assert.ok(!isReachable(contact)));

  test('is sent on one line, without parentheses, and not too long', () => {
    assert.equal(sentContact(' ada@example.org\r\nX-Other: 1 '), 'ada@example.org X-Other: 1');
    assert.equal(sentContact('Ada (work) \u202Eada@example.org'), 'Ada work ada@example.org');
    assert.equal(sentContact('a'.repeat(5000)).length, 200);
    assert.equal(userAgentOf('1.2', 'ada@example.org\0)'), 'wikijql/1.2 (ada@example.org)');
    assert.equal(userAgentOf('1.2', ' \n '), 'wikijql/1.2');
  });

  test('is asked for by Wikimedia’s wikis alone', () => {
    const wikipedia = 'https://en.wikipedia.org/w/api.php';
    assert.equal(contactRemark(wikipedia, ''), 'contact-missing');
    assert.equal(contactRemark(wikipedia, 'me'), 'contact-unclear');
    assert.equal(contactRemark(wikipedia, 'ada@example.org'), undefined);
    assert.equal(contactRemark('https://wiki.example.org/api.php', ''), undefined);
    assert.equal(contactRemark('https://en.wikipedia.org.example/api.php', ''), undefined);
  });
});
