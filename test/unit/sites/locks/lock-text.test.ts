/** The stored text of a lock, and reading it back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import paraminfo from '../../../../server/catalogue/wiki/paraminfo.json' with { type: 'json' };
import type { TrackerDescription, WikiDescription } from '#shared/base/site-description.ts';
import { isLockOf } from '#shared/base/site-lock.ts';
import {
  lockNameOf,
  lockOf,
  lockText,
  readLock,
  siteLock,
} from '../../../../server/src/sites/locks/lock-text.ts';
import { readParamInfo } from '../../../../server/src/wiki/catalogue/paraminfo.ts';

const now = Date.UTC(2026, 10, 22, 19, 30, 1, 234);
const wikiSite = { name: 'w', kind: 'wiki', url: 'https://wiki.example.org/w/api.php' } as const;
const trackerSite = { name: 't', kind: 'tracker', url: 'https://user:secret@jira.example.org/jira' } as const;

const wiki: WikiDescription = {
  kind: 'wiki',
  paraminfo,
  namespaces: { 4: { id: 4, name: 'Stadt', canonical: 'Project' }, 0: { id: 0, name: '' } },
  aliases: [{ id: 4, alias: 'S' }],
  software: 'MediaWiki 1.43.0',
};
const tracker: TrackerDescription = {
  kind: 'tracker',
  autocompleteData: {
    visibleFieldNames: [
      {
        value: 'status',
        displayName: 'status',
        orderable: 'true',
        auto: 'true',
        operators: ['=', 'in'],
        types: ['x.Status'],
      },
      {
        value: '"Team Size"',
        displayName: 'Team Size - cf[10001]',
        cfid: 'cf[10001]',
        operators: ['='],
        types: [],
      },
    ],
    visibleFunctionNames: [{ value: 'now()', displayName: 'now()', types: ['java.util.Date'] }],
    jqlReservedWords: ['select', 'and'],
  },
  fields: [
    {
      id: 'customfield_10001',
      name: 'Team Size',
      clauseNames: ['cf[10001]', 'Team Size'],
      schema: { type: 'number' },
    },
    { id: 'x', name: 'X', clauseNames: [] },
  ],
  deploymentType: 'Server',
  timeZone: 'Europe/Berlin',
  software: 'Jira 10.3.0',
  values: {
    hasAccount: true,
    projects: [
      { id: '2', key: 'B', name: 'Bee' },
      { id: '1', key: 'A', name: 'Ay' },
    ],
    statuses: [{ id: '3', name: 'Open' }],
    versions: [{ id: '9', project: 'B', name: '1.0' }],
  },
};

/** Modules without what a lock does not keep: the numbers of parameters, and the order of maps. */
const plain = (data: unknown) =>
  JSON.parse(
    JSON.stringify(
      readParamInfo(data)
        .map(module => ({ ...module, coverage: undefined }))
        .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      (key, value: unknown) => {
        if (key === 'index') return undefined;
        return value instanceof Map ? Object.fromEntries(value) : value;
      },
    ),
  );

const valid = (): Record<string, unknown> => JSON.parse(lockText(lockOf(trackerSite, tracker, now)));

describe('a lock', () => {
  it('of a wiki is read again with the modules that the wiki had', () => {
    const text = lockText(lockOf(wikiSite, wiki, now));
    const lock = readLock(text);
    assert(!('fault' in lock));
    assert.equal(lockText(lock), text);
    const stored = siteLock('w.lock.json', lock);
    assert(!('fault' in stored) && stored.description.kind === 'wiki');
    assert.equal(stored.time, '2026-11-22T19:30:01Z');
    assert.deepEqual(plain(stored.description.paraminfo), plain(paraminfo));
    assert.deepEqual(lock.kind === 'wiki' && lock.namespaces, [
      { id: 0, names: [''] },
      { id: 4, names: ['Stadt', 'Project', 'S'] },
    ]);
  });

  it('of a tracker is sorted, and has no user’s time zone and no credentials', () => {
    const lock = lockOf(trackerSite, tracker, now);
    assert(lock.kind === 'tracker');
    assert.deepEqual(
      lock.fields.map(({ value }) => value),
      ['"Team Size"', 'status'],
    );
    assert.deepEqual(lock.fieldTypes, [{ names: ['Team Size', 'cf[10001]'], type: 'number' }]);
    assert.deepEqual(
      lock.projects?.map(({ key }) => key),
      ['A', 'B'],
    );
    assert.deepEqual(lock.reservedWords, ['and', 'select']);
    const text = lockText(lock);
    assert.doesNotMatch(text, /Berlin|secret|user:/);
    const read = readLock(text);
    assert(!('fault' in read));
    assert.deepEqual(read, lock);
    const stored = siteLock('t.lock.json', read);
    assert(!('fault' in stored) && stored.description.kind === 'tracker');
    assert.deepEqual(stored.description.values?.statuses, [{ id: '3', name: 'Open' }]);
  });

  it('has the same text for the same site, in whatever order the site names things', () => {
    const { versions = [], ...values } = tracker.values!;
    const other = { ...tracker, values: { ...values, versions, projects: values.projects.toReversed() } };
    assert.equal(lockText(lockOf(trackerSite, other, now)), lockText(lockOf(trackerSite, tracker, now)));
  });

  it('without its time says whether anything has changed', () =>
    assert.notEqual(lockText(lockOf(wikiSite, wiki, now)), lockText(lockOf(wikiSite, wiki, now + 1000))));
});

