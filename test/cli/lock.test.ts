/** Locks made from the embedded sites, checked against them, and used without them. */
import assert from 'node:assert/strict';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { type Folder, folderWith } from './program.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();

const folderOf = (files: Readonly<Record<string, string>> = {}): Folder => siteFolder(sandbox, files);

const credentials = (): Record<string, string> => {
  const [account] = sandbox.tracker.accounts;
  assert(account);
  return {
    WIKIJQL_WORK_URL: sandbox.tracker.url,
    WIKIJQL_WORK_TOKEN: account.token,
  };
};

const wikiLock = '.wikijql/wiki.lock.json';
const workLock = '.wikijql/work.lock.json';
const reading = (folder: Folder, name: string): Record<string, unknown> => JSON.parse(folder.read(name));

describe('a lock', () => {
  it('of a wiki has its modules and namespaces, sorted', async () => {
    using folder = folderOf();
    const { exit, out, error } = await folder.wikijql('lock', '--site', 'wiki');
    assert.equal(exit, 0, error);
    assert.match(
      out,
      /^\.wikijql\/wiki\.lock\.json: written\. MediaWiki 1\.39\.17, modules: \d+, namespaces: \d+\.\n$/,
    );
    const { format, site, kind, url, software, time, modules, namespaces } = reading(folder, wikiLock);
    assert.deepEqual(
      [format, site, kind, url, software],
      [1, 'wiki', 'wiki', sandbox.wiki.url, 'MediaWiki 1.39.17'],
    );
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert(Array.isArray(modules) && Array.isArray(namespaces));
    const paths = modules.map(({ path: name }: { path: string }) => name);
    assert.deepEqual(paths, paths.toSorted());
    assert(paths.includes('query+allpages'));
    assert(folder.read(wikiLock).endsWith('}\n'));
  });

  it('of a tracker has its fields, functions, projects, statuses and versions, and no people', async () => {
    using folder = folderOf();
    const { exit, out } = await folder.wikijqlWith({ environment: credentials() }, 'lock', '--site', 'work');
    assert.equal(exit, 0);
    assert.match(
      out,
      /Jira 10\.3\.0, fields: \d+, functions: \d+, projects: \d+, statuses: 5, versions: \d+\./,
    );
    const text = folder.read(workLock);
    for (const { name, displayName, email } of sandbox.tracker.world.people)
      for (const word of [displayName, email, `"${name}"`]) assert(!text.includes(word), word);
    for (const secret of Object.values(credentials()).slice(1)) assert(!text.includes(secret), secret);
    assert(text.includes('"In Review"'));
  });

  it('of a tracker that is read without an account has what everybody sees', async () => {
    using folder = folderOf();
    assert.equal((await folder.wikijql('lock', '--site', 'work')).exit, 0);
    const { projects: anonymous, account } = reading(folder, workLock);
    assert.equal(account, false);
    await folder.wikijqlWith({ environment: credentials() }, 'lock', '--site', 'work');
    const { projects: signedIn, account: hasAccount } = reading(folder, workLock);
    assert.equal(hasAccount, true);
    assert(Array.isArray(anonymous) && Array.isArray(signedIn));
    assert(anonymous.length < signedIn.length);
  });

  it('is not written again where nothing has changed', async () => {
    using folder = folderOf();
    await folder.wikijql('lock', '--site', 'wiki');
    const text = folder.read(wikiLock).replace(/"time": "[^"]*"/, '"time": "2020-01-01T00:00:00Z"');
    folder.write({ [wikiLock]: text });
    const { exit, out } = await folder.wikijql('lock');
    assert.equal(exit, 0);
    assert.match(out, /: unchanged\./);
    assert.equal(folder.read(wikiLock), text);
  });

  it('has the name of its site, as file systems take it', async () => {
    using folder = folderOf();
    const { exit } = await folder.wikijql('lock', '--site', 'my site/1');
    assert.equal(exit, 0);
    assert.deepEqual(readdirSync(path.join(folder.path, '.wikijql')), ['my site%2F1.lock.json']);
    assert.equal((await folder.wikijql('lock', '--check')).exit, 0);
  });

  it('is of a site at an address, without settings, and is what queries are checked by', async () => {
    using folder = folderWith({ 'a.wikiquery': 'list=allpages\n' });
    const site = ['--site', sandbox.wiki.url];
    assert.equal((await folder.wikijql('lock', ...site)).exit, 0);
    assert.equal((await folder.wikijql('lock', '--check', ...site)).exit, 0);
    for (const verb of ['check', 'explain'])
      assert.equal((await folder.wikijql(verb, 'a.wikiquery', ...site)).exit, 0, verb);
  });

  it('is left alone where the site cannot be queried, and nothing else is left', async () => {
    using folder = folderOf({ '.wikijql/gone.lock.json': 'mine' });
    const { exit, error } = await folder.wikijql('lock', '--site', 'gone');
    assert.equal(exit, 2);
    assert.match(error, /gone/);
    assert.equal(folder.read('.wikijql/gone.lock.json'), 'mine');
    assert.deepEqual(readdirSync(path.join(folder.path, '.wikijql')), ['gone.lock.json']);
  });

  it('needs a site that is known, and a folder that can be written', async () => {
    using folder = folderOf({ '.wikijql': 'a file' });
    assert.match((await folder.wikijql('lock', '--site', 'none')).error, /Unknown site “none”/);
    assert.match((await folder.wikijql('lock')).error, /No locks here/);
    const blocked = await folder.wikijql('lock', '--site', 'wiki');
    assert.equal(blocked.exit, 2);
    assert.match(blocked.error, /wiki\.lock\.json: cannot be written/);
    assert.equal((await folder.wikijql('lock', 'a.jql')).exit, 2);
    assert.equal((await folder.wikijql('lock', '--check', '--site', 'wiki')).exit, 2);
  });
});

