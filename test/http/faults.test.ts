/** The faults of a network and of a server, one by one: what is said, how often it asked, what is kept. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RunStatus } from '#shared/protocol/run.ts';
import {
  bytes,
  json,
  reply,
  sayAndClose,
  sayAndReset,
  silence,
  stream,
  type BadServer,
  type Behaviour,
} from '../support/bad-server.ts';
import { firstPart, lastPart, runAgainst, type Circumstances } from './harness.ts';

const chunked = { 'transfer-encoding': 'chunked' };
const gzipped = { 'content-encoding': 'gzip' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<!DOCTYPE html><title>Log in</title><script>alert(1)</script>';
const answer = JSON.stringify({
  batchcomplete: true,
  query: { allpages: [{ pageid: 2, ns: 0, title: 'B' }] },
});
const error = (code: string): object => ({ errors: [{ code, text: 'Busy.', module: 'main' }] });
const redirect =
  (to: (server: string) => string, status = 302): Behaviour =>
  (socket, request) =>
    socket.write(bytes(status, { location: to(request.headers.get('host') ?? '') }, ''));
const loop = redirect(host => `http://${host}/api.php?n=${Math.random()}`);

interface Case {
  readonly fault: string;
  /** From the first request on; the last one for all later ones. */
  readonly server: readonly Behaviour[];
  /** Of the only notice; `undefined` = none. */
  readonly code?: string;
  readonly status: RunStatus;
  readonly rows: number;
  readonly requests: number;
  readonly waits?: readonly number[];
  readonly errors?: readonly string[];
  readonly circumstances?: Circumstances;
  readonly url?: (server: BadServer) => string;
}

const failed = { status: 'failed', rows: 0 } as const;
const incomplete = { status: 'incomplete', rows: 1 } as const;
const two = { status: 'complete', rows: 2 } as const;
const slow: Circumstances = { limits: { headers: 100, total: 300 } };
const small: Circumstances = { limits: { bodyBytes: 1024 * 1024 } };
const cut = answer.slice(0, -20);

