/** What a diagnosis says of servers that misbehave, and what it sends. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { defaultLimits, type Limits } from '../../server/src/http/limits.ts';
import type { Diagnosis, DiagnosisStepName } from '../../server/src/protocol/diagnose.ts';
import type { SiteKind } from '../../server/src/protocol/sites.ts';
import { createRemote } from '../../server/src/remote/create-remote.ts';
import {
  json,
  reply,
  sayAndReset,
  silence,
  startBadServer,
  type BadServer,
  type Behaviour,
} from '../support/bad-server.ts';
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
}

async function diagnosed(
  behaviour: Behaviour | readonly Behaviour[],
  { kind = 'wiki', proxy = '', limits = {}, url, tls }: Circumstances = {},
): Promise<Diagnosis & { readonly server: BadServer }> {
  const server = await startBadServer([behaviour].flat(), tls);
  const remote = createRemote({ clock: quickClock(today), limits: { ...defaultLimits, ...limits } });
  remote.configure({ userAgent: 'test/1.0 (me@example.org)', proxy, certificateAuthorities: [] });
  try {
    const address = url?.(server) ?? (kind === 'wiki' ? server.url : server.origin);
    return { ...(await remote.diagnose({ name: 'site', kind, url: address }, never)), server };
  } finally {
    await remote.dispose();
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
    ['a page to sign in', reply(200, html, '<form><input type="password"></form>'), ['api failed'], ['api', /page to sign in/]],
    ['a challenge with 403', reply(403, { ...html, 'cf-mitigated': 'challenge' }, '<title>Just a moment...</title>'), ['response failed', 'api failed'], ['api', /check of the browser/]],
    ['a challenge with 503', reply(503, html, '<p>Checking your browser</p>'), ['response failed', 'api failed'], ['api', /check of the browser/]],
    ['the challenge of a tracker', reply(200, { ...html, 'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=/login.jsp' }, ''), ['api failed'], ['api', /CAPTCHA/], { kind: 'tracker' }],
    ['a web page', reply(200, html, '<title>It works</title>'), ['api failed'], ['api', /web page/]],
    ['a redirect elsewhere', reply(302, { location: 'https://other.example/' }, ''), ['response failed'], ['response', /other\.example/]],
    ['a redirect loop', [reply(302, { location: '/a' }, ''), reply(302, { location: '/b' }, ''), reply(302, { location: '/a' }, '')], ['response failed'], ['response', /in a loop/]],
    ['a redirect to a page to sign in', [reply(302, { location: '/login.jsp?os_destination=x' }, ''), reply(200, html, '<title>x</title>')], ['response warning', 'api failed'], ['api', /page to sign in/]],
    ['a path that is not found', reply(404, html, '<title>Not found</title>'), ['response failed'], ['response', /404/]],
    ['a wiki that only members read', json({ errors: [{ code: 'readapidenied', text: 'You need read permission.' }] }), ['api warning'], ['api', /readapidenied/]],
    ['databases that lag', json({ errors: [{ code: 'maxlag', text: 'Waiting for a database server: 8 seconds lagged.' }] }), ['api warning'], ['api', /databases lag/]],
    ['a pause that is asked for', json(wikiAnswer(), { 'retry-after': '30' }), ['limits warning'], ['limits', /30/]],
    ['a clock that is wrong', json(wikiAnswer(), { date: new Date(today + 600_000).toUTCString() }), ['clock warning'], ['clock', /600 s/]],
    ['the other kind of site', json(serverInfo), ['api failed'], ['api', /not of the API/]],
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
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  before(() => {
    const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=127.0.0.1';
    execFileSync('openssl', ['req', ...made.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  });
  after(() => rmSync(folder, { recursive: true }));

  it('names a certificate that is self-signed, and sends nothing', async () => {
    const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    const found = await diagnosed(json({}), { tls });
    assert.deepEqual(remarks(found), ['certificate failed']);
    assert.match(stepOf(found, 'certificate').message, /self-signed/);
    assert.match(stepOf(found, 'certificate').advice ?? '', /certificateAuthorities/);
    assert.equal(found.server.requests.length, 0);
  });
});
