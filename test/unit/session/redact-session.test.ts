import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResponse } from '../../../server/src/http/client.ts';
import { SessionCookieJar } from '../../../server/src/session/cookie-jar.ts';
import { redactSession } from '../../../server/src/session/redact-session.ts';
import type { Session } from '../../../server/src/session/schemes/scheme.ts';

const url = 'https://issues.example.org/rest';
const cookie = "0123456789ABCDEF/<&'+%41";
const cookies = (account: string, ...lines: readonly string[]): Session => {
  const jar = new SessionCookieJar();
  jar.adopt(lines, url);
  return { kind: 'cookies', account, jar };
};
const session = cookies('ada', `JSESSIONID=${cookie}; Path=/`);

/** What is left of a body that comes in pieces of a length. */
const left = (text: string, from: Session, length = 10_000): string => {
  const bytes = Buffer.from(text);
  const body = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    Uint8Array.from(bytes.subarray(index * length, (index + 1) * length)),
  );
  const response: HttpResponse = { status: 200, headers: {}, setCookie: [], url, body, requests: 1 };
  return Buffer.concat(redactSession(response, from).body).toString();
};

for (const [name, form] of [
  ['as it is', cookie],
  ['in an address', encodeURIComponent(cookie)],
  ['in JSON with its slashes escaped', cookie.replace('/', String.raw`\/`)],
  ['in JSON with signs of HTML escaped', String.raw`0123456789ABCDEF\/\u003c\u0026\u0027+%41`],
  ['in JSON with signs of HTML escaped otherwise', String.raw`0123456789ABCDEF/\u003C\u0026\u0027+%41`],
] as const) {
  test(`a cookie is struck out ${name}`, () => {
    const expected = `{"a":"ü${'*'.repeat(form.length)}","b":"${'*'.repeat(form.length)}"}`;
    assert.equal(left(`{"a":"ü${form}","b":"${form}"}`, session), expected);
  });
}

test('a cookie is struck out wherever the pieces of the body end', () => {
  const text = `<${cookie}><${cookie}${cookie}>`;
  const expected = text.replaceAll(cookie, '*'.repeat(cookie.length));
  for (let length = 1; length <= text.length; length++) assert.equal(left(text, session, length), expected);
});

test('a token is struck out, and the pair that it was sent in', () => {
  const token = { kind: 'token', account: 'ada@example.org', secret: 'a"b\\c' } as const;
  const pair = Buffer.from('ada@example.org:a"b\\c').toString('base64');
  assert.equal(
    left(`Basic ${pair}, a"b\\c, a\\"b\\\\c`, token),
    `Basic ${'*'.repeat(pair.length)}, *****, *******`,
  );
});

test('the name of the account and short values stay', () => {
  const held = cookies(
    'Ada of Millbrook@bot',
    'wikiUserName=Ada%20of%20Millbrook; Path=/',
    'wikiOther=Ada+of+Millbrook; Path=/',
    'wikiUserID=1234567; Path=/',
  );
  const text = 'Ada%20of%20Millbrook Ada+of+Millbrook Ada of Millbrook 1234567';
  assert.equal(left(text, held), text);
});

test('an answer that repeats nothing stays as it is', () =>
  assert.equal(
    left('{"a":"ü","JSESSIONID":"0123456789"}', session, 3),
    '{"a":"ü","JSESSIONID":"0123456789"}',
  ));
