/** Searching the embedded tracker and fetching its issues, as everybody may. */
import type { Row } from '#shared/protocol/json.ts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createBackend } from '../../server/src/network/create-backend.ts';
import { textOf } from '#shared/protocol/json-values.ts';
import type { Backend, RunOutcome } from '../../server/src/network/backend.ts';
import { createThreadBackend } from '../../server/src/network/thread/thread-backend.ts';
import { startSandboxTracker, type SandboxTracker } from '../sandbox/tracker.ts';
import type { TrackerOptions } from '../sandbox/tracker/options.ts';
import { quickClock } from './harness.ts';
import { TableSink } from '../support/stored-rows.ts';

const never = new AbortController().signal;
const workerFile = new URL('../../server/src/network/thread/worker.ts', import.meta.url);

interface Bench {
  readonly tracker: SandboxTracker;
  readonly backend: Backend;
  readonly rows: Row[];
  readonly totals: Set<number | undefined>;
  /** Of requests since the last call: `GET /rest/api/2/search 200`. */
  asked(): string[];
  run(jql: string, order?: Order): Promise<RunOutcome>;
}
interface Order {
  readonly limit?: number;
  readonly fields?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onRows?: () => void;
  readonly isCount?: true;
}

async function bench(options: TrackerOptions, make: () => Backend): Promise<Bench> {
  const tracker = await startSandboxTracker(options);
  const backend = make();
  backend.configure({ userAgent: 'test/1.0 (me@example.org)', proxy: '', certificateAuthorities: [] });
  const rows: Row[] = [];
  const totals = new Set<number | undefined>();
  let seen = 0;
  return {
    tracker,
    backend,
    rows,
    totals,
    asked() {
      const since = tracker.requests.slice(seen);
      seen = tracker.requests.length;
      return since.map(({ method, path, status }) => `${method} ${path} ${status}`);
    },
    async run(jql, { limit = Infinity, fields, signal = never, onRows, isCount } = {}) {
      const sink = new TableSink(({ total }) => totals.add(total), onRows);
      const outcome = await backend.run(
        {
          run: 'run',
          site: { name: 'tracker', url: tracker.url },
          request: { kind: 'tracker', jql, ...(fields && { fields }), ...(isCount && { isCount }) },
          limit,
        },
        sink,
        signal,
      );
      rows.splice(0, rows.length, ...(await sink.rows(backend, 'run')));
      return outcome;
    },
  };
}
const close = async ({ backend, tracker }: Bench): Promise<void> => {
  await backend.dispose();
  await tracker.stop();
};
const keysOf = ({ rows }: Bench): string[] => rows.map(({ key }) => textOf(key));
const quick = (): Backend => createBackend({ clock: quickClock() });

