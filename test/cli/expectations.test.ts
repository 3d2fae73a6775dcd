import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'junit2json';
import { sandboxSites } from '../support/sandbox-sites.ts';
import type { Folder } from './program.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();

const queryFolder = (files: Readonly<Record<string, string>>): Folder => siteFolder(sandbox, files);

const query = (...expectations: readonly string[]): string =>
  [
    '### Pages',
    '# @all',
    ...expectations.map(each => `# @expect ${each}`),
    'action=query',
    'list=allpages',
    '',
  ].join('\n');

describe('run', () => {
  it('says what became of each expectation, and still writes the rows', async () => {
    using folder = queryFolder({
      'a.wikiquery': query('rows > 20', 'complete', 'unique title', 'none title ~ "Main"', 'every ns = 0'),
    });
    const { exit, out, error } = await folder.wikijql('run', 'a.wikiquery');
    assert.equal(exit, 1, error);
    assert(out.includes('Main Page'));
    assert.match(error, /^passed: rows > 20 – \d+ rows\.$/m);
    assert.match(error, /^passed: complete – Complete, \d+ rows\.$/m);
    assert.match(error, /^passed: unique title – \d+ rows checked\.$/m);
    assert.match(error, /^failed: none title ~ "Main" – Met by \d+ of \d+ rows\.$/m);
    assert.match(error, /^ {2}Main Page \(Main Page\) http:\S+title=Main_Page$/m);
  });

  it('ends with 0 where all of them hold, and says only what fails with -q', async () => {
    using folder = queryFolder({ 'a.wikiquery': query('rows > 20', 'time < 1h') });
    assert.deepEqual((await folder.wikijql('run', 'a.wikiquery')).exit, 0);
    const { exit, error } = await folder.wikijql('run', 'a.wikiquery', '-q');
    assert.deepEqual([exit, error], [0, '']);
  });

  it('does not call passed what rows beyond a limit could change', async () => {
    using folder = queryFolder({
      'a.wikiquery': query('every ns = 0', 'rows <= 1000', 'complete', 'rows >= 3'),
    });
    const { exit, error } = await folder.wikijql('run', 'a.wikiquery', '--limit', '3');
    assert.equal(exit, 1);
    assert.equal(error.match(/^failed: .* there are more rows than the 3 rows/gm)?.length, 3, error);
    assert.match(error, /^passed: rows >= 3/m);
  });

  it('fails what cannot be read, and a column that is not there', async () => {
    using folder = queryFolder({ 'a.wikiquery': query('rows many', 'none titel = x') });
    const { exit, error } = await folder.wikijql('run', 'a.wikiquery');
    assert.equal(exit, 1);
    assert.match(
      error,
      /^failed: rows many – The expectation cannot be read\. “many” is not an operator here\./m,
    );
    assert.match(error, /^failed: none titel = x – Unknown column “titel”\. Did you mean “title”\?$/m);
  });

  it('compares with the snapshot that was kept last', async () => {
    using folder = queryFolder({ 'a.wikiquery': query('same as last') });
    const first = await folder.wikijql('run', 'a.wikiquery', '--keep', 'Monday');
    assert.equal(first.exit, 1);
    assert.match(
      first.error,
      /^failed: same as last – No snapshot of this query from “wiki” to compare with/m,
    );
    const second = await folder.wikijql('run', 'a.wikiquery');
    assert.equal(second.exit, 0, second.error);
    assert.match(second.error, /^passed: same as last – The same as “Monday”\.$/m);
    folder.write({ 'a.wikiquery': query('same as last').replace('allpages', 'allpages\napprefix=M') });
    const third = await folder.wikijql('run', 'a.wikiquery');
    assert.equal(third.exit, 1);
    assert.match(
      third.error,
      /^failed: same as last – Different from “Monday”: 0 added, \d+ removed, 0 changed\.\n {2}\S.* \(gone\) http/m,
    );
  });

  it('asks a tracker for the fields that an expectation names', async () => {
    using folder = queryFolder({
      'a.jql':
        '# @site work\n# @all\n# @columns key\n# @expect every "priority" is not empty\norder by key\n',
    });
    const [account] = sandbox.tracker.accounts;
    assert(account);
    const environment = {
      WIKIJQL_WORK_URL: sandbox.tracker.url,
      WIKIJQL_WORK_USER: account.name,
      WIKIJQL_WORK_PASSWORD: account.password,
    };
    const { error } = await folder.wikijqlWith({ environment }, 'run', 'a.jql');
    assert.match(error, /^(?:passed|failed): every "priority" is not empty – \d+/m);
    assert.doesNotMatch(error, /Unknown column/);
  });
});

