/** Faults during a search of a tracker, one by one: the messages, the number of requests, the rows that are kept. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunStatus } from '#shared/protocol/run.ts';
import {
  bytes,
  json,
  reply,
  sayAndClose,
  sayAndReset,
  silence,
  type BadServer,
  type Behaviour,
} from '../support/bad-server.ts';
import { cloudPage, page, searchAgainst, type Circumstances } from './tracker-harness.ts';

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

const html = { 'content-type': 'text/html; charset=utf-8' };
const login = '<!DOCTYPE html><title>Log in</title><script>alert(1)</script>';
const says = (...errorMessages: string[]): string => JSON.stringify({ errorMessages, errors: {} });
const failed = { status: 'failed', rows: 0 } as const;
const incomplete = { status: 'incomplete', rows: 1 } as const;
const two = { status: 'complete', rows: 2 } as const;
const first = page(0, 1, 2);
const last = page(1, 1, 2);
const gone = reply(410, {}, says('The requested API has been removed. CHANGE-2046'));
const slow: Circumstances = { limits: { headers: 100, total: 300 } };
const small: Circumstances = { limits: { bodyBytes: 1024 } };

// prettier-ignore
const cases: readonly Case[] = [
  { fault: 'connection refused', server: [], url: () => 'http://127.0.0.1:1/', code: 'refused', ...failed, requests: 0 },
  { fault: 'closed before the answer', server: [first, sayAndClose(''), last], ...two, requests: 3 },
  { fault: 'reset twice', server: [first, sayAndReset('')], code: 'reset', ...incomplete, requests: 3 },
  { fault: 'truncated twice', server: [first, sayAndClose(bytes(200, { 'content-length': '999' }, '{"issues":['))], code: 'truncated', ...incomplete, requests: 3 },
  { fault: 'too large', server: [reply(200, {}, ' '.repeat(5000))], code: 'tooLarge', ...failed, requests: 1, circumstances: small },
  { fault: 'slow', server: [first, silence], code: 'slowHeaders', ...incomplete, requests: 2, circumstances: slow },
  { fault: 'HTML with 200', server: [reply(200, html, login)], code: 'html', ...failed, requests: 1 },
  { fault: 'HTML after a page', server: [first, reply(200, html, login)], code: 'html', ...incomplete, requests: 2 },
  { fault: 'invalid JSON', server: [reply(200, {}, '{"issues":[}')], code: 'json', ...failed, requests: 1 },
  { fault: 'JSON of something else', server: [json({ query: {} })], code: 'notAnAnswer', ...failed, requests: 1 },
  { fault: 'a list', server: [json([])], code: 'notAnAnswer', ...failed, requests: 1 },
  { fault: 'nothing with 200', server: [reply(200, {}, '')], code: 'empty', ...failed, requests: 1 },
  { fault: '204', server: [reply(204, { 'content-length': '0' }, '')], code: 'empty', ...failed, requests: 1 },
  { fault: 'redirect to another host', server: [reply(302, { location: 'http://other.example/' }, '')], code: 'redirect', ...failed, requests: 1 },
  { fault: '400 with messages', server: [reply(400, {}, says('Field “x” does not exist.', 'And more.'))], errors: ['Field “x” does not exist.', 'And more.'], ...failed, requests: 1 },
  { fault: '400 with a message by field', server: [reply(400, {}, JSON.stringify({ errorMessages: [], errors: { jql: 'Bad.' } }))], errors: ['Bad.'], ...failed, requests: 1 },
  { fault: '400 after a page', server: [first, reply(400, {}, says('Bad.'))], errors: ['Bad.'], ...incomplete, requests: 2 },
  { fault: '400 without a word', server: [reply(400, {}, '{}')], code: 'http400', ...failed, requests: 1 },
  { fault: '400 in HTML', server: [reply(400, html, login)], code: 'http400', ...failed, requests: 1 },
  { fault: '401', server: [reply(401, html, login)], code: 'http401', ...failed, requests: 1 },
  { fault: '403', server: [reply(403, {}, says('No.'))], code: 'http403', ...failed, requests: 1 },
  { fault: '404', server: [reply(404, html, login)], code: 'http404', ...failed, requests: 1 },
  { fault: '404 of the REST plugin', server: [reply(404, {}, '{"status-code":404,"message":"null for uri"}')], code: 'http404', ...failed, requests: 1 },
  { fault: '405', server: [reply(405, {}, '')], code: 'http405', ...failed, requests: 1 },
  { fault: '410 of both searches', server: [gone], code: 'http410', ...failed, requests: 2 },
  { fault: '410 after a page', server: [first, gone], code: 'http410', ...incomplete, requests: 2 },
  { fault: '413', server: [reply(413, html, login)], code: 'http413', ...failed, requests: 1 },
  { fault: '414, then by POST', server: [reply(414, html, login), page(0, 2, 2)], ...two, requests: 2 },
  { fault: '414, also by POST', server: [reply(414, html, login)], code: 'http414', ...failed, requests: 2 },
  { fault: '429 with seconds', server: [first, reply(429, { 'retry-after': '7' }, ''), last], ...two, requests: 3, waits: [7, 6, 5, 4, 3, 2, 1] },
  { fault: '429 with 0 seconds', server: [first, reply(429, { 'retry-after': '0' }, ''), last], ...two, requests: 3, waits: [1] },
  { fault: '429 for too long', server: [first, reply(429, { 'retry-after': '3600' }, '')], code: 'waitTooLong', ...incomplete, requests: 2 },
  { fault: '429 for ever', server: [reply(429, { 'retry-after': '1' }, '')], code: 'waitedEnough', ...failed, requests: 6, waits: [1, 1, 1, 1, 1] },
  { fault: '500 with messages', server: [reply(500, {}, says('The search limit was exceeded.'))], code: 'says', ...failed, requests: 1 },
  { fault: '500 in HTML', server: [reply(500, html, login)], code: 'http500', ...failed, requests: 1 },
  { fault: '502 once', server: [first, reply(502, html, login), last], ...two, requests: 3 },
  { fault: '503 without a time', server: [reply(503, html, login)], code: 'http503', ...failed, requests: 1 },
  { fault: '503 with a time', server: [reply(503, { 'retry-after': '2' }, ''), page(0, 2, 2)], ...two, requests: 2, waits: [2, 1] },
  { fault: '504 twice', server: [reply(504, html, login)], code: 'http504', ...failed, requests: 2 },
  { fault: '418', server: [reply(418, html, login)], code: 'httpOther', ...failed, requests: 1 },
  { fault: 'the same page again', server: [page(0, 1, 9)], code: 'pageRepeats', ...incomplete, requests: 2 },
  { fault: 'a page without issues', server: [first, page(1, 0, 2)], code: 'pageEmpty', ...incomplete, requests: 2 },
  { fault: 'a result that grew shorter', server: [page(0, 1, 9), page(1, 1, 8)], code: 'resultsChanged', status: 'incomplete', rows: 2, requests: 2 },
  { fault: 'a result that grew longer', server: [page(0, 1, 2), page(1, 1, 3), page(2, 1, 3)], status: 'complete', rows: 3, requests: 3 },
  { fault: 'an issue that moved to the next page', server: [page(0, 2, 3), page(1, 1, 3)], code: 'resultsChanged', status: 'incomplete', rows: 2, requests: 2 },
  { fault: 'no total', server: [json({ issues: [{ id: '1', key: 'A-1' }] })], status: 'complete', rows: 1, requests: 1 },
  { fault: 'the end of the window', server: [page(0, 2, 9, { maxResultWindow: 3 }), page(2, 1, 9, { maxResultWindow: 3 })], code: 'resultWindow', status: 'incomplete', rows: 3, requests: 2 },
  { fault: 'Cloud: the same token again', server: [gone, cloudPage(1, 1, 'a'), cloudPage(2, 1, 'a')], code: 'pageRepeats', status: 'incomplete', rows: 2, requests: 3, circumstances: { limit: 500 } },
  { fault: 'Cloud: a page without issues', server: [gone, cloudPage(1, 1, 'a'), cloudPage(2, 0, 'b')], code: 'pageEmpty', ...incomplete, requests: 3, circumstances: { limit: 500 } },
  { fault: 'Cloud: no estimate before a long run', server: [gone, cloudPage(1, 1, 'a'), reply(429, { 'retry-after': '9' }, ''), cloudPage(2, 1)], ...two, requests: 4 },
  { fault: 'Cloud: the last page, with a token', server: [gone, json({ isLast: true, nextPageToken: 'a', issues: [{ id: '1', key: 'A-1' }] })], status: 'more', rows: 1, requests: 2, circumstances: { limit: 1 } },
  { fault: 'Cloud: unbounded', server: [gone, reply(400, {}, says('Unbounded JQL queries are not allowed here.'))], errors: ['Unbounded JQL queries are not allowed here.'], ...failed, requests: 2 },
];

describe('faults of a tracker', () => {
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
      const seen = await searchAgainst(server, circumstances, url);
      const { outcome } = seen;
      assert.deepEqual(
        {
          codes: outcome.notices.map(notice => notice.code),
          status: outcome.status,
          rows: seen.rows.length,
          requests: seen.server.requests.length,
          waits: seen.waits.map(({ seconds }) => seconds),
          errors: outcome.errors.map(({ text }) => text),
        },
        { codes: code === undefined ? [] : [code], status, rows, requests, waits, errors },
      );
      for (const { message } of outcome.notices) {
        assert.doesNotMatch(message, /\{\w+\}|<|undefined/);
        if (code !== 'proxy') assert.match(message, /“tracker”/);
      }
      assert.equal(outcome.rows, seen.rows.length);
    });
  }
});
