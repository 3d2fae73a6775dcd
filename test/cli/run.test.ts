import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { readWorkbook } from '../support/read-workbook.ts';
import { type Behaviour, json, startBadServer } from '../support/bad-server.ts';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { type Folder, folderWith } from './program.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();

const pages = '### Pages\n# @name pages\naction=query\nlist=allpages\naplimit=3\n';
const noPages = 'generator=allpages\ngapprefix=Nothing begins like this\n';
const everything = '### Every page\naction=query\nlist=allpages\n# @all\n';

const queryFolder = (files: Readonly<Record<string, string>>): Folder => siteFolder(sandbox, files);

/** The variables that give an account's credentials to the site `work`. */
const credentials = (password?: string): Record<string, string> => {
  const [account] = sandbox.tracker.accounts;
  assert(account);
  return {
    WIKIJQL_WORK_URL: sandbox.tracker.url,
    WIKIJQL_WORK_USER: account.name,
    WIKIJQL_WORK_PASSWORD: password ?? account.password,
  };
};

describe('rows', () => {
  it('are tab-separated where they do not go to a terminal, as many as the query’s own limit says', async () => {
    using folder = queryFolder({ 'a.wikiquery': pages });
    const { exit, out, error } = await folder.wikijql('run', 'a.wikiquery');
    const lines = out.trimEnd().split(/\r?\n/);
    assert.equal(exit, 0);
    assert.equal(lines[0], 'title\tns\tpageid');
    assert.equal(lines.length, 4);
    assert.match(error, /^3 rows from wiki; more are available\. .+ 1 request, \d+ B, \d+\.\d s\.\n$/);
  });

  it('come from the address that --site names, without settings and whatever site the query names', async () => {
    using folder = folderWith({ 'a.wikiquery': `# @site elsewhere\n${pages}`, 'b.jql': 'key = "OPS-1"\n' });
    const wiki = await folder.wikijql('run', 'a.wikiquery', '--site', sandbox.wiki.url);
    assert.equal(wiki.exit, 0, wiki.error);
    assert(wiki.error.startsWith(`3 rows from ${sandbox.wiki.url}; more are available.`), wiki.error);
    const page = `${new URL(sandbox.wiki.url).host}/w/index.php?title=A`;
    assert.equal((await folder.wikijql('run', 'a.wikiquery', '--site', page)).exit, 0);
    const tracker = await folder.wikijql('run', 'b.jql', '--site', sandbox.tracker.url);
    assert.match(tracker.error, /requires|sign in/i);
    assert.match((await folder.wikijql('run', 'b.jql', '--site', sandbox.wiki.url)).error, /is a wiki/);
    for (const words of [[], ['--site', 'nowhere']])
      assert.match((await folder.wikijql('run', 'b.jql', ...words)).error, /address,? with --site/);
  });

  it('are asked for with the contact of the environment, else that of the settings', async () => {
    using folder = queryFolder({ 'a.wikiquery': pages });
    const environment = { WIKIJQL_CONTACT: ' ada@example.org\r\nX-Injected: 1 (work)' };
    const { error } = await folder.wikijqlWith({ environment }, 'run', 'a.wikiquery');
    assert.doesNotMatch(error, /contact/);
    const { headers } = sandbox.wiki.requests.at(-1)!;
    assert.match(String(headers['user-agent']), /^wikijql\/[\d.]+ \(ada@example\.org X-Injected: 1 work\)$/);
    assert.equal(headers['x-injected'], undefined);
  });

  it('are all of them with --limit all, in each format', async () => {
    using folder = queryFolder({ 'a.wikiquery': pages });
    const all = ['run', 'a.wikiquery', '--limit', 'all', '-q', '-o'];
    const records: unknown[] = JSON.parse((await folder.wikijql(...all, 'json')).out);
    assert(records.length > 20);
    const { out: lines } = await folder.wikijql(...all, 'ndjson');
    assert.deepEqual(
      lines
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as unknown),
      records,
    );
    for (const format of ['csv', 'tsv', 'markdown', 'html', 'wikitext', 'table']) {
      const { exit, out } = await folder.wikijql(...all, format);
      assert.equal(exit, 0);
      assert(out.includes('Main Page'), format);
      assert(out.endsWith('\n'), format);
    }
  });

  it('can be some columns, by title or key', async () => {
    using folder = queryFolder({ 'a.wikiquery': pages });
    const { out } = await folder.wikijql('run', 'a.wikiquery', '--columns', 'Title,pageid', '-q');
    assert.equal(out.split(/\r?\n/)[0], 'title\tpageid');
    const { exit, error } = await folder.wikijql('run', 'a.wikiquery', '--columns', 'size');
    assert.equal(exit, 2);
    assert.match(error, /^No column “size”\. Columns: /m);
  });

  it('are counted without being fetched, by an option or by the query itself', async () => {
    const plain = '# @site work\n# @all\nproject = LAMP\n';
    using folder = queryFolder({ 'a.jql': plain, 'b.jql': `# @count\n${plain}`, 'a.wikiquery': pages });
    const { out } = await folder.wikijql('run', 'a.jql', '-q', '-o', 'json');
    const fetched: unknown[] = JSON.parse(out);
    for (const args of [['a.jql', '--count'], ['b.jql']]) {
      const counted = await folder.wikijql('run', ...args, '-q', '-o', 'json');
      assert.deepEqual(JSON.parse(counted.out), [{ count: fetched.length }]);
    }
    const refused = await folder.wikijql('run', 'a.wikiquery', '--count');
    assert.equal(refused.exit, 2);
    assert.match(refused.error, /--count works for JQL only/);
  });

  it('are none of an empty result, which replaces the file and has its columns', async () => {
    const heads: Readonly<Record<string, RegExp>> = {
      csv: /^"title","ns","pageid"/,
      tsv: /^title\tns\tpageid/,
      json: /^\[\s*\]\s*$/,
      ndjson: /^$/,
      markdown: /^\| title \|/,
      html: /<th>title<\/th>/,
      wikitext: /^! title$/m,
    };
    const nothing = { 'a.wikiquery': 'list=allpages\napprefix=Nothing begins like this\n' };
    const noMember = { 'a.wikiquery': noPages };
    for (const files of [nothing, noMember])
      for (const [format, head] of Object.entries(heads)) {
        using folder = queryFolder({ ...files, 'old.txt': 'yesterday' });
        const { exit, error } = await folder.wikijql('run', 'a.wikiquery', '-o', format, '--to', 'old.txt');
        assert.equal(exit, 0, error);
        assert.match(folder.read('old.txt'), head, format);
        const { out } = await folder.wikijql('run', 'a.wikiquery', '-o', format, '-q');
        assert.match(out, head, format);
      }
    using folder = queryFolder({ ...noMember, 'b.jql': '# @site work\nsummary ~ nothinglikethis\n' });
    assert.match((await folder.wikijql('run', 'a.wikiquery', '-o', 'table')).out, /^title +ns/);
    assert.match((await folder.wikijqlWith({ environment: credentials() }, 'run', 'b.jql')).out, /^key\t/);
    await folder.wikijql('run', 'a.wikiquery', '-o', 'sqlite', '--to', 'rows.db');
    using database = new DatabaseSync(path.join(folder.path, 'rows.db'), { readOnly: true });
    assert.equal(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.['tables'], 1);
  });

  it('remove what killed runs left in the folder for temporary files', async () => {
    using folder = queryFolder({ 'a.wikiquery': pages });
    const old = new Date(Date.now() - 2 * 3600 * 1000);
    const left = ['wikijql-rows-999999999-a', 'wikijql-rows-999999999-new', `wikijql-rows-${process.pid}-b`];
    const temporary = path.join(folder.path, 'tmp');
    for (const name of left) mkdirSync(path.join(temporary, name), { recursive: true });
    for (const name of [left[0]!, left[2]!]) utimesSync(path.join(temporary, name), old, old);
    const { exit } = await folder.wikijqlWith({ environment: { TMPDIR: temporary } }, 'run', 'a.wikiquery');
    assert.equal(exit, 0);
    assert.deepEqual(
      readdirSync(temporary).filter(name => name.startsWith('wikijql-rows-')),
      left.slice(1).toSorted(),
    );
  });

  it('can go to a file, also as a database', async () => {
    using folder = queryFolder({ 'a.wikiquery': everything });
    const { exit, out } = await folder.wikijql('run', 'a.wikiquery', '--to', 'pages.sqlite');
    assert.deepEqual([exit, out], [0, '']);
    const database = new DatabaseSync(path.join(folder.path, 'pages.sqlite'), { readOnly: true });
    const [table] = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const [counted] = database.prepare(`SELECT count(*) AS rows FROM "${String(table?.['name'])}"`).all();
    database.close();
    assert(Number(counted?.['rows']) > 20);
    for (const format of ['sqlite', 'xlsx']) {
      const refused = await folder.wikijql('run', 'a.wikiquery', '-o', format);
      assert.deepEqual([refused.exit, refused.out], [2, '']);
    }
  });

  it('go to a file in the format that its name says, unless an option says another', async () => {
    using folder = queryFolder({ 'a.wikiquery': everything });
    const begins = { 'a.csv': '"title","ns"', 'a.md': '| title | ns |', 'a.txt': 'title\tns' };
    for (const [name, head] of Object.entries(begins)) {
      await folder.wikijql('run', 'a.wikiquery', '--to', name);
      assert.equal(folder.read(name).slice(0, head.length), head);
    }
    await folder.wikijql('run', 'a.wikiquery', '-o', 'ndjson', '--to', 'a.csv');
    assert.equal(folder.read('a.csv').slice(0, 2), '{"');
  });

  it('can go to a workbook, which says where they come from', async () => {
    using folder = queryFolder({ 'a.wikiquery': everything, 'none.wikiquery': noPages });
    const { exit, out } = await folder.wikijql('run', 'a.wikiquery', '--to', 'pages.XLSX');
    assert.deepEqual([exit, out], [0, '']);
    const [rows, about] = readWorkbook(readFileSync(path.join(folder.path, 'pages.XLSX'))).values();
    assert.ok(rows && about && rows.length > 20);
    const facts = Object.fromEntries(about);
    assert.match(String(facts['Query']), /list=allpages/);
    assert.match(String(facts['Completeness']), /^Complete/);
    assert.equal(facts['Rows in this file'], rows.length - 1);
    await folder.wikijql('run', 'none.wikiquery', '-o', 'xlsx', '--to', 'none.xlsx');
    const none = [...readWorkbook(readFileSync(path.join(folder.path, 'none.xlsx'))).values()];
    assert.deepEqual([none[0]?.length, Object.fromEntries(none[1] ?? [])['Rows in this file']], [1, 0]);
  });

  describe('are not written with --to', () => {
    const kept = { 'a.wikiquery': pages, 'old.csv': 'old' };
    const refused = async (folder: Folder, to: string, message: string): Promise<void> => {
      const sent = sandbox.wiki.requests.length;
      const words = ['run', 'a.wikiquery', '-o', 'csv', '--to', to];
      const { exit, out, error } = await folder.wikijqlWith({ boundByPermissions: true }, ...words);
      assert.deepEqual([exit, out, error], [2, '', `${to}: ${message}\n`]);
      assert.equal(sandbox.wiki.requests.length, sent);
      assert.equal(folder.read('a.wikiquery'), pages);
    };
    const input = 'the command reads this file, so it does not write it. Choose another file for --to.';
    it('to the file of the query, by any of its names', async () => {
      using folder = queryFolder(kept);
      symlinkSync('a.wikiquery', path.join(folder.path, 'link'));
      linkSync(path.join(folder.path, 'a.wikiquery'), path.join(folder.path, 'other'));
      for (const to of ['a.wikiquery', './a.wikiquery', 'link', 'other']) await refused(folder, to, input);
    });
    it('to the settings', async () => {
      using folder = queryFolder(kept);
      await refused(folder, '.vscode/settings.json', input);
    });
    it('to a file that is read-only', async () => {
      using folder = queryFolder(kept);
      chmodSync(path.join(folder.path, 'old.csv'), 0o444);
      await refused(folder, 'old.csv', 'read-only. It is unchanged.');
      assert.equal(folder.read('old.csv'), 'old');
    });
    it('to a pipe', async () => {
      using folder = queryFolder(kept);
      spawnSync('mkfifo', [path.join(folder.path, 'pipe')]);
      await refused(folder, 'pipe', 'not a regular file.');
      assert(lstatSync(path.join(folder.path, 'pipe')).isFIFO());
    });
    it('to a folder that does not exist', async () => {
      using folder = queryFolder(kept);
      await refused(folder, 'none/a.csv', 'its folder does not exist.');
    });
  });

  it('of a limit that nobody asked for are not taken for all', async () => {
    using folder = queryFolder({ 'a.wikiquery': everything.replace('# @all\n', '') });
    folder.write({
      's.json': JSON.stringify({
        wikijql: { sites: { wiki: { kind: 'wiki', url: sandbox.wiki.url } }, defaultSite: 'wiki', limit: 5 },
      }),
    });
    const { exit, error } = await folder.wikijql('run', 'a.wikiquery', '--settings', 's.json');
    assert.equal(exit, 3);
    assert.match(error, /more are available|in all\. Fetch more/);
  });
});

