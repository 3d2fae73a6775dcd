/** The HTTP client: TLS, proxies, cancellation, limits, retries, redirects, and client certificates. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TLSSocket } from 'node:tls';
import type { ClientCertificate } from '#shared/protocol/settings.ts';
import { certificates } from '../support/certificates.ts';
import { readText } from '../../server/src/network/http/read-json.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../../server/src/network/http/http-client.ts';
import { HttpFailure } from '../../server/src/network/http/http-failure.ts';
import { defaultLimits, type Limits } from '../../server/src/network/http/limits.ts';
import { commonNotices } from '../../server/src/network/network-notices.ts';
import { withRedirects, withRetries } from '../../server/src/network/http/redirects-and-retries.ts';
import { createHttpClient, type ConnectionSettings } from '../../server/src/network/http/create-client.ts';
import {
  bytes,
  json,
  reply,
  sayAndClose,
  sayAndReset,
  silence,
  startBadServer,
  stream,
  type BadServer,
  type Behaviour,
  type ServerTls,
} from '../support/bad-server.ts';
import { until } from '../support/until.ts';
import { quickClock } from './harness.ts';

const never = new AbortController().signal;
const plain: ConnectionSettings = { proxy: '', certificateAuthorities: [] };
const get = (url: string, headers: Record<string, string> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers,
  read: true,
});

const open: { close(): Promise<void> }[] = [];
const client = (settings: Partial<ConnectionSettings> = {}, limits: Partial<Limits> = {}): HttpClient => {
  const made = createHttpClient({ ...plain, ...settings }, { ...defaultLimits, ...limits });
  open.push(made);
  return made;
};
const serve = async (behaviours: readonly Behaviour[], tls?: ServerTls): Promise<BadServer> => {
  const server = await startBadServer(behaviours, tls);
  open.push({ close: server.stop });
  return server;
};
after(() => Promise.all(open.map(each => each.close())));

const retrying = (): HttpClient => withRetries(client(), quickClock(), () => 0);
const elsewhere = (server: BadServer): Behaviour => reply(307, { location: `${server.origin}/there` }, '');

/** The failure of a request that must fail. */
async function failure(answer: Promise<HttpResponse>): Promise<HttpFailure> {
  try {
    const { status } = await answer;
    assert.fail(`answered with ${status}`);
  } catch (error) {
    assert.ok(error instanceof HttpFailure, String(error));
    return error;
  }
}

describe('TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'));
  const key = path.join(folder, 'key.pem');
  const cert = path.join(folder, 'cert.pem');
  let tls: { key: string; cert: string };
  before(() => {
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '1',
        '-keyout',
        key,
        '-out',
        cert,
        ...subject,
      ],
      { stdio: 'ignore' },
    );
    tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  });
  after(() => rmSync(folder, { recursive: true }));

  it('5 refuses a certificate that nobody vouches for, and says why', async () => {
    const server = await serve([json({})], tls);
    const { kind, detail } = await failure(client().send(get(server.url), never));
    assert.deepEqual({ kind, detail }, { kind: 'tls', detail: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    assert.equal(server.requests.length, 0);
  });

  it('5 … also where the environment says not to look', async () => {
    const usual = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const server = await serve([json({})], tls);
      assert.equal((await failure(client().send(get(server.url), never))).kind, 'tls');
    } finally {
      if (usual === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = usual;
    }
  });

  it('5 takes one whose authority was added', async () => {
    const server = await serve([json({})], tls);
    const response = await client({ certificateAuthorities: [tls.cert] }).send(get(server.url), never);
    assert.equal(response.status, 200);
  });

  it('5 names an authority that cannot be read', async () => {
    const server = await serve([json({})], tls);
    const settings = {
      certificateAuthorities: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    };
    assert.equal((await failure(client(settings).send(get(server.url), never))).kind, 'certificateSettings');
  });

  it('5 a server that speaks no TLS', async () => {
    const server = createServer((_request, response) => response.end());
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: async () => void server.close() });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const failed = await failure(client().send(get(`https://127.0.0.1:${port}/`), never));
    assert.equal(failed.kind, 'tls');
    const { code, message } = commonNotices.failure(failed, 'town');
    assert.equal(code, 'tls');
    assert.match(message, /“town” at 127\.0\.0\.1:\d+ does not answer by https\./);
  });

  it('4 gives up on a connection that is never made', async () => {
    const server = await serve([silence]);
    const url = server.url.replace('http:', 'https:');
    assert.equal((await failure(client({}, { connect: 200 }).send(get(url), never))).kind, 'connectTimeout');
  });
});

