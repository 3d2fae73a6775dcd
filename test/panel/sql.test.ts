/** The SQL view of the results panel. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colorRules, prepareAxe, runAxe } from '../support/axe.ts';
import { changeTheme, type PanelOptions, type ResultsPanelPage, themeNames } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, revisionRows, revisions, run, start } from '../support/results.ts';
import { until } from '../support/until.ts';
import { tables } from '../unit/results/sql/tables.ts';

/** The end of a run whose statement was refused. */
const refused = (message: string) =>
  ({
    ...finish,
    status: 'failed',
    rows: 0,
    requests: 0,
    notices: [{ severity: 'error', code: 'sqlRefused', message }],
  }) as const;

describe('the SQL view', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;

  const open = async (statement = '', answerTables = tables, size?: PanelOptions['size']): Promise<void> => {
    panel = await panels.results('dark', size);
    panel.give(answerTables);
    await panel.send({ type: 'sql', statement, isNew: false }, { type: 'idle', title: '', file: 'SQL' });
    await editor().waitFor();
  };
  const editor = () => panel.page.locator('.cm-content');
  const written = () => editor().innerText();
  const statements = () => panel.said.flatMap(message => (message.type === 'runSql' ? [message.sql] : []));
  const options = () => panel.page.locator('.cm-tooltip-autocomplete li').allInnerTexts();

  it('is loaded when it is wanted, which a table’s toolbar asks for', async () => {
    panel = await panels.results();
    const rows = revisionRows(3);
    await panel.send(start, { type: 'rows', run, table: revisions, offset: 0, rows }, { ...finish, rows: 3 });
    assert.equal(await panel.page.evaluate('typeof globalThis.wikijqlSqlEditor'), 'undefined');
    await panel.page.getByRole('button', { name: 'More', exact: true }).click();
    await panel.page.getByRole('button', { name: 'Query with SQL' }).click();
    assert.deepEqual(panel.said.at(-1), { type: 'openSql' });
  });

  it('has the last statement, and runs what is written', async () => {
    await open('select 1');
    assert.equal(await written(), 'select 1');
    await editor().focus();
    await panel.page.keyboard.type(' as one');
    await panel.press('Escape', 'ControlOrMeta+Enter');
    await panel.page.getByRole('button', { name: 'Run Statement' }).click();
    await until('a statement', async () => statements().length > 0);
    assert.equal(statements().at(-1), 'select 1 as one');
  });

  it('runs the statement that an empty editor shows, about the latest table', async () => {
    await open();
    await panel.page.getByText('SELECT * FROM issues').waitFor();
    assert.deepEqual(statements(), []);
    await editor().click();
    await panel.press('ControlOrMeta+Enter');
    await until('the statement', async () => statements().length > 0);
    assert.deepEqual([await written(), ...statements()], ['SELECT * FROM issues', 'SELECT * FROM issues']);
  });

  it('breaks the long name of a table, and shows how many rows it has', async () => {
    const named = tables.slice(0, 1).map(table => ({ ...table, name: `release_${'2026_11_29_'.repeat(4)}` }));
    await open('', named);
    assert.deepEqual(
      await panel.page.evaluate(
        `[...document.querySelectorAll('.sql-tables, .sql-tables summary')].map(each => each.scrollWidth - each.clientWidth)`,
      ),
      [0, 0, 0],
    );
  });

  it('has one button to run', async () => {
    await open('select 1');
    assert.equal(await panel.page.getByRole('button', { name: 'Run' }).count(), 1);
    await panel.send({ ...start, file: '' }, finish);
    await panel.settle();
    assert.equal(await panel.page.getByRole('button', { name: 'Run' }).count(), 1);
  });

  it('runs by the keyboard alone, and Escape leaves the editor', async () => {
    await open('select 2');
    await editor().focus();
    await panel.press('ControlOrMeta+Enter');
    await until('a statement', async () => statements().length === 1);
    await panel.press('Escape');
    const focused = await panel.page.evaluate('document.activeElement?.textContent');
    assert.equal(focused, 'Run Statement');
  });

  it('keeps the key that runs from the workbench, which has the same one, also beside the statement', async () => {
    await open('select 2');
    await panel.page.evaluate(`addEventListener('keydown', ({ key }) => (globalThis.lastKey = key))`);
    await editor().focus();
    await panel.press('ControlOrMeta+Enter', 'Escape');
    assert.equal(await panel.page.evaluate('globalThis.lastKey'), 'Escape');
    await panel.press('ControlOrMeta+Enter');
    await until('statements', async () => statements().length === 2);
    assert.notEqual(await panel.page.evaluate('globalThis.lastKey'), 'Enter');
  });

  it('keeps the key that selects all from the workbench, which would do it again while the user types', async () => {
    await open('select 2');
    const rows = revisionRows(3);
    await panel.send(
      { ...start, title: 'Statement', file: 'SQL' },
      { type: 'rows', run, table: revisions, offset: 0, rows },
      { ...finish, rows: 3, requests: 0 },
    );
    await panel.page.evaluate(
      `globalThis.keys = []; addEventListener('keydown', ({ key }) => keys.push(key))`,
    );
    for (const place of [editor(), panel.page.getByRole('searchbox'), panel.page.locator('.grid')]) {
      await place.focus();
      await panel.press('ControlOrMeta+a');
    }
    assert.deepEqual(await panel.page.evaluate(`keys.filter(key => key === 'a')`), []);
  });

  it('offers nothing that only the result of a request has', async () => {
    await open('select 2');
    await panel.send(
      { ...start, title: 'Statement', file: 'SQL' },
      { type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(3) },
      { ...finish, rows: 3, requests: 0 },
    );
    await panel.page.getByRole('button', { name: 'More', exact: true }).click();
    const items = panel.page.locator('button.item:visible');
    assert.deepEqual(await items.allInnerTexts(), [
      'Compare with Previous Run',
      'Compare with Snapshot…',
      'Keep as Snapshot…',
    ]);
  });

  it('draws the first numbers of a statement for its first column', async () => {
    await open('select user, change from revisions');
    const columns = ['user', 'change', 'minor'].flatMap(name =>
      revisions.columns.filter(({ key }) => key === name),
    );
    await panel.send(
      { ...start, title: 'Statement', file: 'SQL' },
      { type: 'rows', run, table: { ...revisions, columns }, offset: 0, rows: revisionRows(30) },
      { ...finish, rows: 30, requests: 0 },
    );
    await panel.page.getByRole('button', { name: 'Chart', exact: true }).click();
    const chart = panel.page.getByRole('img', { name: 'Bars: sum of change for each user.' });
    await chart.waitFor();
  });

  it('completes tables and columns', async () => {
    await open('select * from ');
    await editor().focus();
    await panel.press('ControlOrMeta+End', 'Control+Space');
    await until('tables', async () => (await options()).some(option => option.startsWith('issues')));
    await panel.press('Enter');
    assert.equal(await written(), 'select * from issues');
    await panel.page.keyboard.type(' i where i.sta');
    await until('columns', async () => (await options()).some(option => option.startsWith('status')));
    await panel.picture('sql-completion');
    await panel.press('Tab');
    assert.equal(await written(), 'select * from issues i where i.status');
  });

  for (const width of [340, 400, 480, 570])
    it(`shows the help of a proposal without covering the list at ${width}`, async () => {
      await open('select * from issues i where i.', tables, { width, height: 600 });
      panel.page.setDefaultTimeout(10_000);
      await editor().focus();
      await panel.press('ControlOrMeta+End', 'Control+Space');
      const [list, help] = ['.cm-tooltip-autocomplete > ul', '.cm-completionInfo'].map(part =>
        panel.page.locator(part),
      );
      assert.ok(list && help);
      await help.waitFor();
      await panel.press('ArrowDown', 'ArrowDown');
      await panel.picture(`sql-help-${width}`);
      const [listed, helping] = [await list.boundingBox(), await help.boundingBox()];
      assert.ok(listed && helping);
      const isBeside = helping.x >= listed.x + listed.width - 1 || helping.x + helping.width <= listed.x + 1;
      const isApart = helping.y >= listed.y + listed.height - 1 || helping.y + helping.height <= listed.y + 1;
      assert.ok(isBeside || isApart, JSON.stringify({ listed, helping }));
      assert.ok(helping.x >= 0 && helping.x + helping.width <= width);
    });

  it('says what is wrong, at its place and in a status', async () => {
    await open('select * from isues');
    await panel.press('ControlOrMeta+Home');
    const said = panel.page.locator('.sql-note');
    await until('a problem', async () => /Did you mean “issues”/.test((await said.textContent()) ?? ''));
    assert.equal(await panel.page.locator('.cm-lintRange-error').innerText(), 'isues');
  });

  it('underlines nothing that is being typed', async () => {
    await open('select * from issues where ');
    const underlined = panel.page.locator('.cm-lintRange-error');
    await editor().focus();
    await panel.press('ControlOrMeta+Home');
    await underlined.waitFor();
    await panel.press('ControlOrMeta+End');
    await underlined.waitFor({ state: 'detached' });
  });

  it('says why a statement was refused once, where its problem is said', async () => {
    await open('select * from isues');
    await panel.press('ControlOrMeta+Home');
    await panel.page.getByText('Did you mean “issues”?').waitFor();
    await panel.page.evaluate(`globalThis.told = 0;
      new MutationObserver(() => globalThis.told++).observe(document.querySelector('.sql-note'), { childList: true });`);
    await panel.send({ ...start, file: 'SQL' }, refused('SQLite does not accept it: no such table: isues.'));
    assert.equal(await panel.page.getByText('isues', { exact: false }).count(), 2, 'statement and note');
    assert.equal(await panel.page.evaluate('globalThis.told'), 0);
    assert.equal(await panel.page.getByRole('alert').count(), 0);
    assert.equal(await panel.page.locator('.blank').innerText(), '');
  });

  it('says what is meant in a refused statement, also of the last word, which a check takes for half typed', async () => {
    await open('select * from isue');
    await editor().focus();
    await panel.press('ControlOrMeta+End');
    await panel.page.keyboard.type('s');
    await panel.press('Escape');
    await panel.page.getByText('Did you mean “issues”?').waitFor({ state: 'detached' });
    await panel.send({ ...start, file: 'SQL' }, refused('SQLite does not accept it: no such table: isues.'));
    await panel.page.getByText('Did you mean “issues”?').waitFor();
  });

  it('says why a statement was refused that a check did not find, until it changes', async () => {
    await open('select 1');
    await until('a check', async () => panel.asked.some(({ type }) => type === 'sqlProblems'));
    await panel.send({ ...start, file: 'SQL' }, refused('SQLite does not accept it: too many terms.'));
    assert.equal(await panel.page.getByText('too many terms').count(), 1);
    await editor().click();
    await panel.page.keyboard.type(' ');
    await panel.page.getByText('too many terms').waitFor({ state: 'detached' });
  });

  for (const size of [
    { width: 640, height: 700 },
    { width: 1280, height: 480 },
    { width: 420, height: 700 },
  ])
    it(`leaves half of a panel of ${size.width} × ${size.height} to the rows, and lists the tables again`, async () => {
      await open('select *\nfrom issues', tables, size);
      await panel.send(
        { ...start, title: 'Statement', file: 'SQL' },
        { type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(20) },
        { ...finish, site: '', rows: 20, requests: 0 },
      );
      const grid = await panel.page.locator('.grid').boundingBox();
      assert.ok(grid && grid.height >= size.height / 2, JSON.stringify(grid));
      await panel.picture(`sql-answer-${size.width}`);
      const table = panel.page.locator('.sql-tables').getByText('pages', { exact: true }).first();
      assert.ok(!(await table.isVisible()));
      await panel.page.locator('.sql-tables').getByText('Tables', { exact: true }).click();
      await table.waitFor();
    });

  it('says what a word is', async () => {
    await open('select created from issues');
    const box = await panel.page.locator('.cm-line').first().boundingBox();
    assert(box);
    await panel.page.mouse.move(box.x + 80, box.y + 8, { steps: 4 });
    await panel.page.locator('.sql-info').waitFor();
    assert.match(await panel.page.locator('.sql-info').innerText(), /Created — date[\s\S]*strftime/);
  });

  it('lists the tables, whose names can be inserted', async () => {
    await open('select ');
    await editor().focus();
    await panel.press('ControlOrMeta+End');
    const list = panel.page.getByRole('complementary', { name: 'Tables' });
    await list.getByText('issues', { exact: true }).first().click();
    await list.getByRole('button', { name: 'Story Points' }).click();
    assert.equal(await written(), 'select "Story Points"');
  });

  it('says how to get a table if there are no results', async () => {
    await open('', []);
    await panel.page.getByText('each result of this session is a table').waitFor();
    await panel.page.getByRole('button', { name: 'Run Statement' }).click();
    await panel.page.getByText('No statement. Write a SELECT.').waitFor();
    assert.deepEqual(statements(), []);
    await until('a check', async () => panel.asked.some(({ type }) => type === 'sqlProblems'));
    await panel.page.getByText('No statement. Write a SELECT.').waitFor();
  });

  it('keeps what is written when the panel is covered', async () => {
    await open('select 1');
    await editor().click();
    await panel.press('ControlOrMeta+End');
    await panel.page.keyboard.type(' -- more');
    await until('the memory', async () =>
      (await panel.page.evaluate<string>("sessionStorage.getItem('state') ?? ''")).includes('-- more'),
    );
    await panel.reload();
    await panel.send({ type: 'sql', statement: 'select 1', isNew: false });
    await editor().waitFor();
    assert.equal(await written(), 'select 1 -- more');
  });

  it('has nothing that axe finds', async () => {
    await open('select key, count(*) from issues -- all');
    const list = panel.page.getByRole('complementary', { name: 'Tables' });
    await list.getByText('issues', { exact: true }).first().click();
    const rows = revisionRows(20);
    await panel.send(
      { ...start, title: 'Statement', file: 'SQL' },
      { type: 'rows', run, table: revisions, offset: 0, rows },
      { ...finish, rows: 20 },
    );
    await prepareAxe(panel.page);
    for (const [index, theme] of themeNames.entries()) {
      await changeTheme(panel.page, theme);
      await panel.picture(`sql-${theme}`);
      const { violations, undecided } = await runAxe(panel.page, index === 0 ? undefined : colorRules);
      assert.deepEqual([...violations, ...undecided], [], theme);
    }
  });
});