for (const [where, make] of [
  ['in this thread', quick],
  ['in a thread of its own', () => createThreadBackend(workerFile)],
] as const) {
  describe(`a search ${where}`, () => {
    let at: Bench;
    before(async () => void (at = await bench({ contextPath: '/jira', maxResults: 40 }, make)));
    after(() => close(at));

    it('returns every issue once, page by page', async () => {
      const outcome = await at.run('order by key');
      const known = at.tracker.world.issues.filter(({ project }) => project.open).length;
      assert.deepEqual([outcome.status, outcome.rows, outcome.total], ['complete', known, known]);
      assert.equal(new Set(keysOf(at)).size, known);
      assert.deepEqual(
        at.asked(),
        Array.from({ length: Math.ceil(known / 40) }, () => 'GET /rest/api/2/search 200'),
      );
      assert(at.totals.has(known));
    });
    it('stops at its limit and goes on from there', async () => {
      const outcome = await at.run('project = LAMP order by key', { limit: 7 });
      assert.deepEqual([outcome.status, outcome.rows, at.rows.length], ['more', 7, 7]);
      const first = keysOf(at);
      const sink = new TableSink();
      const more = await at.backend.more('run', 60, sink, never);
      const keys = (await sink.rows(at.backend, 'run')).map(({ key }) => textOf(key));
      assert.deepEqual([more?.status, more?.rows, new Set(keys).size], ['more', 67, 67]);
      assert.deepEqual(keys.slice(0, 7), first);
      at.asked();
    });
    it('keeps what it has when it is cancelled', async () => {
      const abort = new AbortController();
      const outcome = await at.run('order by key', { signal: abort.signal, onRows: () => abort.abort() });
      assert.equal(outcome.status, 'incomplete');
      assert.deepEqual(
        outcome.notices.map(({ code }) => code),
        ['cancelled'],
      );
      assert(outcome.rows >= 40 && outcome.rows < 160);
      at.asked();
    });
    it('asks for the fields that are named, whatever they are called', async () => {
      const outcome = await at.run('order by key', {
        fields: ['Story Points', 'type', 'no such field'],
        limit: 3,
      });
      assert.deepEqual(at.asked(), ['GET /rest/api/2/field 200', 'GET /rest/api/2/search 200']);
      assert.deepEqual(
        outcome.notices.map(({ code }) => code),
        ['unknownFields'],
      );
      for (const row of at.rows)
        assert.deepEqual(
          Object.keys(row).filter(key => !['key', 'Story Points', 'type'].includes(key)),
          [],
        );
      await at.run('order by key', { fields: ['Story Points'], limit: 3 });
      assert.deepEqual(at.asked(), ['GET /rest/api/2/search 200'], 'the list of fields is asked for once');
    });
    it('goes by POST when it is long', async () => {
      const keys = Array.from({ length: 1500 }, (_, index) => `LAMP-${index + 1}`);
      const outcome = await at.run(
        `issuekey in (${keys.slice(0, 60).join(', ')}) or text ~ "${'x'.repeat(7500)}"`,
      );
      assert.deepEqual([outcome.status, outcome.rows], ['complete', 60]);
      assert(at.asked().every(line => line === 'POST /rest/api/2/search 200'));
    });
    it('tells what the tracker says of it', async () => {
      const outcome = await at.run('foo = 1');
      assert.deepEqual([outcome.status, outcome.errors.length], ['failed', 1]);
      assert.match(outcome.errors[0]?.text ?? '', /'foo'/);
    });
    it('keeps the answer as it came', async () => {
      await at.run('project = LAMP order by key', { limit: 50 });
      const raw: { issues: unknown[]; names: object } = JSON.parse((await at.backend.raw('run')) ?? '');
      assert.equal(raw.issues.length, 50);
      assert('summary' in raw.names);
      at.asked();
    });
    it('fetches an issue by its key or the address of its page', async () => {
      await at.run('project = LAMP order by key', { limit: 1 });
      const [key = ''] = keysOf(at);
      at.asked();
      const site = { name: 'tracker', url: at.tracker.url };
      const byKey = await at.backend.issue({ site, reference: key.toLowerCase() }, never);
      const byUrl = await at.backend.issue({ site, reference: `${at.tracker.url}/browse/${key}?x=1` }, never);
      assert.deepEqual(
        at.asked(),
        Array.from({ length: 2 }, () => `GET /rest/api/2/issue/${key} 200`),
      );
      assert.equal(byKey.issue?.summary, at.rows[0]?.['summary']);
      assert.equal(byKey.issue?.browseUrl, `${at.tracker.url}/browse/${key}`);
      assert.deepEqual(byUrl, byKey);
    });
    it('says why it has no issue, and sends nothing to strangers', async () => {
      const site = { name: 'tracker', url: at.tracker.url };
      const codeOf = async (reference: string): Promise<string> => {
        const { issue, notices } = await at.backend.issue({ site, reference }, never);
        return issue ? 'issue' : notices.map(({ code }) => code).join(' ');
      };
      assert.equal(await codeOf('LAMP-99999'), 'issueNotFound');
      assert.equal(await codeOf('CANAL-1'), 'issueForbidden');
      assert.equal(at.asked().length, 2);
      assert.equal(await codeOf('LAMP'), 'badKey');
      assert.equal(await codeOf('http://127.0.0.1:1/jira/browse/LAMP-1'), 'otherSite');
      assert.deepEqual(at.asked(), []);
    });
    it('sends no credentials', () => {
      for (const { headers } of at.tracker.requests) {
        assert.equal(headers['authorization'], undefined);
        assert.equal(headers['cookie'], undefined);
      }
    });
    it('describes what can be queried', async () => {
      const told = await at.backend.describe({ name: 't', url: at.tracker.url, kind: 'tracker' }, never);
      assert(told?.kind === 'tracker' && told.deploymentType === 'Server');
      assert(JSON.stringify(told.autocompleteData).includes('visibleFieldNames'));
      assert(Array.isArray(told.fields));
    });
  });
}