describe('proxy', () => {
  const site = 'http://wiki.invalid/api.php';
  const secure = 'https://wiki.invalid/api.php';

  it('6 asks through it', async () => {
    const proxy = await serve([json({ ok: true })]);
    const response = await client({ proxy: proxy.origin }).send(get(`${site}?a=1`), never);
    assert.equal(readText(response), '{"ok":true}');
    assert.equal(proxy.requests[0]?.target, `${site}?a=1`);
  });
  it('6 never shows it what goes to the site through a tunnel', async () => {
    const proxy = await serve([reply(407, {}, '')]);
    await failure(
      client({ proxy: proxy.origin }).send(
        get(secure, { authorization: 'Bearer secret', cookie: 'secret' }),
        never,
      ),
    );
    const [seen] = proxy.requests;
    assert.equal(`${seen?.method} ${seen?.target}`, 'CONNECT wiki.invalid:443');
    assert.doesNotMatch(JSON.stringify([...(seen?.headers ?? [])]), /secret/);
  });
  it('6 sends its own user to it', async () => {
    const proxy = await serve([reply(407, {}, '')]);
    await failure(client({ proxy: proxy.origin.replace('//', '//me:pass@') }).send(get(secure), never));
    assert.equal(proxy.requests[0]?.headers.get('proxy-authorization'), `Basic ${btoa('me:pass')}`);
  });
  for (const url of [site, secure]) {
    it(`6 407 for ${url}`, async () => {
      const proxy = await serve([reply(407, {}, '')]);
      const { kind, detail, host } = await failure(client({ proxy: proxy.origin }).send(get(url), never));
      assert.deepEqual(
        { kind, detail, host },
        { kind: 'proxy', detail: { reason: '407' }, host: `127.0.0.1:${proxy.port}` },
      );
    });
    it(`6 refused for ${url}`, async () => {
      const { kind, host } = await failure(client({ proxy: 'http://127.0.0.1:1' }).send(get(url), never));
      assert.deepEqual({ kind, host }, { kind: 'proxy', host: '127.0.0.1:1' });
    });
  }
  it('6 an invalid URL', async () => {
    assert.equal((await failure(client({ proxy: 'nonsense' }).send(get(site), never))).kind, 'proxySettings');
  });
  it('leaves it out on the way to this machine', async () => {
    const server = await serve([json({})]);
    const response = await client({ proxy: 'http://127.0.0.1:1' }).send(get(server.url), never);
    assert.equal(response.status, 200);
  });
});

describe('cancelling', () => {
  const drip = stream(bytes(200, { 'transfer-encoding': 'chunked' }, ''), '1\r\n \r\n', 10);
  for (const [when, behaviour] of [
    ['before the headers', silence],
    ['in the body', drip],
  ] as const) {
    it(`49 closes the socket at once ${when}`, async test => {
      const server = await serve([behaviour]);
      const abort = new AbortController();
      const answer = failure(client().send(get(server.url), abort.signal));
      await until('the request', async () => server.requests.length > 0);
      const begin = performance.now();
      abort.abort();
      assert.equal((await answer).kind, 'cancelled');
      await until('the socket to close', async () => server.closedAt.length > 0);
      test.diagnostic(`closed after ${((server.closedAt[0] ?? Infinity) - begin).toFixed(1)} ms`);
    });
  }
  it('49 sends nothing when it was cancelled before', async () => {
    const server = await serve([json({})]);
    assert.equal((await failure(client().send(get(server.url), AbortSignal.abort()))).kind, 'cancelled');
    assert.equal(server.requests.length, 0);
  });
  it('closing the client ends what is under way', async () => {
    const server = await serve([silence]);
    const closing = client();
    const answer = failure(closing.send(get(server.url), never));
    await until('the request', async () => server.requests.length > 0);
    await closing.close();
    assert.equal((await answer).kind, 'cancelled');
  });
});

