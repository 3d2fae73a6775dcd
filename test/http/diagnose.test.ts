/** The diagnosis of misbehaving servers: its report and its requests. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { defaultLimits, type Limits } from '../../server/src/network/http/limits.ts';
import { peerCertificate } from '../../server/src/network/http/peer-certificate.ts';
import type { Diagnosis, DiagnosisStepName } from '#shared/protocol/sites/diagnosis.ts';
import type { SiteKind } from '#shared/protocol/sites.ts';
import type { SessionState } from '#shared/protocol/sites/login.ts';
import { evaluateProbe } from '../../server/src/network/diagnose/evaluate-probe.ts';
import { createBackend } from '../../server/src/network/create-backend.ts';
import {
  json,
  reply,
  sayAndReset,
  silence,
  startBadServer,
  type BadServer,
  type Behaviour,
} from '../support/bad-server.ts';
import { type CertificateOptions, type Certificates, certificates } from '../support/certificates.ts';
import { quickClock } from './harness.ts';

const never = new AbortController().signal;
const today = Date.UTC(2026, 0, 1);
const html = { 'content-type': 'text/html; charset=utf-8' };

interface Circumstances {
  readonly kind?: SiteKind;
  readonly proxy?: string;
  readonly limits?: Partial<Limits>;
  readonly url?: (server: BadServer) => string;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** An authority to trust. */
  readonly authority?: string;
  readonly now?: number;
}

async function diagnosed(
  behaviour: Behaviour | readonly Behaviour[],
  { kind = 'wiki', proxy = '', limits = {}, url, tls, authority, now = today }: Circumstances = {},
): Promise<Diagnosis & { readonly server: BadServer }> {
  const server = await startBadServer([behaviour].flat(), tls);
  const backend = createBackend({ clock: quickClock(now), limits: { ...defaultLimits, ...limits } });
  const certificateAuthorities = authority === undefined ? [] : [authority];
  backend.configure({ userAgent: 'test/1.0 (me@example.org)', proxy, certificateAuthorities });
  try {
    const address = url?.(server) ?? (kind === 'wiki' ? server.url : server.origin);
    return { ...(await backend.diagnose({ name: 'site', kind, url: address }, never)), server };
  } finally {
    await backend.dispose();
    await server.stop();
  }
}

/** The steps that did not pass, in their order. */
const remarks = ({ steps }: Diagnosis): readonly string[] =>
  steps
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped')
    .map(({ step, outcome }) => `${step} ${outcome}`);

const stepOf = ({ steps }: Diagnosis, name: DiagnosisStepName) => {
  const found = steps.find(({ step }) => step === name);
  assert(found);
  return found;
};

const wikiAnswer = (rights: readonly string[] = ['read']) => ({
  batchcomplete: true,
  query: {
    general: { generator: 'MediaWiki 1.43.0' },
    userinfo: { id: 0, name: '127.0.0.1', anon: true, rights, ratelimits: {} },
  },
});
const serverInfo = { version: '10.3.0', deploymentType: 'Server' };

/** The details of the limits at Wikipedia. */
const limitsOf = (
  userAgent: string,
  limitClass?: string,
  session: SessionState['state'] = 'anonymous',
  rights = ['read'],
) => {
  const steps = evaluateProbe({
    site: { name: 'enwiki', kind: 'wiki', url: 'https://en.wikipedia.org/w/api.php' },
    answer: {
      status: 200,
      content: { kind: 'api', software: 'MediaWiki 1.46' },
      rateLimits: [],
      milliseconds: 1,
      ...(limitClass !== undefined && { limitClass }),
    },
    now: today,
    account: { name: '', rights, rateLimits: [] },
    session: { state: session, message: '' },
    userAgent,
  });
  return steps.find(({ step }) => step === 'limits')?.details?.join('\n') ?? '';
};

