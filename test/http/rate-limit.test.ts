/** A site that counts requests: a run waits before it is refused, and no longer than it has to. */
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { createBackend } from '../../server/src/network/create-backend.ts';
import { TableSink } from '../support/stored-rows.ts';
import { quickClock } from './harness.ts';

const perWindow = 200;
const seconds = 60;
const requests = 3_000;

/** The headers of a limit, by the name of their form. */
const forms: Readonly<Record<string, (left: number, reset: number, now: number) => Record<string, string>>> =
  {
    RateLimit: (left, reset) => ({ ratelimit: `"default";r=${left};t=${reset}` }),
    'RateLimit-Remaining': (left, reset) => ({
      'ratelimit-remaining': String(left),
      'ratelimit-reset': String(reset),
    }),
    // https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_filters/rate_limit_filter, as at Wikimedia's gateway
    'X-RateLimit of Envoy': (left, reset) => ({
      'x-ratelimit-limit': '200, 200;w=60',
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset': String(reset),
      'x-wmf-ratelimit-class': 'unauthed-bot',
    }),
    'X-RateLimit with a date': (left, reset, now) => ({
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset': new Date(now + reset * 1000).toISOString(),
    }),
  };

describe('a run of 3,000 requests at a site that accepts 200 a minute', () => {
  for (const [form, headersFor] of Object.entries(forms))
    it(`is never refused, and takes no longer than the limit: ${form}`, async () => {
      const clock = quickClock();
      let [window, used, refused, sent] = [clock.now(), 0, 0, 0];
      const answer = (response: ServerResponse): void => {
        const now = clock.now();
        if (now - window >= seconds * 1000) [window, used] = [now, 0];
        const reset = Math.ceil((window + seconds * 1000 - now) / 1000);
        const headers = headersFor(Math.max(0, perWindow - used - 1), reset, clock.date());
        if (used >= perWindow) {
          refused++;
          response.writeHead(429, { ...headers, 'retry-after': String(reset) }).end();
          return;
        }
        used++;
        sent++;
        const more = sent < requests ? { continue: { apcontinue: String(sent), continue: '-||' } } : {};
        response.writeHead(200, { ...headers, 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ batchcomplete: true, ...more, query: { allpages: [{ pageid: sent }] } }),
        );
      };
      const server = createServer((_request, response) => answer(response));
      await new Promise<void>(done => void server.listen(0, '127.0.0.1', done));
      const address = server.address();
      assert(typeof address === 'object' && address !== null);
      const backend = createBackend({ clock });
      backend.configure({ userAgent: 'test/1.0', proxy: '', certificateAuthorities: [] });
      try {
        const site = { name: 'limited', url: `http://127.0.0.1:${address.port}/api.php` };
        const request = { kind: 'wiki', parameters: [['list', 'allpages']], post: false } as const;
        const sink = new TableSink();
        const outcome = await backend.run(
          { run: 'run', site, request, limit: Infinity },
          sink,
          new AbortController().signal,
        );
        assert.deepEqual([outcome.status, outcome.requests, refused], ['complete', requests, 0]);
        const least = (Math.ceil(requests / perWindow) - 1) * seconds;
        assert.ok(clock.now() / 1000 <= least * 1.1, `${clock.now() / 1000} s of ${least}`);
      } finally {
        await backend.dispose();
        server.close();
      }
    });
});