describe('one request', () => {
  it('11 bytes after the answer cost the socket, not the answer', async () => {
    const first = bytes(200, {}, '{"a":1}');
    const server = await serve([
      socket => void socket.write(Buffer.concat([first, Buffer.from('HTTP/1.1 200 OK\r\n')])),
      json({ a: 2 }),
    ]);
    const both = client();
    assert.equal(readText(await both.send(get(server.url), never)), '{"a":1}');
    assert.equal(readText(await both.send(get(server.url), never)), '{"a":2}');
    assert.deepEqual(
      server.requests.map(({ connection }) => connection),
      [1, 2],
    );
  });
  it('keeps a good connection', async () => {
    const server = await serve([json({})]);
    const both = client();
    await both.send(get(server.url), never);
    await both.send(get(server.url), never);
    assert.deepEqual(
      server.requests.map(({ connection }) => connection),
      [1, 1],
    );
  });
  it('7 takes a new socket where the server closed the old one in between', async () => {
    const server = await serve([sayAndClose(bytes(200, {}, '{}')), json({})]);
    const both = client();
    await both.send(get(server.url), never);
    await both.send(get(server.url), never);
    assert.deepEqual(
      server.requests.map(({ connection }) => connection),
      [1, 2],
    );
  });
  it('never sends the user of an address', async () => {
    const server = await serve([json({})]);
    await client().send(get(server.url.replace('//', '//me:secret@')), never);
    assert.doesNotMatch(JSON.stringify([...(server.requests[0]?.headers ?? [])]), /secret|authorization/i);
  });
  it('tells cookies apart', async () => {
    const server = await serve([
      sayAndClose('HTTP/1.1 200 OK\r\nset-cookie: a=1\r\nset-cookie: b=2, c\r\ncontent-length: 2\r\n\r\n{}'),
    ]);
    const response = await client().send(get(server.url), never);
    assert.deepEqual(response.setCookie, ['a=1', 'b=2, c']);
  });
});

describe('retries', () => {
  it('sends nothing with Authorization twice', async () => {
    const server = await serve([sayAndReset('')]);
    const { requests } = await failure(retrying().send(get(server.url, { Authorization: 'Basic x' }), never));
    assert.deepEqual([server.requests.length, requests], [1, 1]);
  });
  it('… whatever the status', async () => {
    for (const status of [502, 503, 504]) {
      const server = await serve([reply(status, {}, '')]);
      await retrying().send(get(server.url, { authorization: 'Basic x' }), never);
      assert.equal(server.requests.length, 1);
    }
  });
  it('sends nothing twice that is not a read', async () => {
    const server = await serve([reply(502, {}, '')]);
    await retrying().send({ ...get(server.url), read: false }, never);
    assert.equal(server.requests.length, 1);
  });
  it('sends nothing more than three times, whatever goes wrong', async () => {
    const server = await serve([sayAndReset(''), reply(502, {}, ''), reply(504, {}, ''), json({})]);
    assert.equal((await retrying().send(get(server.url), never)).status, 504);
    assert.equal(server.requests.length, 3);
  });
  it('pauses for a random time between 300 and 900 ms', async () => {
    const clock = quickClock();
    const server = await serve([reply(502, {}, '')]);
    await withRetries(client(), clock, () => 0.5).send(get(server.url), never);
    assert.deepEqual(clock.slept, [600]);
  });
});

describe('redirects', () => {
  for (const header of ['Authorization', 'Cookie']) {
    it(`does not follow one with ${header}`, async () => {
      const server = await serve([reply(302, { location: '/login?token=secret' }, '')]);
      const { kind, detail } = await failure(
        withRedirects(client(), 5).send(get(server.url, { [header]: 'x' }), never),
      );
      assert.deepEqual(
        { kind, detail },
        { kind: 'redirect', detail: { status: 302, location: `${server.origin}/login` } },
      );
      assert.equal(server.requests.length, 1);
    });
  }
  it('25 sends nothing to another origin', async () => {
    const other = await serve([json({})]);
    const server = await serve([elsewhere(other)]);
    const { detail } = await failure(withRedirects(client(), 5).send(get(server.url), never));
    assert.equal(detail['location'], `${other.origin}/there`);
    assert.equal(other.requests.length, 0);
  });
});

