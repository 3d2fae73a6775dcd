/** Striking a session out of an answer: its time must not grow with the cookie. */
import { SessionCookieJar } from '../../server/src/network/session/cookie-jar.ts';
import { redactSession } from '../../server/src/network/session/redaction/redact-session.ts';
import type { Report } from './report.ts';

const url = 'https://issues.example.org/';
const megabytes = 8;

/** Milliseconds for an answer of one letter, with a cookie of that letter. */
function time(length: number): number {
  const jar = new SessionCookieJar();
  jar.adopt([`JSESSIONID=${'a'.repeat(length)}; Path=/`], url);
  const body = [new Uint8Array(megabytes * 1024 * 1024).fill('a'.charCodeAt(0))];
  const begin = performance.now();
  redactSession(
    { status: 200, headers: {}, setCookie: [], url, body, requests: 1 },
    { kind: 'cookies', account: 'ada', jar },
  );
  return performance.now() - begin;
}

export function measureRedaction(report: Report): void {
  report.heading('Striking out a session');
  time(40);
  const ratio = time(4000) / time(40);
  report.bound(`${megabytes} MB, a cookie of 4,000 against one of 40`, ratio, 3, value => value.toFixed(1));
}
