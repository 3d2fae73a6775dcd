import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionCookieJar } from '../../../../server/src/network/session/cookie-jar.ts';

const url = 'https://issues.example.org/rest';
const session = 'JSESSIONID=0123456789; Path=/';
const names = (jar: SessionCookieJar): string[] => [...jar.values(url).keys()];

test('the cookies of a session are bounded in number and length, and those that were there first stay', () => {
  for (const size of [1, 100, 3000, 10_000]) {
    const jar = new SessionCookieJar();
    jar.adopt([session], url);
    for (let count = 0; count < 80; count++) jar.adopt([`c${count}=${'x'.repeat(size)}; Path=/`], url);
    assert.ok(names(jar).length <= 50);
    assert.ok(jar.header(url).length <= 8192);
    assert.equal(names(jar)[0], 'JSESSIONID');
    assert.ok(jar.toString().length < 50_000);
  }
});

test('cookies for other paths and names count too', () => {
  const jar = new SessionCookieJar();
  jar.adopt([session], url);
  for (let count = 0; count < 80; count++) jar.adopt([`c=${'x'.repeat(100)}; Path=/rest/${count}`], url);
  assert.ok(jar.toString().length < 50_000);
});

test('long attributes count too', () => {
  const jar = new SessionCookieJar();
  jar.adopt([session], url);
  for (let count = 0; count < 40; count++) jar.adopt([`c${count}=x; Path=/${'x'.repeat(4000)}`], url);
  assert.equal(SessionCookieJar.parse(jar.toString())?.header(url), 'JSESSIONID=0123456789');
});

test('a cookie that was there is replaced also where there is no room for more', () => {
  const jar = new SessionCookieJar();
  jar.adopt([session], url);
  for (let count = 0; count < 80; count++) jar.adopt([`c${count}=x; Path=/`], url);
  jar.adopt(['JSESSIONID=9876543210; Path=/'], url);
  assert.equal(jar.values(url).get('JSESSIONID'), '9876543210');
  jar.adopt([`JSESSIONID=${'y'.repeat(9000)}; Path=/`], url);
  assert.equal(jar.values(url).get('JSESSIONID'), '9876543210');
});

test('a cookie that no header can hold is ignored', () => {
  const jar = new SessionCookieJar();
  jar.adopt([session, 'a=x\u0001y', 'b=Łukasz', 'c=caf\u00e9'], url);
  assert.deepEqual(names(jar), ['JSESSIONID', 'c']);
});

test('what was stored is read again, but nothing that is too long or of another shape', () => {
  const jar = new SessionCookieJar();
  jar.adopt([session], url);
  assert.equal(SessionCookieJar.parse(jar.toString())?.header(url), 'JSESSIONID=0123456789');
  const cookies = Array.from({ length: 60 }, (_, count) => ({
    key: `c${count}`,
    value: 'x',
    domain: 'issues.example.org',
    path: '/',
  }));
  for (const text of [
    '',
    '{}',
    '[]',
    'null',
    '{"cookies":{}}',
    '{"cookies":[1]}',
    JSON.stringify({ cookies }),
    `${jar.toString()}${' '.repeat(100_000)}`,
  ])
    assert.equal(SessionCookieJar.parse(text), undefined, text.slice(0, 40));
});