describe('the limits of Wikimedia', () => {
  const cases: readonly [about: string, said: string, details: RegExp][] = [
    ['no contact', limitsOf('wikijql/1'), /unidentified: 10 a minute\. .* accepts 200\./],
    ['a contact', limitsOf('wikijql/1 (me@example.org)'), /by the contact: 200 requests a minute\. .* 2000/],
    [
      'a contact that the wiki does not take',
      limitsOf('wikijql/1 (me@example.org)', 'anon'),
      /unidentified: 10/,
    ],
    ['a class that nobody knows', limitsOf('wikijql/1 (me@example.org)', 'x'), /by the contact: 200/],
    ['a network without limits', limitsOf('wikijql/1', 'known-network'), /no limit/],
    ['an account', limitsOf('wikijql/1', 'anon', 'signedIn'), /Signed in: Wikimedia accepts 200 .* 2000/],
    ['a bot', limitsOf('wikijql/1', 'anon', 'signedIn', ['bot']), /no limit/],
  ];
  for (const [about, said, details] of cases) it(`with ${about}`, () => assert.match(said, details));
});

describe('a diagnosis', () => {
  it('of a site that is as it should be has no remarks', async () => {
    const found = await diagnosed(json(wikiAnswer(), { date: new Date(today).toUTCString() }));
    assert.deepEqual(remarks(found), []);
    assert.match(stepOf(found, 'api').message, /MediaWiki 1\.43\.0/);
    assert.match(stepOf(found, 'limits').message, /^500 rows/);
    assert.match(stepOf(found, 'clock').message, /at most/);
    assert.match(found.text, /^No problem found\.$/m);
    const tracker = await diagnosed(json(serverInfo, { 'x-ratelimit-limit': '50' }), { kind: 'tracker' });
    assert.deepEqual(remarks(tracker), []);
    assert.match(stepOf(tracker, 'api').message, /Jira 10\.3\.0 Server/);
    assert.match(stepOf(tracker, 'limits').message, /x-ratelimit-limit 50/);
  });

  it('sends one request, without credentials and without a cookie', async () => {
    const { server } = await diagnosed(json(wikiAnswer(), { 'set-cookie': 'session=1' }));
    assert.equal(server.requests.length, 1);
    const [request] = server.requests;
    assert.equal(request?.method, 'GET');
    for (const name of ['authorization', 'cookie']) assert.equal(request?.headers.has(name), false, name);
  });

  // prettier-ignore
  const cases: readonly (readonly [fault: string, behaviour: Behaviour | readonly Behaviour[], remarks: readonly string[], says: readonly [DiagnosisStepName, RegExp], circumstances?: Circumstances])[] = [
    ['a refused port', silence, ['connection failed'], ['connection', /refused the connection/], { url: () => 'http://127.0.0.1:1/w/api.php' }],
    ['a name that is not found', silence, ['address warning', 'name failed'], ['name', /nowhere\.invalid was not found/], { url: () => 'http://nowhere.invalid/w/api.php' }],
    ['a reset connection', sayAndReset(''), ['connection failed'], ['connection', /without a response/]],
    ['a slow server', silence, ['response failed'], ['response', /in time/], { limits: { headers: 100, total: 300 } }],
    ['a page to sign in', reply(200, html, '<form><input type="password"></form>'), ['api failed'], ['api', /found a sign-in page/]],
    ['a challenge with 403', reply(403, { ...html, 'cf-mitigated': 'challenge' }, '<title>Just a moment...</title>'), ['response failed', 'api failed'], ['api', /found a browser check/]],
    ['a challenge with 503', reply(503, html, '<p>Checking your browser</p>'), ['response failed', 'api failed'], ['api', /found a browser check/]],
    ['the challenge of a tracker', reply(200, { ...html, 'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=/login.jsp' }, ''), ['api failed'], ['api', /CAPTCHA/], { kind: 'tracker' }],
    ['a web page', reply(200, html, '<title>It works</title>'), ['api failed'], ['api', /found a web page/]],
    ['a redirect elsewhere', reply(302, { location: 'https://other.example/' }, ''), ['response failed'], ['response', /other\.example/]],
    ['a redirect loop', [reply(302, { location: '/a' }, ''), reply(302, { location: '/b' }, ''), reply(302, { location: '/a' }, '')], ['response failed'], ['response', /in a loop/]],
    ['a redirect to a page to sign in', [reply(302, { location: '/login.jsp?os_destination=x' }, ''), reply(200, html, '<title>x</title>')], ['response warning', 'api failed'], ['api', /found a sign-in page/]],
    ['a path that is not found', reply(404, html, '<title>Not found</title>'), ['response failed'], ['response', /404/]],
    ['a wiki that only members read', json({ errors: [{ code: 'readapidenied', text: 'You need read permission.' }] }), ['api warning'], ['api', /readapidenied/]],
    ['databases that lag', json({ errors: [{ code: 'maxlag', text: 'Waiting for a database server: 8 seconds lagged.' }] }), ['api warning'], ['api', /databases lag/]],
    ['a pause that is asked for', json(wikiAnswer(), { 'retry-after': '30' }), ['limits warning'], ['limits', /30/]],
    ['a clock that is wrong', json(wikiAnswer(), { date: new Date(today + 600_000).toUTCString() }), ['clock warning'], ['clock', /600 s/]],
    ['the other kind of site', json(serverInfo), ['api failed'], ['api', /not from the API/]],
    ['a proxy that refuses', silence, ['address warning', 'proxy failed'], ['proxy', /127\.0\.0\.1:1/], { proxy: 'http://127.0.0.1:1', url: () => 'http://wiki.example/w/api.php' }],
    ['a proxy that is no address', silence, ['address warning', 'proxy failed'], ['proxy', /not an http/], { proxy: 'nonsense', url: () => 'http://wiki.example/w/api.php' }],
  ];
  for (const [fault, behaviour, expected, [step, says], circumstances] of cases)
    it(`names ${fault}`, async () => {
      const found = await diagnosed(behaviour, circumstances);
      assert.deepEqual(remarks(found), expected);
      assert.match(stepOf(found, step).message, says);
      assert.notEqual(stepOf(found, step).advice ?? found.text, '');
      assert.equal(found.steps.length, 10);
    });

  it('names the right to large results', async () => {
    const found = await diagnosed(json(wikiAnswer(['read', 'apihighlimits'])));
    assert.match(stepOf(found, 'limits').message, /^5,000 rows/);
  });

  it('shows nothing hidden that a site sends', async () => {
    const text = `Denied \u202Eevil\u0007 ${'x'.repeat(5000)}`;
    const found = await diagnosed(json({ errors: [{ code: 'other', text }] }));
    assert(!/[\u202E\u0007]/u.test(found.text));
    assert(found.text.length < 4000);
  });
});

