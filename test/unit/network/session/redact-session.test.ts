import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResponse } from '../../../../server/src/network/http/http-client.ts';
import { HttpFailure } from '../../../../server/src/network/http/http-failure.ts';
import { SessionCookieJar } from '../../../../server/src/network/session/cookie-jar.ts';
import {
  redactFailure,
  redactSession,
  redactText,
} from '../../../../server/src/network/session/redaction/redact-session.ts';
import type { Session } from '../../../../server/src/network/session/schemes/scheme.ts';

const url = 'https://issues.example.org/rest';
const cookie = "0123456789ABCDEF/<&'+%41";
const cookies = (account: string, ...lines: readonly string[]): Session => {
  const jar = new SessionCookieJar();
  jar.adopt(lines, url);
  return { kind: 'cookies', account, jar };
};
const session = cookies('ada', `JSESSIONID=${cookie}; Path=/`);

/** A redacted body that arrives in chunks of a length. */
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

const hex = (text: string): string =>
  [...Buffer.from(text)].map(byte => byte.toString(16).padStart(2, '0')).join(' ');
const eachAs = (form: (byte: string) => string): string => hex(cookie).split(' ').map(form).join('');

for (const [name, form] of [
  [
    'with lower-case escapes of an address',
    encodeURIComponent(cookie).toLowerCase().replace('abcdef', 'ABCDEF'),
  ],
  ['with every character escaped as in an address', eachAs(byte => `%${byte}`)],
  ['escaped twice as in an address', encodeURIComponent(encodeURIComponent(cookie))],
  ['in a form', new URLSearchParams({ cookie }).toString().slice('cookie='.length)],
  ['with every character escaped as in JSON', eachAs(byte => String.raw`\u00${byte}`)],
  ['with every character escaped in upper case', eachAs(byte => String.raw`\u00${byte.toUpperCase()}`)],
  ['in JSON within JSON', JSON.stringify(JSON.stringify(cookie).slice(1, -1)).slice(1, -1)],
  ['in JSON within JSON, every character escaped', eachAs(byte => String.raw`\\u00${byte}`)],
  ['in HTML', cookie.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')],
  ['in HTML as numbers', eachAs(byte => `&#x${byte};`)],
  ['after a sign that begins an escape', cookie],
  ['in HTML by names', cookie.replace('/', '&sol;').replace('+', '&plus;').replace('%', '&percnt;')],
  ['in HTML as long numbers', eachAs(byte => `&#x0000${byte};`)],
  ['in JavaScript with braces', eachAs(byte => String.raw`\u{${byte}}`)],
  ['in JavaScript with braces and zeros', eachAs(byte => String.raw`\u{0000${byte.toUpperCase()}}`)],
  ['in octal numbers', eachAs(byte => `\\${Number.parseInt(byte, 16).toString(8).padStart(3, '0')}`)],
  ['in hexadecimal numbers', Buffer.from(cookie).toString('hex')],
  ['in hexadecimal numbers of upper case', Buffer.from(cookie).toString('hex').toUpperCase()],
  ['in Base64', Buffer.from(cookie).toString('base64')],
  [
    'in Base64 that is wrapped',
    Buffer.from(cookie)
      .toString('base64')
      .replace(/^.{20}/, '$&\r\n'),
  ],
  [
    'in Base64 that is wrapped, in JSON',
    Buffer.from(cookie)
      .toString('base64')
      .replace(/^.{20}/, '$&\\n'),
  ],
] as const) {
  test(`a cookie is struck out ${name}`, () => {
    const before = name.startsWith('after') ? '100%' : 'x=';
    assert.equal(left(`"${before}${form}"`, session), `"${before}${'*'.repeat(form.length)}"`);
  });
}

test('a cookie is struck out of Base64, wherever it begins there', () => {
  for (const before of ['', 'a', 'ab', 'JSESSIONID=']) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const found = left(`"${Buffer.from(`${before}${cookie}; and more`).toString(encoding)}"`, session);
      // The rest of it at either end is less than a character of the encoding.
      assert.match(found, new RegExp(`\\*{${Math.floor((cookie.length * 4) / 3) - 2}}`));
    }
  }
});

for (const [name, encode] of [
  ['little', (text: string) => Buffer.from(text, 'utf16le')],
  ['big', (text: string) => Buffer.from(text, 'utf16le').swap16()],
] as const) {
  test(`a cookie is struck out of UTF-16, ${name}-endian, which stays so`, () => {
    const body = [Uint8Array.from(encode(`{"a":"${cookie}"}`))];
    const response: HttpResponse = { status: 200, headers: {}, setCookie: [], url, body, requests: 1 };
    const found = Buffer.concat(redactSession(response, session).body);
    assert.deepEqual(found, encode(`{"a":"${'*'.repeat(cookie.length)}"}`));
  });
}

test('a cookie is struck out of headers, and the cookies that an answer sets are left out', () => {
  const headers = {
    location: `/login?from=${encodeURIComponent(cookie)}`,
    'x-ausername': cookie,
    other: 'x',
  };
  const response = { status: 200, headers, setCookie: [`a=${cookie}`], url, body: [], requests: 1 };
  const found = redactSession(response, session);
  assert.deepEqual(found.headers, {
    location: `/login?from=${'*'.repeat(encodeURIComponent(cookie).length)}`,
    'x-ausername': '*'.repeat(cookie.length),
    other: 'x',
  });
  assert.deepEqual(found.setCookie, []);
});

test('a failure is without the cookie', () => {
  const failure = new HttpFailure(
    'redirect',
    'issues.example.org',
    { status: 302, location: `/x/${cookie}` },
    2,
  );
  const { detail, requests, kind } = redactFailure(failure, session, url);
  assert.deepEqual(
    [kind, requests, detail],
    ['redirect', 2, { status: 302, location: `/x/${'*'.repeat(cookie.length)}` }],
  );
});

test('a text is struck out', () => {
  assert.equal(
    redactText(`at /login;jsessionid=${cookie}`, session, url),
    `at /login;jsessionid=${'*'.repeat(cookie.length)}`,
  );
});

test('a cookie is struck out where another one is part of it, wherever the pieces of the body end', () => {
  const short = 'abcdefghijklmnop';
  const long = `0123-${short}-4567-${short}-89`;
  const both = cookies('ada', `one=${short}; Path=/`, `other=${long}; Path=/`);
  const text = `<${short}><${long}><${short}${long}>`;
  const expected = text.replaceAll(/[^<>]/g, '*');
  for (let length = 1; length <= text.length; length++) assert.equal(left(text, both, length), expected);
});

test('a cookie of one letter is struck out of a body of that letter', () => {
  const long = cookies('ada', `JSESSIONID=${'a'.repeat(4000)}; Path=/`);
  for (const length of [10_000, 4096, 1_000_000]) {
    assert.equal(left('a'.repeat(1_000_000), long, length), '*'.repeat(1_000_000));
  }
});

test('escapes that are broken or come from nowhere stay as they are', () => {
  const text = String.raw`%%4\u00\\\"&#;&#x;&amp &#99999999;`;
  assert.equal(left(text, session), text);
  assert.equal(left(text, session, 1), text);
});

test('a cookie is struck out wherever the pieces of the body end', () => {
  for (const form of [cookie, encodeURIComponent(cookie), eachAs(byte => String.raw`\u00${byte}`)]) {
    const text = `<${form}><${form}${form}>`;
    const expected = text.replaceAll(form, '*'.repeat(form.length));
    for (let length = 1; length <= text.length; length++) assert.equal(left(text, session, length), expected);
  }
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