/** A page of 750 issues of 1,500. */
const searchPage = (startAt: number): Behaviour => {
  const issues = Array.from({ length: 750 }, (_, index) => ({
    id: String(startAt + index),
    key: `A-${startAt + index + 1}`,
  }));
  return json({ startAt, maxResults: 1500, total: 1500, issues });
};

describe('a long run', () => {
  for (const [options, says] of [
    [[], /^1500 issues match\. .+\n1500 rows from work, complete\./],
    [['--limit', '800'], /^800 rows from work/],
    [['-q'], /^$/],
  ] as const)
    it(`says how many issues there are before it goes on: ${options.join(' ')}`, async () => {
      const server = await startBadServer([searchPage(0), searchPage(750)]);
      using folder = queryFolder({
        'a.jql': '# @site work\n# @all\n# @fields key\nproject = A\n',
        's.json': JSON.stringify({ wikijql: { sites: { work: { kind: 'tracker', url: server.origin } } } }),
      });
      const { error } = await folder.wikijql('run', 'a.jql', '--settings', 's.json', ...options);
      await server.stop();
      assert.match(error, says);
    });
});

describe('the query', () => {
  const two = `${pages}\n${everything}`;
  it('is named by its name, its title or its number', async () => {
    using folder = queryFolder({ 'a.wikiquery': two, 'b#1.wikiquery': pages });
    for (const query of ['a.wikiquery#pages', 'a.wikiquery#1', 'a.wikiquery#Every page', 'b#1.wikiquery'])
      assert.equal((await folder.wikijql('run', query, '-q')).exit, 0, query);
  });

  for (const [query, message] of [
    ['a.wikiquery', 'a.wikiquery: 2 queries. Name one as FILE#name: pages, Every page.'],
    ['a.wikiquery#none', 'a.wikiquery: no query “none”. Queries: pages, Every page.'],
    ['empty.wikiquery', 'empty.wikiquery: no queries.'],
    ['missing.jql', 'missing.jql: no such file or folder.'],
  ] as const)
    it(`is asked for where it is not clear: ${query}`, async () => {
      using folder = queryFolder({ 'a.wikiquery': two, 'empty.wikiquery': '// nothing\n' });
      assert.deepEqual(await folder.wikijql('run', query), { exit: 2, out: '', error: `${message}\n` });
    });

  it('is not sent where a variable has no value', async () => {
    using folder = queryFolder({ 'a.jql': '# @site work\nproject = {{which}}\n' });
    const sent = sandbox.tracker.requests.length;
    const { exit, error } = await folder.wikijqlWith({ environment: credentials() }, 'run', 'a.jql');
    assert.equal(exit, 2);
    assert.match(error, /^a\.jql:2:11: error: .*which/);
    assert.equal(sandbox.tracker.requests.length, sent);
  });
});