describe('check --run', () => {
  const files = {
    'good.wikiquery': query('rows > 20'),
    'bad.wikiquery': `# @expect complete\n${query('rows = 0', 'none title = "Main Page"')}`,
    'plain.wikiquery': '### Nothing expected\naction=query\nlist=allpages\n',
  };

  it('finds what fails at its place; without --run nothing is sent', async () => {
    using folder = queryFolder(files);
    const offline = sandbox.wiki.requests.length;
    assert.equal((await folder.wikijql('check')).exit, 0);
    assert.equal(sandbox.wiki.requests.length, offline);
    const { exit, out } = await folder.wikijql('check', '--run');
    assert.equal(exit, 1);
    assert.match(
      out,
      /^bad\.wikiquery:4:1: error: Expected “rows = 0”\. Found \d+ rows\. \(expectation\)\n {4}# @expect rows = 0$/m,
    );
    assert.match(
      out,
      /^bad\.wikiquery:5:1: error: Expected “none title = "Main Page"”\. Met by 1 of \d+ rows\. Main Page \(Main Page\) http\S+ \(expectation\)$/m,
    );
    assert.match(out, /Expectations: 2 passed, 2 failed\.$/m);
  });

  it('writes JUnit that a reader of it understands', async () => {
    using folder = queryFolder(files);
    const { exit, out } = await folder.wikijql('check', '--run', '--output', 'junit');
    assert.equal(exit, 1);
    const read = await parse(out);
    assert(read && 'testsuite' in read);
    const bad = read.testsuite?.find(({ name }) => name === 'bad.wikiquery');
    assert.deepEqual([bad?.tests, bad?.failures], [1, 1]);
    const failure = bad?.testcase?.[0]?.failure?.[0];
    assert.equal(failure?.type, 'expectation');
    assert.match(
      failure?.inner ?? '',
      /4:1: error: Expected “rows = 0”.*\n.*5:1: error: Expected “none title/,
    );
  });

  for (const output of ['json', 'sarif', 'github'])
    it(`writes ${output}`, async () => {
      using folder = queryFolder(files);
      const { exit, out } = await folder.wikijql('check', '--run', '--output', output);
      assert.equal(exit, 1);
      assert.equal(out.match(/Expected “/g)?.length, 2);
      if (output !== 'github') JSON.parse(out);
    });

  it('ends with 2 where a query could not run, an error in JUnit', async () => {
    using folder = queryFolder({ 'a.wikiquery': `# @site gone\n${query('rows = 0')}` });
    const { exit, out } = await folder.wikijql('check', '--run');
    assert.equal(exit, 2);
    const junit = await folder.wikijql('check', '--run', '--output', 'junit');
    assert.equal(junit.exit, 2);
    assert.match(junit.out, /<testsuite name="a\.wikiquery" tests="1" failures="0" errors="1">/);
    assert.match(
      out,
      /^a\.wikiquery:4:1: error: The query did not run, so its expectations were not checked\. .*gone.* \(not-run\)$/m,
    );
  });

  it('runs what standard input has', async () => {
    using folder = queryFolder({});
    const { exit, out } = await folder.wikijqlWith({ input: query('rows = 0') }, 'check', '--run', '-');
    assert.equal(exit, 1);
    assert.match(out, /^stdin\.wikiquery:3:1: error: Expected “rows = 0”/m);
  });
});
