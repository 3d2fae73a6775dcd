import assert from 'node:assert/strict';
import { chmodSync, lstatSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readQueryLink } from '#shared/base/queries/query-link.ts';
import { sandboxSites } from '../support/sandbox-sites.ts';
import type { Folder } from './program.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();

const folderOf = (report: string): Folder => siteFolder(sandbox, { 'report.md': report });

const pages = '```wikiquery\n# @name pages\n# @all\naction=query\nlist=allpages\n```\n';
const issues =
  '```jql\n# @site work\n# @name issues\n# @limit 20\n# @columns key, status, summary\nORDER BY key\n```\n';
const counted =
  '```sql\n-- @name statuses\nselect status, count(*) as issues from issues group by status order by status\n```\n';
const chart =
  '```jql\n# @site work\n# @name by-status\n# @limit 20\n# @view chart bar x=status y=count\nORDER BY key\n```\n';

describe('a report', () => {
  it('has the results of its queries below them, also of SQL over those above, and a chart beside it', async () => {
    const report = `# Report\r\n\r\n${pages.replaceAll('\n', '\r\n')}\r\ntext\n\n${issues}${counted}${chart}end`;
    using folder = folderOf(report);
    const { exit, error } = await folder.wikijql('run', 'report.md');
    assert.equal(error, 'report.md: 4 results, 4 changed.\n');
    assert.equal(exit, 0);
    const written = folder.read('report.md');
    assert.match(written, /\| title \| ns \| pageid \|\r\n\| --- \| [-: |]+\r\n\| \[/);
    assert.match(written, /\| \[[A-Z]+-\d+\]\(http:\/\/127\.0\.0\.1:\d+\/browse\/[A-Z]+-\d+\) \|/);
    assert.match(written, /\| status \| issues \|\n\| --- \| --: \|\n\| [^|]+ \| \d+ \|/);
    assert.match(written, /\n!\[Bar chart: count by Status\]\(\.\/report-by-status\.svg\)\n/);
    assert.match(folder.read('report-by-status.svg'), /^<svg [^]*<\/svg>\n$/);
    assert.equal(withoutResults(written), report);
  });

  it('answers SQL over the answers of named SQL above it, with their links', async () => {
    const named = '```sql\n-- @name first\nselect key, status from issues order by key limit 4\n```\n';
    const last =
      '```sql\nselect f.key, upper(f.status) as state from first f order by f.key desc limit 1\n```\n';
    using folder = folderOf(issues + named + last);
    const { exit, error } = await folder.wikijql('run', 'report.md');
    assert.deepEqual([exit, error], [0, 'report.md: 3 results, 3 changed.\n']);
    const [, , answer = ''] = folder.read('report.md').split('<!-- wikijql:result -->').slice(1);
    assert.match(
      answer,
      /\| key \| state \|\n[^\n]+\n\| \[[A-Z]+-\d+\]\(http[^)]+\/browse\/[A-Z]+-\d+\) \| [A-Z ]+ \|/,
    );
    assert.equal((await folder.wikijql('run', 'report.md', '--check')).exit, 0);
  });

  it('shows the number of a row only where the statement names it', async () => {
    const all = '```sql\nselect a.*, b.status from issues a join issues b using (key) limit 1\n```\n';
    const numbered = '```sql\nselect "#", key from issues limit 1\n```\n';
    using folder = folderOf(issues + all + numbered);
    assert.equal((await folder.wikijql('run', 'report.md')).exit, 0);
    const tables = [...folder.read('report.md').matchAll(/^\|.*\|$(?=\n\| --)/gm)].map(([line]) => line);
    const headings = ['| key | status | summary | status |', String.raw`| \# | key |`];
    assert.deepEqual(tables.slice(1), headings);
  });

  it('answers SQL over kept snapshots', async () => {
    const report = '```sql\n-- @report count\nselect * from my_pages\n```\n';
    using folder = siteFolder(sandbox, { 'report.md': report, 'a.wikiquery': '# @limit 7\nlist=allpages' });
    const missing = await folder.wikijql('run', 'report.md');
    assert.match(missing.error, /no such table: my_pages/);
    await folder.wikijql('run', 'a.wikiquery', '--keep', 'My pages');
    assert.equal((await folder.wikijql('run', 'report.md')).error, 'report.md: 1 result, 1 changed.\n');
    assert.match(folder.read('report.md'), /\*\*7\*\*/);
  });

  it('links to the query as it was sent where it asks for that', async () => {
    const linked = '```jql\n@most = 7\n# @site work\n# @report list 1 link\nkey < LAMP-{{most}}\n```\n';
    using folder = folderOf(linked);
    assert.equal((await folder.wikijql('run', 'report.md')).error, 'report.md: 1 result, 1 changed.\n');
    const [, query] =
      /\[Open this query in the editor\]\(vscode:\/\/wikijql\.wikijql\/open\?([^)]+)\)/.exec(
        folder.read('report.md'),
      ) ?? [];
    assert.deepEqual(readQueryLink('/open', query ?? ''), {
      language: 'jql',
      text: '# @site work\nkey < LAMP-7\n',
    });
    assert.equal((await folder.wikijql('run', 'report.md')).error, 'report.md: up to date.\n');
  });

  it('names the columns of a list or changelog after the key, the title or the group', async () => {
    const lists = [
      '```jql\n# @site work\n# @name issues\n# @limit 20\n# @columns key, summary, status, created\n# @report list 1\nORDER BY key\n```',
      '```wikiquery\n# @limit 3\n# @report list 1\nlist=allpages\n```',
      '```sql\n-- @report list 1\nselect status, count(*) as issues from issues group by status order by status\n```',
      '```jql\n# @site work\n# @limit 20\n# @report list 1\nassignee IS NOT EMPTY ORDER BY key\n```',
      '```jql\n# @site work\n# @limit 20\n# @report changelog by priority 1\nassignee IS NOT EMPTY ORDER BY key\n```',
    ];
    using folder = folderOf(`${lists.join('\n\n')}\n`);
    assert.equal((await folder.wikijql('run', 'report.md')).error, 'report.md: 5 results, 5 changed.\n');
    const items = [...folder.read('report.md').matchAll(/^- .*$/gm)].map(([line]) => line);
    const [issue = '', page = '', group = '', usual = '', changed = ''] = items;
    assert.match(issue, /^- \[[A-Z]+-\d+\]\(http[^)]+\) [^–;]+ – Status: [^;]+; Created: [-\d]+ [:\d]+ UTC$/);
    assert.match(page, /^- \[[^\]]+\]\(http[^)]+\) – ns: \d+; pageid: \d+$/);
    assert.match(group, /^- \w[^–;]* – issues: \d+$/);
    assert.match(usual, /^- \[[A-Z]+-\d+\]\(http[^)]+\) [^–;]+ – Status: [^;]+; Assignee: [^;]+$/);
    assert.equal(changed, usual);
  });

  it('does not change when it is refreshed again, and is stale after an edit', async () => {
    using folder = folderOf(`${pages}\n${chart}`);
    await folder.wikijql('run', 'report.md');
    const written = folder.read('report.md');
    const { mtimeMs } = statSync(path.join(folder.path, 'report.md'));
    assert.deepEqual(await folder.wikijql('run', 'report.md'), {
      exit: 0,
      out: '',
      error: 'report.md: up to date.\n',
    });
    assert.equal(statSync(path.join(folder.path, 'report.md')).mtimeMs, mtimeMs);
    assert.equal((await folder.wikijql('run', 'report.md', '--check')).exit, 0);
    const drawn = folder.read('report-by-status.svg');
    const older = drawn.replace('</svg>', '<rect/></svg>');
    folder.write({
      'report.md': written.replace('| title |', '| Title |'),
      'report-by-status.svg': older,
    });
    const { exit, out } = await folder.wikijql('run', 'report.md', '--check');
    assert.equal(exit, 1);
    assert.match(out, /^report\.md:1: stale: pages\nreport\.md:\d+: stale: by-status\n$/);
    assert.equal(folder.read('report-by-status.svg'), older);
    assert.equal((await folder.wikijql('run', 'report.md')).exit, 0);
    assert.deepEqual([folder.read('report.md'), folder.read('report-by-status.svg')], [written, drawn]);
  });

  it('with 20 queries changes nothing the second time', async () => {
    const forms = ['table', 'list 5', 'count', 'changelog by status', 'wikitext', 'chart'];
    const blocks = Array.from({ length: 20 }, (_, index) => {
      const form = forms[index % forms.length] ?? '';
      const drawn = form === 'chart' ? '# @view chart pie x=priority\n' : '';
      return `## ${index}\n\n\`\`\`jql\n# @site work\n# @limit 30\n# @report ${form}\n${drawn}ORDER BY key\n\`\`\`\n`;
    });
    using folder = folderOf(blocks.join('\n'));
    assert.equal((await folder.wikijql('run', 'report.md')).error, 'report.md: 20 results, 20 changed.\n');
    const files = (): unknown =>
      readdirSync(folder.path)
        .filter(name => name.startsWith('report'))
        .map(name => [name, folder.read(name)]);
    const before = files();
    assert.equal((await folder.wikijql('run', 'report.md')).error, 'report.md: up to date.\n');
    assert.deepEqual(files(), before);
  });

  const failing: readonly (readonly [name: string, report: string, error: RegExp])[] = [
    [
      'an unknown site',
      `${pages}\`\`\`jql\n# @site nowhere\nkey = A-1\n\`\`\`\n`,
      /^report\.md:\d+: error: .*nowhere/,
    ],
    [
      'a query that the site refuses',
      `${pages}\`\`\`jql\n# @site work\nnosuchfield = 1\n\`\`\`\n`,
      /nosuchfield[^]*the query “2” failed, so nothing was written/,
    ],
    [
      'a site that nobody serves',
      `${pages}\`\`\`wikiquery\n# @site gone\nlist=allpages\n\`\`\`\n`,
      /the query “2” failed/,
    ],
    [
      'SQL that writes',
      `${pages}\`\`\`sql\ndelete from pages\n\`\`\`\n`,
      /^report\.md:8: error: [^]*the query “2” failed/,
    ],
    [
      'an unknown table',
      `${pages}\`\`\`sql\nselect * from page\n\`\`\`\n`,
      /no such table: page\. Tables: pages\./,
    ],
    ['a fence without an end', `${pages}\`\`\`sql\nselect 1\n`, /^report\.md:7: error: Unclosed fence/],
    [
      'a result without an end',
      `${pages}<!-- wikijql:result -->\n\nmine\n`,
      /The end of this result is missing/,
    ],
    ['two queries of one name', pages + pages, /^report\.md:8: error: Duplicate name/],
    ['no query', '# Nothing\n', /No query in the file/],
    [
      'a column that is not there',
      pages.replace('@all', '@report changelog by nothing'),
      /no column “nothing”/,
    ],
    [
      'a fence in a list whose result would not be found again',
      `-\n${pages.replaceAll(/^(?=.)/gm, '    ')}`,
      /report\.md:2: error: The result of this fence would not be found again/,
    ],
  ];
  for (const [name, report, expected] of failing)
    it(`stays as it is with ${name}`, async () => {
      using folder = folderOf(report);
      const { exit, error } = await folder.wikijql('run', 'report.md');
      assert.match(error, expected);
      assert.equal(exit, 2);
      assert.equal(folder.read('report.md'), report);
      assert.deepEqual(
        readdirSync(folder.path).filter(each => each.endsWith('.svg')),
        [],
      );
    });

  it('of more than 10 million characters is not read', async () => {
    using folder = folderOf(`${pages}${'x'.repeat(10_000_000)}`);
    const { exit, error } = await folder.wikijql('run', 'report.md');
    assert.match(error, /too long for a runbook\. The maximum is 10 million characters/);
    assert.equal(exit, 2);
  });

  it('in a folder that cannot be written stays as it is', async () => {
    using folder = folderOf(pages + chart);
    chmodSync(folder.path, 0o555);
    try {
      const { exit, error } = await folder.wikijqlWith({ boundByPermissions: true }, 'run', 'report.md');
      assert.match(error, /cannot be written/);
      assert.equal(exit, 2);
      assert.equal(folder.read('report.md'), pages + chart);
    } finally {
      chmodSync(folder.path, 0o755);
    }
  });

  it('that is read-only stays as it is, without new charts beside it', async () => {
    using folder = folderOf(pages + chart);
    chmodSync(path.join(folder.path, 'report.md'), 0o444);
    const { exit, error } = await folder.wikijqlWith({ boundByPermissions: true }, 'run', 'report.md');
    assert.match(error, /^report\.md: read-only\. It is unchanged\.$/m);
    assert.equal(exit, 2);
    assert.equal(folder.read('report.md'), pages + chart);
    assert(readdirSync(folder.path).every(each => !each.endsWith('.svg')));
  });

  it('can be a link, which stays one', async () => {
    using folder = siteFolder(sandbox, { 'real/report.md': pages + chart });
    symlinkSync('real/report.md', path.join(folder.path, 'link.md'));
    assert.equal((await folder.wikijql('run', 'link.md')).exit, 0);
    assert.match(folder.read('real/report-by-status.svg'), /^<svg/);
    assert.equal((await folder.wikijql('run', '--check', 'real/report.md')).exit, 0);
    assert.ok(lstatSync(path.join(folder.path, 'link.md')).isSymbolicLink());
    assert.match(folder.read('real/report.md'), /wikijql:result/);
  });

  it('does not write a chart through a link', async () => {
    using folder = siteFolder(sandbox, { 'report.md': chart, profile: 'kept' });
    symlinkSync('profile', path.join(folder.path, 'report-by-status.svg'));
    const { exit, error } = await folder.wikijql('run', 'report.md');
    assert.equal(exit, 2);
    assert.match(error, /^report-by-status\.svg: a link; generated files are not written through links/);
    assert.deepEqual([folder.read('profile'), folder.read('report.md')], ['kept', chart]);
  });

  it('replaces no file that is not a chart of its own', async () => {
    const other = chart.replace('by-status', 'status');
    using folder = siteFolder(sandbox, { 'report.md': chart, 'report-by.md': other });
    const picture = '<svg>my own picture</svg>';
    folder.write({ 'report-by-status.svg': picture });
    const { exit, error } = await folder.wikijql('run', 'report.md');
    assert.match(error, /^report-by-status\.svg: not a chart of this report/);
    assert.deepEqual(
      [exit, folder.read('report-by-status.svg'), folder.read('report.md')],
      [2, picture, chart],
    );
    rmSync(path.join(folder.path, 'report-by-status.svg'));
    assert.equal((await folder.wikijql('run', 'report.md')).exit, 0);
    assert.equal((await folder.wikijql('run', 'report-by.md')).exit, 2);
    assert.equal((await folder.wikijql('run', '--check', 'report.md')).exit, 0);
  });

  it('takes no options of single queries, and other files no --check', async () => {
    using folder = siteFolder(sandbox, { 'report.md': pages, 'a.wikiquery': 'list=allpages' });
    for (const words of [['report.md', '-o', 'csv'], ['report.md#pages'], ['a.wikiquery', '--check']]) {
      const { exit, error } = await folder.wikijql('run', ...words);
      assert.match(error, /report/);
      assert.equal(exit, 2);
    }
    assert.equal(folder.read('report.md'), pages);
  });

  it('is checked as before, with and without its results', async () => {
    using folder = folderOf(`${pages}\n\`\`\`jql\nstatus == Open\n\`\`\`\n`);
    const before = await folder.wikijql('check', 'report.md');
    assert.equal(before.exit, 1);
    writeFileSync(
      path.join(folder.path, 'report.md'),
      folder
        .read('report.md')
        .replace(
          '\n```\n\n',
          '\n```\n\n<!-- wikijql:result -->\n\n| a |\n| - |\n\n<!-- /wikijql:result -->\n\n',
        ),
    );
    const after = await folder.wikijql('check', 'report.md');
    assert.equal(after.exit, 1);
    assert.equal(after.out.replaceAll(/:\d+:/g, ':'), before.out.replaceAll(/:\d+:/g, ':'));
  });
});

/** The results with the empty line above them are what was added. */
const withoutResults = (text: string): string =>
  text.replaceAll(/\r?\n\r?\n<!-- wikijql:result -->[^]*?<!-- \/wikijql:result -->/g, '');