describe('a text that is not a lock', () => {
  const cases: readonly (readonly [what: string, text: string, fault: string])[] = [
    ['nothing', '', 'not-json'],
    ['a number', '1', 'shape'],
    ['null', 'null', 'shape'],
    ['another format', JSON.stringify({ ...valid(), format: 2 }), 'version'],
    ['a format that is not a number', JSON.stringify({ ...valid(), format: '1' }), 'shape'],
    ['another kind', JSON.stringify({ ...valid(), kind: 'fish' }), 'shape'],
    ['no site', JSON.stringify({ ...valid(), site: '' }), 'shape'],
    ['a long text', JSON.stringify({ ...valid(), software: 'x'.repeat(2001) }), 'shape'],
    ['an invalid time', JSON.stringify({ ...valid(), time: 'yesterday' }), 'shape'],
    ['an address of another scheme', JSON.stringify({ ...valid(), url: 'file:///etc/passwd' }), 'shape'],
    ['an address with credentials', JSON.stringify({ ...valid(), url: 'https://a:b@c.example' }), 'shape'],
    ['a field that is a text', JSON.stringify({ ...valid(), fields: ['status'] }), 'shape'],
    [
      'a field with a prototype only',
      JSON.stringify({ ...valid(), fields: [] }).replace(
        '"fields":[]',
        '"fields":[{"__proto__":{"value":"x","operators":[],"types":[]}}]',
      ),
      'shape',
    ],
    [
      'too many statuses',
      JSON.stringify({
        ...valid(),
        statuses: Array.from({ length: 20_001 }, () => ({ id: '1', name: 'x' })),
      }),
      'shape',
    ],
    ['fields inside fields', JSON.stringify({ ...valid(), fields: [[[]]] }), 'shape'],
  ];
  for (const [what, text, fault] of cases)
    it(`is refused: ${what}`, () => {
      const lock = readLock(text);
      assert('fault' in lock, JSON.stringify(lock).slice(0, 100));
      assert.equal(lock.fault, fault);
    });

  it('is refused: modules that have another shape', () => {
    const lock = readLock(
      JSON.stringify({
        ...lockOf(wikiSite, wiki, now),
        modules: [{ path: 'query+x', name: 'x', parameters: 7 }],
      }),
    );
    assert(!('fault' in lock));
    assert.deepEqual(siteLock('w.lock.json', lock), {
      fault: 'shape',
      values: { place: 'data.paraminfo.modules[0].parameters' },
    });
  });

  it('is refused: more namespaces, or longer texts, than are read of a site', () => {
    const namespaces = Array.from({ length: 1001 }, (_, id) => ({ id, names: [`N${id}`] }));
    const fields = Array.from({ length: 4500 }, (_, index) => ({
      value: `f${index}`,
      displayName: 'x'.repeat(1900),
      operators: ['='],
      types: [],
    }));
    const ofWiki = readLock(JSON.stringify({ ...lockOf(wikiSite, wiki, now), namespaces }));
    const ofTracker = readLock(JSON.stringify({ ...valid(), fields }));
    assert(!('fault' in ofWiki) && !('fault' in ofTracker));
    for (const lock of [ofWiki, ofTracker]) {
      const stored = siteLock('x.lock.json', lock);
      assert('fault' in stored && stored.fault === 'shape');
    }
  });

  it('never changes the prototype of anything', () => {
    readLock('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "format": 1}');
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });
});

describe('the name of a lock', () => {
  const names: readonly (readonly [site: string, name: string])[] = [
    ['work', 'work.lock.json'],
    ['My Wiki-2.0', 'My Wiki-2.0.lock.json'],
    ['a/b\\c:d', 'a%2Fb%5Cc%3Ad.lock.json'],
    ['..', '%2E%2E.lock.json'],
    ['.hidden', '%2Ehidden.lock.json'],
    ['100%', '100%25.lock.json'],
    ['Straße', 'Straße.lock.json'],
    ['a\nb', 'a%0Ab.lock.json'],
    ['Con', '%43on.lock.json'],
    ['nul.x', '%6Eul.x.lock.json'],
    ['lpt1', '%6Cpt1.lock.json'],
    ['console', 'console.lock.json'],
  ];
  for (const [site, name] of names)
    it(`of ${JSON.stringify(site)}`, () => {
      assert.equal(lockNameOf(site), name);
      assert.equal(decodeURIComponent(name), `${site}.lock.json`);
    });
});

describe('a lock is of a site', () => {
  const stored = siteLock('w', lockOf(wikiSite, wiki, now));
  assert(!('fault' in stored));
  it('of its address, with or without a final slash', () => {
    assert(isLockOf(stored, wikiSite.url));
    assert(isLockOf(stored, undefined));
    assert(!isLockOf(stored, 'https://other.example.org/w/api.php'));
  });
});