const check = (folder: Folder, ...words: string[]) =>
  folder.wikijqlWith({ environment: credentials() }, 'lock', '--check', ...words);

describe('drift', () => {
  const changes: (() => void)[] = [];
  /** Changes something of the tracker until the end of the test. */
  const change = (thing: object, to: Readonly<Record<string, unknown>>): void => {
    const old = { ...thing };
    Object.assign(thing, to);
    changes.push(() => Object.assign(thing, old));
  };
  afterEach(() => {
    for (const undo of changes.splice(0)) undo();
  });
  const reports = {
    'reports/a.jql': '# @site work\n### Open ones\nstatus = "In Review" AND assignee = currentUser()\n',
    'reports/b.jql': '# @site work\n### Others\nstatus = Closed\n',
    'reports/c.wikiquery': '# @site wiki\n### Pages\naction=query\nlist=allpages\n',
  };
  const locked = async (files: Readonly<Record<string, string>> = {}): Promise<Folder> => {
    const folder = folderOf({ ...reports, ...files });
    const made = await folder.wikijqlWith({ environment: credentials() }, 'lock', '--site', 'work');
    assert.equal(made.exit, 0, made.error);
    return folder;
  };

  it('is not reported where nothing has changed', async () => {
    using folder = await locked();
    const { exit, out } = await check(folder);
    assert.equal(out, '.wikijql/work.lock.json: “work” has not changed.\n');
    assert.equal(exit, 0);
  });

  it('names a renamed status, and each query that it breaks', async () => {
    using folder = await locked();
    const stored = folder.read(workLock);
    change(
      sandbox.tracker.world.statuses.find(({ name }) => name === 'In Review')!,
      { name: 'Being Read' },
    );
    const { exit, out } = await check(folder);
    assert.equal(exit, 1);
    assert.match(out, /1 change\.\n {2}changed: status Being Read: “In Review” → “Being Read”\n/);
    assert.match(
      out,
      /1 problem new in queries:\n {2}reports\/a\.jql:3:10: Open ones: warning: Unknown status “In Review”/,
    );
    assert(!out.includes('reports/b.jql'));
    assert.equal(folder.read(workLock), stored, 'it was written');
  });

  it('names what came and went, as JSON too', async () => {
    using folder = await locked();
    const lock = folder.read(workLock);
    folder.write({
      [workLock]: lock.replace('"name": "Closed"', '"name": "Done"').replace('"id": "6"', '"id": "77"'),
    });
    const { exit, out } = await check(folder, '-o', 'json');
    assert.equal(exit, 1);
    const { locks }: { locks: Record<string, unknown>[] } = JSON.parse(out);
    assert.deepEqual(locks[0]?.['differences'], [
      { change: 'removed', kind: 'status', name: 'Done' },
      { change: 'added', kind: 'status', name: 'Closed' },
    ]);
    assert.deepEqual(locks[0]?.['queries'], []);
  });

  it('of a wiki names modules, parameters, values and namespaces', async () => {
    using folder = folderOf(reports);
    await folder.wikijql('lock', '--site', 'wiki');
    const lock = JSON.parse(folder.read(wikiLock));
    const allpages = lock.modules.find(({ name }: { name: string }) => name === 'allpages');
    allpages.parameters.push({ name: 'colour', type: ['red', 'blue'] });
    lock.modules.push({ ...allpages, path: 'query+oldpages', name: 'oldpages', prefix: 'op' });
    lock.modules
      .find(({ name }: { name: string }) => name === 'query')
      .parameters.find(({ name }: { name: string }) => name === 'list')
      .type.push('oldpages');
    lock.namespaces.push({ id: 4000, names: ['Old'] });
    folder.write({
      [wikiLock]: JSON.stringify(lock),
      'reports/d.wikiquery':
        '# @site wiki\naction=query\nlist=oldpages\n\n###\nlist=allpages\napcolour=red\n',
    });
    assert.equal((await folder.wikijql('check', 'reports/d.wikiquery')).exit, 0);
    const { exit, out } = await folder.wikijql('lock', '--check', '--site', 'wiki');
    assert.equal(exit, 1);
    for (const line of [
      'removed: module oldpages',
      'removed: parameter allpages.colour',
      'removed: namespace 4000',
      '2 problems new in queries:',
      'reports/d.wikiquery:3:6: ',
      'reports/d.wikiquery:7:1: ',
    ])
      assert(out.includes(line), `${line} is not in ${out}`);
    assert(!out.includes('allpages.colour='), 'values of a removed parameter');
  });

  it('looks only at the queries of the paths', async () => {
    using folder = await locked();
    change(
      sandbox.tracker.world.statuses.find(({ name }) => name === 'In Review')!,
      { name: 'Being Read' },
    );
    const { exit, out } = await check(folder, 'reports/b.jql');
    assert.equal(exit, 1);
    assert.match(out, /No new problems in queries\./);
  });

  it('is never asked at the address that the lock names: only at that of the settings', async () => {
    using folder = await locked();
    folder.write({ '.vscode/settings.json': '{}' });
    const requests = sandbox.tracker.requests.length;
    for (const words of [['lock'], ['lock', '--check'], ['lock', '--site', 'work']]) {
      const { exit, error } = await folder.wikijql(...words);
      assert.equal(exit, 2);
      assert.match(error, /“work”/);
    }
    assert.equal(sandbox.tracker.requests.length, requests);
  });

  it('cannot be told where the site is gone', async () => {
    using folder = await locked();
    const lock = folder.read(workLock);
    folder.write({
      '.vscode/settings.json': '{}',
      [workLock]: lock.replace(sandbox.tracker.url, 'http://127.0.0.1:1'),
    });
    const { exit, error } = await check(folder);
    assert.equal(exit, 2);
    assert.match(error, /“work”/);
  });
});