describe('a search of a Cloud site', () => {
  let at: Bench;
  before(async () => void (at = await bench({ flavour: 'cloud', maxResults: 50 }, quick)));
  after(() => close(at));

  it('moves to the new search when the old one is gone, and remembers it', async () => {
    const outcome = await at.run('project in (LAMP, GARD) order by key');
    assert.deepEqual([outcome.status, outcome.notices, outcome.total], ['complete', [], undefined]);
    assert.equal(new Set(keysOf(at)).size, outcome.rows);
    const asked = at.asked();
    assert.equal(asked[0], 'GET /rest/api/2/search 410');
    const search = 'GET /rest/api/3/search/jql 200';
    assert.deepEqual(asked.slice(1), [search, 'POST /rest/api/3/search/approximate-count 200', search]);
    assert.deepEqual([outcome.estimatedTotal, outcome.requests], [outcome.rows, 4]);
    const again = await at.run('project = LAMP order by key', { limit: 10 });
    assert.deepEqual([again.status, again.rows], ['more', 10]);
    assert.deepEqual(at.asked(), ['GET /rest/api/3/search/jql 200']);
  });
  it('goes by POST when it is long', async () => {
    const outcome = await at.run(`project = LAMP or text ~ "${'x'.repeat(7500)}"`, { limit: 60 });
    assert.deepEqual([outcome.status, outcome.rows], ['more', 60]);
    assert(at.asked().every(line => line === 'POST /rest/api/3/search/jql 200'));
  });
  it('counts without fetching', async () => {
    const outcome = await at.run('project = LAMP', { isCount: true });
    assert.deepEqual([outcome.status, outcome.rows, outcome.requests], ['complete', 1, 1]);
    assert.deepEqual(at.asked(), ['POST /rest/api/3/search/approximate-count 200']);
    const [row] = at.rows;
    const fetched = await at.run('project = LAMP order by key');
    assert.deepEqual(row, { count: fetched.rows });
    at.asked();
  });
  it('says what is wrong with a query that it only counts', async () => {
    const outcome = await at.run('project =', { isCount: true });
    assert.equal(outcome.status, 'failed');
    assert.ok(outcome.errors.length > 0);
    at.asked();
  });
  it('has the names of the fields', async () => {
    await at.run('project = LAMP', { limit: 1, fields: ['Story Points'] });
    assert.deepEqual(at.asked(), ['GET /rest/api/2/field 200', 'GET /rest/api/3/search/jql 200']);
  });
});

describe('a search that meets', () => {
  it('the end of what the server hands out says so', async () => {
    const at = await bench({ maxResults: 20, resultWindow: 60 }, quick);
    const outcome = await at.run('order by key');
    await close(at);
    assert.deepEqual([outcome.status, outcome.rows, outcome.notices.length], ['incomplete', 60, 1]);
  });
  it('a closed tracker says that nobody is signed in', async () => {
    const at = await bench({ anonymous: false }, quick);
    const empty = await at.run('order by key');
    const wrong = await at.run('foo = 1');
    const mine = await at.run('assignee = currentUser()');
    const broken = await at.run('project = ');
    await close(at);
    assert.deepEqual([empty.status, empty.rows, wrong.status], ['complete', 0, 'failed']);
    for (const { notices } of [empty, wrong])
      assert.deepEqual(
        notices.map(({ code, action }) => [code, action]),
        [['asNobody', 'signIn']],
      );
    assert.deepEqual(
      [...mine.notices, ...broken.notices].map(({ code }) => code),
      ['currentUserIsNobody'],
    );
  });
});
