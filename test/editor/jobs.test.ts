/** Ten jobs of users, from beginning to end, with how many actions and seconds each takes: a table follows them. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type BadServer, type Behaviour, json, startBadServer } from '../support/bad-server.ts';
import type { EditorWindow } from '../support/editor.ts';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import type { Hands } from '../support/editor/hands.ts';
import { Jobs } from '../support/editor/jobs.ts';
import { openNewcomerFixture } from '../support/editor/newcomer.ts';
import { issueOf, resultOf, sqlViewOf } from '../support/editor/panels.ts';
import { choose, message, prompted } from '../support/editor/prompts.ts';
import { password, signIn } from '../support/editor/signing.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { until } from '../support/until.ts';

const bot = `members = api.get({
    'action': 'query',
    'generator': 'categorymembers',
    'gcmtitle': 'Category:Trees',
    'gcmlimit': 5,
    'prop': 'revisions',
    'rvprop': 'ids|timestamp|content',
    'rvslots': 'main',
})
`;
const report = `# Release

\`\`\`jql
# @site town
# @name open
# @limit 100
# @report list 3
project = LAMP AND resolution IS EMPTY ORDER BY key
\`\`\`

\`\`\`sql
-- @view chart bar x=status y=issues
select status, count(*) as issues from open group by status order by status
\`\`\`
`;
const files = {
  'bot.py': bot,
  'changes.wikiquery':
    '### Changes\n# @limit 200\nlist=recentchanges\nrcprop=title|user|timestamp|sizes|comment\nrclimit=max\n',
  'release.md': report,
  'mine.jql':
    '# @site town\n### My open issues\nassignee = currentUser() AND resolution IS EMPTY ORDER BY key\n',
  'team.jql': '# @site town\n### The team\n# @limit 60\nproject = LAMP ORDER BY key\n',
  'news.wikiquery': '# @site news\n### New pages\n# @watch 1h\nlist=allpages\naplimit=10\n',
  'pages.wikiquery':
    '### Pages\n# @name pages\n# @limit 20\nlist=allpages\naplimit=20\n\n### Changed\n# @name changed\n# @limit 50\nlist=recentchanges\nrcprop=title|user\n',
};

const newPages = (...ids: readonly number[]): Behaviour =>
  json({
    batchcomplete: true,
    query: { allpages: ids.map(pageid => ({ pageid, ns: 0, title: `Page ${pageid}` })) },
  });

const rowsOf = (panel: Frame): Locator => panel.locator('.body .row');
const firstRow = (panel: Frame): Promise<string> => rowsOf(panel).first().innerText();
const statusOf = (panel: Frame): Promise<string> => panel.locator('.status').innerText();
const reads = (panel: Frame, pattern: RegExp): Promise<unknown> =>
  until(`a status like ${String(pattern)}`, async () => pattern.test(await statusOf(panel)));
const tool = (panel: Frame, name: string): Locator => panel.getByRole('button', { name, exact: true });

const jobs = new Jobs();

describe('the job of', () => {
  let fixture: EditorFixture;
  before(async () => {
    fixture = await openNewcomerFixture();
  });
  after(() => fixture.close());
  afterEach(context => pictureOfFailure(context, fixture.editor));

  const who = 'a newcomer: from an empty folder without a site to the first rows';
  it(who, () => jobs.do({ number: 1, who, maxActions: 2, work: seeFirstRows }, fixture.editor));

  const seeFirstRows = async (hands: Hands): Promise<void> => {
    const { editor } = fixture;
    await hands.click(editor.page.locator('.activitybar .action-label[aria-label="wikijql"]'));
    const buttons = editor.page.locator('.sidebar .welcome-view .monaco-button');
    await buttons.nth(2).waitFor();
    assert.deepEqual(await buttons.allInnerTexts(), [
      'Run a First Query at Wikipedia',
      'Add Your Own Site…',
      'Open a Folder with Queries…',
    ]);
    await editor.screenshot('job-1-view');
    await hands.click(buttons.first());
    const panel = await editor.panel('.badge');
    await rowsOf(panel).first().waitFor();
    assert.equal(await panel.locator('.site').innerText(), 'enwiki');
  };
});

describe('the job of', () => {
  let tracker: SandboxTracker;
  let news: BadServer;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    tracker = await startSandboxTracker();
    news = await startBadServer([newPages(1, 2), newPages(1, 2, 3)]);
    fixture = await openEditorFixture({
      files,
      sites: { news: news.url },
      // The tooltip of an item in the status bar would cover the messages.
      settings: { 'workbench.hover.delay': 2 ** 30 },
    });
    editor = fixture.editor;
    await editor.set('wikijql.sites', {
      sandbox: { kind: 'wiki', url: fixture.wiki.url },
      news: { kind: 'wiki', url: news.url },
      town: { kind: 'tracker', url: tracker.url },
    });
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
    await news.stop();
  });
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await editor.execute('notifications.clearAll');
    await editor.execute('workbench.action.files.saveAll');
    await editor.closeEditors();
  });

  const job = (
    number: number,
    who: string,
    maxActions: number,
    work: (hands: Hands) => Promise<void>,
  ): void => {
    it(who, () => jobs.do({ number, who, maxActions, work }, editor));
  };

  job(
    2,
    'a writer of bots: run what a program asks for, change it there, and run it again',
    5,
    async hands => {
      await hands.open('bot.py');
      const lens = editor.editor.locator('.codelens-decoration a', { hasText: 'Run' }).first();
      await hands.click(lens);
      const panel = await editor.panel('.badge');
      await rowsOf(panel).nth(4).waitFor();
      await editor.screenshot('job-2-first-run');
      await hands.place(5, 18);
      await hands.type('0');
      await editor.screenshot('job-2-changed');
      await hands.click(lens);
      await until('more than five rows', async () => /^\D*([6-9]|\d\d) rows/.test(await statusOf(panel)));
    },
  );

  job(3, 'a wiki’s gardener: run, sort, keep one user, hide a column, and back to all', 8, async hands => {
    await hands.open('changes.wikiquery');
    await hands.run();
    const panel = await resultOf(editor, 'Changes');
    await reads(panel, /^\D*200 rows/);
    const first = await firstRow(panel);
    await hands.click(panel.getByRole('columnheader', { name: /^user/ }));
    await reads(panel, /sorted by user/);
    const column = await panel.getByRole('columnheader', { name: /^user/ }).getAttribute('aria-colindex');
    await hands.click(rowsOf(panel).first().locator(`[aria-colindex="${column}"]`));
    await hands.press('=');
    await reads(panel, /of 200 rows shown/);
    await hands.click(panel.getByRole('columnheader', { name: /^comment/ }), { button: 'right' });
    await hands.click(panel.getByRole('menuitem', { name: 'Hide Column' }));
    await reads(panel, /\d of \d+ columns/);
    await editor.screenshot('job-3-arranged');
    await hands.click(tool(panel, 'Reset'));
    await reads(panel, /^\D*200 rows/);
    await until('the first row again', async () => (await firstRow(panel)) === first);
  });

  job(4, 'a manager of releases: refresh a report with a list and a chart', 2, async hands => {
    await hands.open('release.md');
    await hands.click(editor.page.locator('.editor-actions .action-label[aria-label^="Refresh Report"]'));
    await until('the chart', async () => existsSync(path.join(fixture.folder, 'release-2.svg')));
    await until('the list', async () => (await editor.text()).includes('LAMP-'));
    assert.match(readFileSync(path.join(fixture.folder, 'release-2.svg'), 'utf8'), /Open/);
  });

  job(5, 'an engineer: read my open issues one after the other, beside their list', 4, async hands => {
    await signIn(editor, 'town', password('ada', 'analytical engine'));
    await message(editor, /Signed in to “town” as ada/);
    await editor.execute('notifications.clearAll');
    hands.beginAnew();
    await hands.open('mine.jql');
    await hands.run();
    const panel = await resultOf(editor, 'My open issues');
    const keys = await panel.locator('.row .cell:has(.link) .link').allInnerTexts();
    const [first = '', second = ''] = keys.filter(key => /^[A-Z]+-\d+$/.test(key));
    await hands.click(panel.locator('.cell .link', { hasText: new RegExp(`^${first}$`) }).first());
    const issue = await issueOf(editor, first);
    assert.ok(await panel.locator('.grid').isVisible());
    await hands.click(issue.getByRole('button', { name: 'Next Row' }));
    await issueOf(editor, second);
  });

  job(6, 'a lead: group by assignee, and take the rows to a spreadsheet', 7, async hands => {
    await hands.open('team.jql');
    await hands.run();
    const panel = await resultOf(editor, 'The team');
    await hands.click(tool(panel, 'Export'));
    await hands.click(panel.getByRole('button', { name: 'Save for Excel…' }));
    const input = editor.page.locator('.quick-input-widget input').first();
    const name = await until('the name of a file', async () => {
      const proposed = await input.inputValue();
      return proposed.endsWith('.xlsx') && path.basename(proposed);
    });
    await hands.press('Enter');
    assert.equal(name, 'The team.xlsx');
    const file = path.join(fixture.folder, name);
    await until(file, async () => existsSync(file) && readFileSync(file).length > 0);
    const sheets = [...readWorkbook(readFileSync(file)).values()];
    assert.equal(sheets.length, 2, 'the rows, and what they are');
    assert.equal(sheets[0]?.length, 61);
    assert.ok(sheets[0][1]?.includes('LAMP-1'));
    assert.match(JSON.stringify(sheets[1]), /project = LAMP.*town|town.*project = LAMP/);
    await hands.click(panel.getByRole('columnheader', { name: /^assignee/i }), { button: 'right' });
    await hands.click(panel.getByRole('menuitem', { name: 'Group by This Column', exact: true }));
    await reads(panel, /\d+ groups of 60 rows/);
  });

  job(7, 'an editor: compare a run with the one before', 5, async hands => {
    await hands.open('changes.wikiquery');
    await hands.run();
    const panel = await resultOf(editor, 'Changes');
    await hands.run();
    await panel.locator('.badge').waitFor();
    await hands.click(tool(panel, 'More'));
    await hands.click(panel.getByRole('button', { name: 'Compare with Previous Run' }));
    await reads(panel, /same|rows/);
  });

  job(8, 'an analyst: join two results with SQL', 8, async hands => {
    await hands.open('pages.wikiquery');
    await hands.command('Run All Queries in This File');
    const panel = await resultOf(editor, 'Changed');
    await hands.click(tool(panel, 'More'));
    await hands.click(panel.getByRole('button', { name: 'Query with SQL' }));
    const sql = await sqlViewOf(editor);
    await sql.locator('.sql-tables').getByText('changed', { exact: true }).first().waitFor();
    await sql.locator('.cm-content').focus();
    await hands.type(
      'select user, count(pages.title) as changes from changed left join pages using (title) group by user',
    );
    await hands.press('Control+Enter');
    await editor.panel(
      '.grid [role=columnheader][aria-label^="changes"], .grid [role=columnheader]:has-text("changes")',
    );
  });

  job(9, 'a watcher: watch a query, and look at what is new', 5, async hands => {
    await hands.open('news.wikiquery');
    await hands.click(editor.editor.locator('.codelens-decoration a', { hasText: 'Watch' }));
    await until('one watch', async () => (await editor.watches.innerText()).trim() === '1');
    const entry = (name: string): Locator =>
      editor.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first();
    await hands.click(editor.watches);
    await prompted(editor, /every 1 h/);
    await hands.click(entry('Run Now in the Background'));
    const shown = await message(editor, /“New pages”: 1 new row\./);
    await hands.click(shown.locator('.monaco-button', { hasText: 'Show' }));
    const panel = await resultOf(editor, 'New pages');
    await rowsOf(panel).filter({ hasText: 'Page 3' }).waitFor();
    await editor.watches.click();
    await choose(editor, /every 1 h/, 'Stop Watching');
    await editor.watches.waitFor({ state: 'detached' });
  });

  job(10, 'a colleague: see the rows of a search whose address somebody sent', 4, async hands => {
    const address = `${tracker.url}/issues/?jql=${encodeURIComponent('project = LAMP ORDER BY key')}`;
    await editor.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(address)})`);
    hands.beginAnew();
    await hands.command('Paste As Query');
    await editor.waitForText('ORDER BY key');
    assert.equal(await editor.text(), '# @site town\nproject = LAMP ORDER BY key\n');
    await hands.run();
    const panel = await editor.panel('.status .badge');
    await rowsOf(panel).first().waitFor();
    assert.match(await firstRow(panel), /LAMP-1\b/);
    await editor.execute('workbench.action.focusFirstEditorGroup');
    await editor.execute('workbench.action.revertAndCloseActiveEditor');
  });
});

test('the ten jobs in a table', context => {
  assert.deepEqual(jobs.numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const line of jobs.table()) context.diagnostic(line);
});