describe('the site', () => {
  it('that is not there is a failure, without rows', async () => {
    using folder = queryFolder({ 'a.wikiquery': pages });
    const { exit, out, error } = await folder.wikijql('run', 'a.wikiquery', '--site', 'gone');
    assert.deepEqual([exit, out], [2, '']);
    assert.match(error, /^error: .*gone/m);
  });

  it('that refuses a query says why at its place', async () => {
    using folder = queryFolder({ 'a.wikiquery': 'action=query\nlist=categorymembers\n' });
    const { exit, error } = await folder.wikijql('run', 'a.wikiquery');
    assert.equal(exit, 2);
    assert.match(error, /^a\.wikiquery:2:\d+: error: /m);
  });

  it('gets the password of the environment once, and what is written has no secret in it', async () => {
    using folder = queryFolder({ 'a.jql': '# @site work\n# @all\norder by key\n' });
    const [account] = sandbox.tracker.accounts;
    assert(account);
    const begun = account.counts.basic + account.counts.sessionPosts;
    const { exit, out, error } = await folder.wikijqlWith({ environment: credentials() }, 'run', 'a.jql');
    assert.equal(exit, 0, error);
    assert(out.trimEnd().split('\n').length > 10);
    assert.equal(account.counts.basic + account.counts.sessionPosts - begun, 1);
    assert(!(out + error).includes(account.password));
  });

  it('gets it once from each run, and keeps no session after the run', async () => {
    using folder = queryFolder({ 'a.jql': '# @site work\n# @limit 5\norder by key\n' });
    const [account] = sandbox.tracker.accounts;
    assert(account);
    const begun = account.counts.basic + account.counts.sessionPosts;
    for (let times = 1; times <= 3; times++) {
      const { exit, error } = await folder.wikijqlWith({ environment: credentials() }, 'run', 'a.jql');
      assert.equal(exit, 0, error);
      assert.equal(account.counts.basic + account.counts.sessionPosts - begun, times);
      const last = sandbox.tracker.requests.at(-1);
      assert.deepEqual([last?.method, last?.path], ['DELETE', '/rest/auth/1/session']);
    }
  });

  it('takes credentials from standard input where the user says so', async () => {
    using folder = queryFolder({ 'a.jql': '# @site work\n# @limit 5\norder by key\n' });
    const lines = Object.entries(credentials()).map(([name, value]) => `${name}=${value}`);
    const input = `# of the vault\n\n${lines.join('\r\n')}\n`;
    const { exit, out, error } = await folder.wikijqlWith({ input }, 'run', '--credentials-stdin', 'a.jql');
    assert.equal(exit, 0, error);
    assert.equal(out.trimEnd().split(/\r?\n/).length, 6);
  });

  it('is not asked where standard input has something else, which is not repeated', async () => {
    using folder = queryFolder({ 'a.jql': '# @site work\norder by key\n' });
    const inputs: Readonly<Record<string, RegExp>> = {
      'hunter2\n': /^Line 1 of standard input is not a credential\./,
      'WIKIJQL_WORK_URL=http://x\nPASSWORD=hunter2\n': /^Line 2 of standard input/,
      '\n': /^Standard input has no credentials\./,
      ['hunter2'.repeat(10_000)]: /^Standard input has more than 64 KB/,
    };
    const sent = sandbox.tracker.requests.length;
    for (const [input, expected] of Object.entries(inputs)) {
      const { exit, error } = await folder.wikijqlWith({ input }, 'run', '--credentials-stdin', 'a.jql');
      assert.equal(exit, 2);
      assert.match(error, expected);
      assert.doesNotMatch(error, /hunter2/);
    }
    const both = await folder.wikijqlWith({ input: 'x' }, 'run', '--credentials-stdin', '-');
    assert.equal(both.exit, 2);
    assert.equal(sandbox.tracker.requests.length, sent);
  });

  it('that refuses the password is asked once, in this process and in the next', async () => {
    using folder = queryFolder({ 'a.jql': '# @site work\norder by key\n' });
    const [account] = sandbox.tracker.accounts;
    assert(account);
    const begun = account.counts.basic + account.counts.sessionPosts;
    for (let times = 0; times < 3; times++) {
      const { exit, out, error } = await folder.wikijqlWith(
        { environment: credentials('wrong') },
        'run',
        'a.jql',
      );
      assert.deepEqual([exit, out], [2, '']);
      assert.match(error, /error: /);
    }
    assert.equal(account.counts.basic + account.counts.sessionPosts - begun, 1);
  });

  it('leaves no results in its folder', async () => {
    using folder = queryFolder({ 'a.wikiquery': pages });
    await folder.wikijql('run', 'a.wikiquery');
    const results = path.join(folder.path, '.state/wikijql/results');
    assert.deepEqual(
      existsSync(results) ? readdirSync(results).filter(name => name.endsWith('.sqlite')) : [],
      [],
    );
  });
});