// prettier-ignore
const cases: readonly Case[] = [
  { fault: '1 connection refused', server: [], url: () => 'http://127.0.0.1:1/api.php', code: 'refused', ...failed, requests: 0 },
  { fault: '2 name not found', server: [], url: () => 'http://wiki.invalid/api.php', code: 'nameNotFound', ...failed, requests: 0 },
  { fault: '- invalid URL', server: [], url: () => 'ftp://127.0.0.1/', code: 'badUrl', ...failed, requests: 0 },
  { fault: '7 keep-alive closed before the answer', server: [firstPart, sayAndClose(''), lastPart], ...two, requests: 3 },
  { fault: '7 … twice', server: [firstPart, sayAndClose('')], code: 'closed', ...incomplete, requests: 3 },
  { fault: '8 reset before the headers', server: [firstPart, sayAndReset(''), lastPart], ...two, requests: 3 },
  { fault: '8 reset in the body', server: [firstPart, sayAndReset(bytes(200, { 'content-length': '999' }, cut)), lastPart], ...two, requests: 3 },
  { fault: '8 … twice', server: [firstPart, sayAndReset(bytes(200, { 'content-length': '999' }, cut))], code: 'reset', ...incomplete, requests: 3 },
  { fault: '9 truncated chunk', server: [firstPart, sayAndClose(bytes(200, chunked, `ff\r\n${cut}`)), lastPart], ...two, requests: 3 },
  { fault: '9 … twice', server: [firstPart, sayAndClose(bytes(200, chunked, `ff\r\n${cut}`))], code: 'truncated', ...incomplete, requests: 3 },
  { fault: '10 short Content-Length', server: [firstPart, sayAndClose(bytes(200, { 'content-length': '999' }, answer)), lastPart], ...two, requests: 3 },
  { fault: '10 … twice', server: [firstPart, sayAndClose(bytes(200, { 'content-length': '999' }, answer))], code: 'truncated', ...incomplete, requests: 3 },
  { fault: '11 invalid chunk size', server: [firstPart, reply(200, chunked, 'zz\r\nhello')], code: 'framing', ...incomplete, requests: 2 },
  { fault: '11 both lengths', server: [firstPart, reply(200, { ...chunked, 'content-length': '5' }, 'hello')], code: 'framing', ...incomplete, requests: 2 },
  { fault: '11 not HTTP', server: [firstPart, sayAndClose('SSH-2.0-OpenSSH_9.2\r\n')], code: 'framing', ...incomplete, requests: 2 },
  { fault: '12 corrupt gzip', server: [firstPart, reply(200, gzipped, Buffer.from('not gzip at all'))], code: 'corrupt', ...incomplete, requests: 2 },
  { fault: '12 corrupt in the middle', server: [firstPart, reply(200, gzipped, spoiled(gzipSync(answer)))], code: 'corrupt', ...incomplete, requests: 2 },
  { fault: '12 encoding that we did not ask for', server: [firstPart, reply(200, { 'content-encoding': 'zstd' }, answer)], code: 'corrupt', ...incomplete, requests: 2 },
  { fault: '13 truncated gzip', server: [firstPart, reply(200, gzipped, gzipSync(answer).subarray(0, -12))], code: 'corrupt', ...incomplete, requests: 2 },
  { fault: '13 truncated br', server: [firstPart, reply(200, { 'content-encoding': 'br' }, brotliCompressSync(answer).subarray(0, -6))], code: 'corrupt', ...incomplete, requests: 2 },
  { fault: '14 gzip bomb', server: [firstPart, reply(200, gzipped, gzipSync(Buffer.alloc(2 * 1024 * 1024)))], code: 'tooLarge', ...incomplete, requests: 2, circumstances: small },
  { fault: '15 endless stream', server: [firstPart, stream(bytes(200, chunked, ''), `1000\r\n${' '.repeat(0x1000)}\r\n`)], code: 'tooLarge', ...incomplete, requests: 2, circumstances: small },
  { fault: '15 Content-Length over the limit', server: [firstPart, reply(200, { 'content-length': '10000000000' }, '{')], code: 'tooLarge', ...incomplete, requests: 2, circumstances: small },
  { fault: '16 slow headers', server: [firstPart, silence], code: 'slowHeaders', ...incomplete, requests: 2, circumstances: slow },
  { fault: '17 slow drip', server: [firstPart, stream(bytes(200, chunked, ''), '1\r\n \r\n', 20)], code: 'slowBody', ...incomplete, requests: 2, circumstances: slow },
  { fault: '18 headers over 16 KiB', server: [firstPart, reply(200, { 'x-filler': 'x'.repeat(20_000) }, answer)], code: 'headersTooLarge', ...incomplete, requests: 2 },
  { fault: '19 HTML where JSON is due', server: [firstPart, reply(200, html, page)], code: 'html', ...incomplete, requests: 2 },
  { fault: '19 … that says it is JSON', server: [firstPart, reply(200, {}, page)], code: 'html', ...incomplete, requests: 2 },
  { fault: '20 invalid JSON', server: [firstPart, reply(200, {}, '{"a": secret}')], code: 'json', ...incomplete, requests: 2 },
  { fault: '20 very deep JSON', server: [firstPart, reply(200, {}, '['.repeat(100_000) + ']'.repeat(100_000))], code: 'depth', ...incomplete, requests: 2 },
  { fault: '20 too many values', server: [firstPart, reply(200, {}, `[${'{},'.repeat(2_000_000)}{}]`)], code: 'tooMany', ...incomplete, requests: 2 },
  { fault: '20 JSON that is not an answer', server: [firstPart, reply(200, {}, '[1]')], code: 'notAnAnswer', ...incomplete, requests: 2 },
  { fault: '21 byte-order mark', server: [firstPart, reply(200, {}, `\uFEFF${answer}`)], ...two, requests: 2 },
  { fault: '21 other character set', server: [firstPart, reply(200, { 'content-type': 'application/json; charset=utf-16le' }, Buffer.from(answer, 'utf16le'))], ...two, requests: 2 },
  { fault: '21 unknown character set', server: [firstPart, reply(200, { 'content-type': 'application/json; charset=klingon' }, answer)], code: 'encoding', ...incomplete, requests: 2 },
  { fault: '21 bad UTF-8', server: [firstPart, reply(200, {}, Buffer.from('7b2261223a22ff227d', 'hex'))], code: 'encoding', ...incomplete, requests: 2 },
  { fault: '22 empty 200', server: [firstPart, reply(200, {}, '')], code: 'empty', ...incomplete, requests: 2 },
  { fault: '22 empty 204', server: [firstPart, sayAndClose('HTTP/1.1 204 No Content\r\n\r\n')], code: 'empty', ...incomplete, requests: 2 },
  { fault: '23 redirect loop', server: [redirect(host => `http://${host}/api.php`), redirect(host => `http://${host}/api.php`)], code: 'redirectLoop', ...failed, requests: 2 },
  { fault: '23 redirects without end', server: [loop], code: 'redirectLoop', ...failed, requests: 6 },
  { fault: '23 five redirects', server: [loop, loop, loop, loop, loop, lastPart], status: 'complete', rows: 1, requests: 6 },
  { fault: '24 same-origin redirect of a POST', server: [redirect(host => `http://${host}/login`)], code: 'redirect', ...failed, requests: 1, circumstances: { request: { post: true } } },
  { fault: '25 redirect to another origin', server: [firstPart, redirect(() => 'http://127.0.0.1:9/api.php')], code: 'redirect', ...incomplete, requests: 2 },
  { fault: '25 redirect to https', server: [firstPart, redirect(host => `https://${host}/api.php`)], code: 'redirect', ...incomplete, requests: 2 },
  { fault: '25 redirect without a place', server: [firstPart, reply(302, {}, '')], code: 'redirect', ...incomplete, requests: 2 },
  { fault: '26 401 without a session', server: [firstPart, reply(401, html, page)], code: 'http401', ...incomplete, requests: 2 },
  { fault: '29 403 plain', server: [firstPart, reply(403, html, page)], code: 'http403', ...incomplete, requests: 2 },
  { fault: '29 403 with a reason', server: [firstPart, reply(403, { 'content-type': 'text/plain' }, 'Please set a user-agent.\n')], code: 'http403Reason', ...incomplete, requests: 2 },
  { fault: '29 403 for browsers only', server: [firstPart, reply(403, { ...html, 'cf-mitigated': 'challenge' }, page)], code: 'browserCheck', ...incomplete, requests: 2 },
  { fault: '31 404', server: [reply(404, html, page)], code: 'http404', ...failed, requests: 1 },
  { fault: '32 405', server: [reply(405, {}, '')], code: 'http405', ...failed, requests: 1 },
  { fault: '33 410', server: [reply(410, {}, '')], code: 'http410', ...failed, requests: 1 },
  { fault: '34 413', server: [firstPart, reply(413, html, page)], code: 'http413', ...incomplete, requests: 2 },
  { fault: '35 414, then by POST', server: [firstPart, reply(414, html, page), lastPart], ...two, requests: 3 },
  { fault: '35 414 also by POST', server: [firstPart, reply(414, html, page)], code: 'http414', ...incomplete, requests: 3 },
  { fault: '36 429 with seconds', server: [firstPart, reply(429, { 'retry-after': '3' }, ''), lastPart], ...two, requests: 3, waits: [3, 2, 1] },
  { fault: '36 429 that asks for an hour', server: [firstPart, reply(429, { 'retry-after': '3600' }, '')], code: 'waitTooLong', ...incomplete, requests: 2 },
  { fault: '36 429 for ever', server: [firstPart, reply(429, { 'retry-after': '1' }, '')], code: 'waitedEnough', ...incomplete, requests: 7, waits: [1, 1, 1, 1, 1] },
  { fault: '37 429 with a date', server: [firstPart, reply(429, { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 00:00:02 GMT' }, ''), lastPart], ...two, requests: 3, waits: [2, 1] },
  { fault: '38 500', server: [firstPart, reply(500, html, page)], code: 'http500', ...incomplete, requests: 2 },
  { fault: '38 500 with the wiki’s own error', server: [firstPart, reply(500, {}, JSON.stringify(error('internal_api_error_DBQueryError')))], ...incomplete, requests: 3, waits: [5, 4, 3, 2, 1], errors: ['internal_api_error_DBQueryError'] },
  { fault: '38 … that passes', server: [firstPart, json(error('internal_api_error_DBQueryError')), lastPart], ...two, requests: 3, waits: [5, 4, 3, 2, 1] },
  { fault: '39 502 in HTML', server: [firstPart, reply(502, html, page), lastPart], ...two, requests: 3 },
  { fault: '39 502 twice', server: [firstPart, reply(502, html, page)], code: 'http502', ...incomplete, requests: 3 },
  { fault: '39 504 twice', server: [firstPart, reply(504, html, page)], code: 'http504', ...incomplete, requests: 3 },
  { fault: '40 503 with Retry-After', server: [firstPart, reply(503, { 'retry-after': '2' }, ''), lastPart], ...two, requests: 3, waits: [2, 1] },
  { fault: '40 503 without', server: [firstPart, reply(503, html, page)], code: 'http503', ...incomplete, requests: 2 },
  { fault: '41 maxlag', server: [firstPart, json(error('maxlag'), { 'retry-after': '1' }), lastPart], ...two, requests: 3, waits: [5, 4, 3, 2, 1] },
  { fault: '41 maxlag with more to wait', server: [firstPart, json(error('maxlag'), { 'retry-after': '7' }), lastPart], ...two, requests: 3, waits: [7, 6, 5, 4, 3, 2, 1] },
  { fault: '41 maxlag twice backs off', server: [firstPart, json(error('maxlag')), json(error('maxlag')), lastPart], ...two, requests: 4, waits: [5, 4, 3, 2, 1, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] },
  { fault: '- ratelimited twice backs off', server: [firstPart, json(error('ratelimited')), json(error('ratelimited')), lastPart], ...two, requests: 4, waits: [5, 4, 3, 2, 1, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] },
  { fault: '42 a wiki error', server: [json(error('badvalue'))], ...failed, requests: 1, errors: ['badvalue'] },
  { fault: '42 a wiki error between pages', server: [firstPart, json(error('readonly'))], ...incomplete, requests: 2, errors: ['readonly'] },
  { fault: '50 clock an hour slow, Date given', server: [firstPart, reply(429, { date: 'Thu, 01 Jan 2026 01:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 01:00:01 GMT' }, ''), lastPart], ...two, requests: 3, waits: [1] },
  { fault: '50 date long past', server: [firstPart, reply(429, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, ''), lastPart], ...two, requests: 3, waits: [1] },
  { fault: '51 a continuation repeats', server: [firstPart, firstPart, lastPart], code: 'continuationRepeats', status: 'incomplete', rows: 2, requests: 2 },
];

function spoiled(gzip: Buffer): Buffer {
  const copy = Buffer.from(gzip);
  copy[copy.length - 6] = (copy[copy.length - 6] ?? 0) ^ 0xff;
  return copy;
}

describe('faults', () => {
  for (const {
    fault,
    server,
    code,
    status,
    rows,
    requests,
    waits = [],
    errors = [],
    circumstances,
    url,
  } of cases) {
    it(fault, async () => {
      const seen = await runAgainst(server, circumstances, url);
      assert.deepEqual(
        {
          codes: seen.outcome.notices.map(notice => notice.code),
          errors: seen.outcome.errors.map(message => message.code),
          status: seen.outcome.status,
          rows: seen.rows.length,
          requests: seen.requests.length,
          waits: seen.waits.map(({ seconds }) => seconds),
        },
        { codes: code ? [code] : [], errors, status, rows, requests, waits },
      );
      for (const { message } of seen.outcome.notices) {
        assert.match(message, /test wiki/, 'names the site');
        assert.doesNotMatch(message, /<|secret|\{\w+\}/, 'shows no body and no placeholder');
      }
    });
  }
});