describe('queries', () => {
  it('are checked by the nearest lock, without a site and without settings', async () => {
    using folder = folderOf({
      'a.jql': '# @site work\nstatus = Opn\n',
      'deep/b.jql': '# @site work\nstatus = Opn\n',
    });
    await folder.wikijql('lock', '--site', 'work');
    rmSync(path.join(folder.path, '.vscode'), { recursive: true });
    const asked = sandbox.tracker.requests.length;
    const { exit, out } = await folder.wikijql('check');
    assert.equal(exit, 1);
    assert.equal(
      out.match(
        /Unknown status “Opn”: the stored catalogue of “work” does not list it\. Did you mean “Open”\?/g,
      )?.length,
      2,
    );
    mkdirSync(path.join(folder.path, 'deep/.wikijql'));
    assert.equal(
      (await folder.wikijql('check', 'deep')).exit,
      0,
      'an empty folder of locks is the nearest one',
    );
    assert.equal(sandbox.tracker.requests.length, asked, 'the site was asked');
  });

  it('are checked by the lock of the only tracker, or that --lock names, for all that name no site', async () => {
    using folder = folderOf({ 'a.jql': 'status = Opn AND "No Such Field" = 1\n' });
    await folder.wikijql('lock', '--site', 'work');
    assert.match((await folder.wikijql('check')).out, /Unknown status “Opn”/);
    assert.match((await folder.wikijql('check', '--lock', workLock)).out, /Unknown status “Opn”/);
    assert.match((await folder.wikijql('check', '--site', 'work')).out, /Unknown status “Opn”/);
    assert.equal((await folder.wikijql('explain', '--lock', workLock, 'a.jql')).exit, 0);
    assert.equal((await folder.wikijql('check', '--lock', 'none.lock.json')).exit, 2);
  });

  it('keep their own lock in each of many files, checked on several threads', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`f${at % 3}/q${at}.jql`, '# @site work\nstatus = Opn\n']),
    );
    using folder = folderOf(many);
    await folder.wikijql('lock', '--site', 'work');
    const { out } = await folder.wikijql('check');
    assert.match(out, /150 warnings/);
  });
});