/** The subject of the certificate that the server was shown; empty = none. */
const shownSubject: Behaviour = (socket, request) => {
  const subject = socket instanceof TLSSocket ? socket.getPeerCertificate().subject : undefined;
  json({ shown: subject?.CN ?? '' })(socket, request);
};

describe('a certificate of this machine', () => {
  const passphrase = 'CANARY-passphrase';
  const authority = certificates();
  const tls = authority.make('server');
  const files = authority.files('ann', passphrase);
  after(() => authority.remove());
  const wanting = { ...tls, ca: authority.authority, requestCert: true };
  const clientFor = (
    server: BadServer,
    file: ClientCertificate,
    known: () => string | undefined = () => undefined,
  ): HttpClient =>
    client({
      certificateAuthorities: [authority.authority],
      clientCertificates: { [`${server.origin}/jira`]: file },
      passphrase: async origin => (origin === server.origin ? known() : undefined),
    });

  const accepted: readonly (readonly [name: string, file: ClientCertificate, passphrase?: string])[] = [
    ['in PEM, with the key', { file: files.both }],
    ['in PEM, with a key in its own file', { file: files.certificate, key: files.key }],
    ['in PEM, with a locked key', { file: files.certificate, key: files.lockedKey }, passphrase],
    ['in PFX', { file: files.pfx }, ''],
    ['in PFX with a passphrase', { file: files.lockedPfx }, passphrase],
  ];
  for (const [name, file, known] of accepted)
    it(`${name}: is shown to the server that requires it`, async () => {
      const server = await serve([shownSubject], { ...wanting, rejectUnauthorized: true });
      const response = await clientFor(server, file, () => known).send(get(server.url), never);
      assert.deepEqual(JSON.parse(readText(response)), { shown: 'ann' });
    });

  it('that the server misses ends the connection', async () => {
    const server = await serve([shownSubject], { ...wanting, rejectUnauthorized: true });
    const answer = client({ certificateAuthorities: [authority.authority] }).send(get(server.url), never);
    // The alert and the end of the connection arrive together: either can be seen first.
    assert.match((await failure(answer)).kind, /^(?:tls|closed|reset)$/);
    assert.equal(server.requests.length, 0);
  });

  it('is shown to no other origin', async () => {
    const [server, other] = [
      await serve([shownSubject], wanting),
      await serve([shownSubject], { ...wanting, rejectUnauthorized: false }),
    ];
    const response = await clientFor(server, { file: files.both }).send(get(other.url), never);
    assert.deepEqual(JSON.parse(readText(response)), { shown: '' });
  });

  const refused: readonly (readonly [name: string, file: ClientCertificate, passphrase?: string])[] = [
    ['in a file that is missing', { file: '/nowhere/ann.pem' }],
    ['in a file of something else', { file: import.meta.filename }],
    ['without its key', { file: files.certificate }],
    ['with a passphrase that is not known', { file: files.lockedPfx }],
    ['with another passphrase', { file: files.lockedPfx }, 'CANARY-wrong'],
    [
      'with a locked key and another passphrase',
      { file: files.certificate, key: files.lockedKey },
      'CANARY-wrong',
    ],
  ];
  for (const [name, file, known] of refused)
    it(`${name}: nothing is sent, and the passphrase is not repeated`, async () => {
      const server = await serve([shownSubject], wanting);
      const failed = await failure(clientFor(server, file, () => known).send(get(server.url), never));
      assert.deepEqual([failed.kind, failed.requests, failed.unsent], ['clientCertificate', 0, true]);
      assert.doesNotMatch(JSON.stringify([failed, failed.detail, failed.message]), /CANARY/);
      assert.equal(server.requests.length, 0);
    });

  it('is read again once its passphrase is known', async () => {
    let known: string | undefined;
    const server = await serve([shownSubject], wanting);
    const sender = clientFor(server, { file: files.lockedPfx }, () => known);
    await failure(sender.send(get(server.url), never));
    known = passphrase;
    assert.equal((await sender.send(get(server.url), never)).status, 200);
  });
});