describe('a diagnosis of TLS', () => {
  let made: Certificates;
  before(() => (made = certificates()));
  after(() => made.remove());

  const self = { isSelfSigned: true };
  // prettier-ignore
  const refused: readonly (readonly [name: string, options: CertificateOptions, trusts: boolean, says: RegExp, advice: RegExp])[] = [
    ['self-signed', self, false, /self-signed/, /certificateAuthorities/],
    ['of an unknown authority', {}, false, /its authority is not known/, /certificateAuthorities/],
    ['expired', { isExpired: true }, true, /it has expired/, /renew it/],
    ['for another host', { names: 'DNS:wiki.example.org' }, true, /it is for another host/, /a host that the certificate is for/],
  ];
  for (const [name, options, isTrusted, says, advice] of refused)
    it(`names a certificate that is ${name}, and sends nothing`, async () => {
      const tls = made.make(name, options);
      const found = await diagnosed(json({}), { tls, ...(isTrusted && { authority: made.authority }) });
      assert.deepEqual(remarks(found), ['certificate failed']);
      const step = stepOf(found, 'certificate');
      assert.match(step.message, says);
      assert.match(step.advice ?? '', advice);
      const [subject, issuer, valid, names] = step.details ?? [];
      assert.match(subject ?? '', new RegExp(`^Subject: O=Harbour Works, CN=${name}$`));
      assert.match(issuer ?? '', options === self ? /CN=self-signed$/ : /^Issuer: .*CN=Harbour Authority$/);
      assert.match(
        valid ?? '',
        options.isExpired ? /^Valid from 2020-01-01 to 2021-01-01$/ : /^Valid from 20/,
      );
      assert.match(names ?? '', options.names === undefined ? /127\.0\.0\.1/ : /DNS:wiki\.example\.org/);
      for (const line of step.details ?? []) assert(found.text.includes(line));
      assert.equal(found.server.requests.length, 0);
    });

  it('shows whose an accepted certificate is, and warns before it expires', async () => {
    const tls = made.make('accepted');
    const found = await diagnosed(json(wikiAnswer()), { tls, authority: made.authority });
    const step = stepOf(found, 'certificate');
    assert.equal(step.outcome, 'passed');
    assert.match(step.details?.[1] ?? '', /CN=Harbour Authority$/);
    assert.equal(found.server.requests.length, 1);
    const { validTo } = new X509Certificate(tls.cert);
    const now = Date.parse(validTo) - 3_600_000;
    const late = await diagnosed(json(wikiAnswer()), { tls, authority: made.authority, now });
    assert.deepEqual(remarks(late), ['certificate warning']);
    assert.match(stepOf(late, 'certificate').message, /it expires on 20\d\d-\d\d-\d\d/);
    assert.match(stepOf(late, 'certificate').advice ?? '', /renew it/);
  });

  it('shows the certificate also through a proxy, which is given its password', async () => {
    const tls = made.make('behind a proxy', self);
    const site = await startBadServer([json({})], tls);
    const asked: string[] = [];
    const proxy = createServer().on('connect', ({ url = '', headers }, socket) => {
      asked.push(
        `${url} ${Buffer.from(headers['proxy-authorization']?.slice(6) ?? '', 'base64').toString()}`,
      );
      const through = connect(site.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      socket.pipe(through).pipe(socket);
      for (const each of [socket, through]) each.on('error', () => undefined);
    });
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const found = await peerCertificate(new URL('https://wiki.example.org/w/api.php'), {
      proxy: `http://ada:lock%20gate@127.0.0.1:${port}`,
      milliseconds: 10_000,
      signal: never,
    });
    assert.equal(found?.subject, 'O=Harbour Works, CN=behind a proxy');
    assert.deepEqual(asked, ['wiki.example.org:443 ada:lock gate']);
    assert.equal(site.requests.length, 0);
    proxy.close();
    proxy.closeAllConnections();
    await site.stop();
  });

  it('shows no certificate of a server without one', async () => {
    const plain = await startBadServer([silence]);
    for (const url of [
      `https://127.0.0.1:${plain.port}/`,
      'https://127.0.0.1:1/',
      'https://nowhere.invalid/',
    ])
      assert.equal(
        await peerCertificate(new URL(url), { proxy: '', milliseconds: 500, signal: never }),
        undefined,
      );
    await plain.stop();
  });
});

describe('a diagnosis with a certificate of this machine', () => {
  const passphrase = 'CANARY-passphrase';
  const authority = certificates();
  const tls = authority.make('server');
  const files = authority.files('ann', passphrase);
  after(() => authority.remove());
  const diagnosedWith = async (known: string | undefined): Promise<Diagnosis> => {
    const server = await startBadServer([json(wikiAnswer())], {
      ...tls,
      ca: authority.authority,
      requestCert: true,
      rejectUnauthorized: true,
    });
    const asked: string[] = [];
    const vault = {
      get: async (key: string) => {
        asked.push(key);
        return key.startsWith('passphrase ') ? known : undefined;
      },
      set: async () => undefined,
      delete: async () => undefined,
    };
    const backend = createBackend({ clock: quickClock(today), vault });
    backend.configure({
      userAgent: 'test/1.0',
      proxy: '',
      certificateAuthorities: [authority.authority],
      clientCertificates: { [server.origin]: { file: files.lockedPfx } },
    });
    try {
      const found = await backend.diagnose({ name: 'site', kind: 'wiki', url: server.url }, never);
      assert.ok(asked.includes(`passphrase ${server.origin}`));
      assert.doesNotMatch(JSON.stringify(found), /CANARY/);
      return found;
    } finally {
      await backend.dispose();
      await server.stop();
    }
  };
  it('names its file', async () => {
    const found = await diagnosedWith(passphrase);
    assert.ok(
      stepOf(found, 'certificate').details?.includes(`Certificate of this machine: ${files.lockedPfx}`),
    );
    assert.equal(stepOf(found, 'api').outcome, 'passed');
  });
  it('says that it cannot be used, and what to do', async () => {
    const step = stepOf(await diagnosedWith(undefined), 'certificate');
    assert.equal(step.outcome, 'failed');
    assert.match(step.advice ?? '', /Enter Passphrase/);
  });
});