describe('a hostile lock', () => {
  const query = { 'a.jql': '# @site work\nstatus = Opn\n' };
  const bounds: readonly (readonly [what: string, lock: (folder: Folder) => void, RegExp])[] = [
    ['that is not JSON', folder => folder.write({ [workLock]: '{"format": 1,' }), /is not valid JSON/],
    [
      'of bytes',
      folder => folder.write({ [workLock]: new Uint8Array([0xff, 0xfe, 0]) }),
      /is not valid JSON/,
    ],
    [
      'of another format',
      folder => folder.write({ [workLock]: '{"format": 2}' }),
      /has format 2; .* reads format 1/,
    ],
    [
      'of another shape',
      folder => folder.write({ [workLock]: '{"format": 1, "kind": "wiki"}' }),
      /is invalid at “/,
    ],
    ['of a list', folder => folder.write({ [workLock]: '[1]' }), /is invalid at “/],
    ['that is very deep', folder => folder.write({ [workLock]: '['.repeat(200_000) }), /is not valid/],
    [
      'that is very deep and whole',
      folder => folder.write({ [workLock]: `{"format":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }),
      /is invalid at “/,
    ],
    [
      'with names of prototypes',
      folder =>
        folder.write({ [workLock]: '{"format": 1, "__proto__": {"kind": "wiki"}, "constructor": 1}' }),
      /is invalid at “/,
    ],
    [
      'that is too large',
      folder => {
        folder.write({ [workLock]: '' });
        truncateSync(path.join(folder.path, workLock), 17 * 1024 * 1024);
      },
      /is too large: 17 MB, at most 16 MB\./,
    ],
    [
      'that is a folder',
      folder => void mkdirSync(path.join(folder.path, workLock), { recursive: true }),
      /is not a file/,
    ],
    [
      'that is a link to a device',
      folder => {
        mkdirSync(path.join(folder.path, '.wikijql'));
        symlinkSync('/dev/zero', path.join(folder.path, workLock));
      },
      /is not a file/,
    ],
    [
      'that is a link to nothing',
      folder => {
        mkdirSync(path.join(folder.path, '.wikijql'));
        symlinkSync('nowhere', path.join(folder.path, workLock));
      },
      /cannot be read \(ENOENT\)/,
    ],
    [
      'that is one of too many large ones',
      folder => {
        for (const name of ['a', 'b', 'c'])
          folder.write({ [`.wikijql/${name}.lock.json`]: '"'.padEnd(15 * 1024 * 1024) });
      },
      /c\.lock\.json is not used: the locks of a folder can have at most 32 MB together/,
    ],
  ];
  for (const [what, make, message] of bounds)
    it(`${what} is named on standard error, with exit code 2`, async () => {
      using folder = folderOf(query);
      make(folder);
      const checked = await folder.wikijql('check');
      assert.equal(checked.exit, 2, checked.out);
      assert.match(checked.error, message);
      assert.doesNotMatch(checked.error, /Internal error|at .*\.js/);
    });

  it('is not compared with its site', async () => {
    using folder = folderOf({ [workLock]: '{"format": 2}' });
    for (const words of [['--site', 'work'], []]) {
      const { exit, error } = await folder.wikijql('lock', '--check', ...words);
      assert.equal(exit, 2);
      assert.match(error, /has format 2/);
    }
  });

  it('with millions of names is named, and the check goes on with what is built in', async () => {
    using folder = folderOf(query);
    const head = {
      format: 1,
      site: 'work',
      kind: 'tracker',
      url: sandbox.tracker.url,
      software: '',
      time: '2026-01-01T00:00:00Z',
    };
    const fields = Array.from({ length: 20_001 }, () => ({ value: 'x', operators: [], types: [] }));
    const lock = {
      ...head,
      deployment: '',
      account: false,
      fields,
      fieldTypes: [],
      functions: [],
      reservedWords: [],
    };
    folder.write({ [workLock]: JSON.stringify(lock) });
    const { exit, error, out } = await folder.wikijql('check');
    assert.equal(exit, 2);
    assert.match(error, /is invalid at “fields”/);
    assert.match(out, /lock-unusable/);
  });

  it('of another site, or of another address, is not used', async () => {
    using folder = folderOf(query);
    await folder.wikijql('lock', '--site', 'work');
    folder.write({ '.wikijql/wiki.lock.json': folder.read(workLock) });
    const other = await folder.wikijql('check');
    assert.equal(other.exit, 2);
    assert.match(other.error, /wiki\.lock\.json was made for another site, “work”/);
    rmSync(path.join(folder.path, wikiLock));
    folder.write({ [workLock]: folder.read(workLock).replace(sandbox.tracker.url, 'https://evil.example') });
    const moved = await folder.wikijql('check');
    assert.match(moved.out, /is ignored: it was made for https:\/\/evil\.example/);
    assert.doesNotMatch(moved.out, /Opn/);
  });

  for (const leadsTo of ['a file', 'nothing'])
    it(`is not written through a link that leads to ${leadsTo}`, async () => {
      using folder = folderOf();
      const elsewhere = mkdtempSync(path.join(tmpdir(), 'wikijql-elsewhere-'));
      try {
        const target = path.join(elsewhere, 'profile');
        if (leadsTo === 'a file') writeFileSync(target, 'kept');
        mkdirSync(path.join(folder.path, '.wikijql'));
        symlinkSync(target, path.join(folder.path, wikiLock));
        const { exit, error } = await folder.wikijql('lock', '--site', 'wiki');
        assert.equal(exit, 2);
        assert.match(error, /\.wikijql\/wiki\.lock\.json: a link; generated files are not written/);
        assert(lstatSync(path.join(folder.path, wikiLock)).isSymbolicLink());
        const kept = readdirSync(elsewhere).map(name => readFileSync(path.join(elsewhere, name), 'utf8'));
        assert.deepEqual(kept, leadsTo === 'a file' ? ['kept'] : []);
      } finally {
        rmSync(elsewhere, { recursive: true });
      }
    });

  it('is not written into a folder that is a link', async () => {
    using folder = folderOf();
    using elsewhere = folderWith({ 'wiki.lock.json': 'kept' });
    symlinkSync(elsewhere.path, path.join(folder.path, '.wikijql'));
    const { exit, error } = await folder.wikijql('lock', '--site', 'wiki');
    assert.equal(exit, 2);
    assert.match(error, /\.wikijql: a link; generated files are not written/);
    assert.equal(elsewhere.read('wiki.lock.json'), 'kept');
  });
});
