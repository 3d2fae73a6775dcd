/** Both panels in all of their states and in the editor's four kinds of themes, checked by axe. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Notice } from '#shared/protocol/notice.ts';
import type { ToIssuePanel } from '#shared/protocol/panel-messages.ts';
import { colorRules, prepareAxe, runAxe } from '../support/axe.ts';
import { issueFullOf, sampleIssue } from '../support/issues.ts';
import { type PanelPage, type ResultsMessage, changeTheme, themeNames } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, pageRows, pages, revisionRows, revisions, run, start, title } from '../support/results.ts';

const size = { width: 900, height: 300 };
const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 4 } };
const notices: readonly Notice[] = [
  {
    severity: 'error',
    code: 'badvalue',
    isSiteCode: true,
    message: 'Unrecognized value “x”.',
    range,
    action: 'retry',
  },
  { severity: 'warning', code: 'limits', message: 'The limit was lowered to 500.' },
  { severity: 'information', code: '', message: 'The site is read-only.', action: 'openSettings' },
];

type Act = (page: Page) => Promise<unknown>;
const nothing: Act = async () => undefined;

/** Asserts that axe finds nothing in a state of a panel, in any theme. */
async function check<To>(panel: PanelPage<To, unknown>, messages: readonly To[], act: Act): Promise<void> {
  const { page } = panel;
  const findings: string[] = [];
  await prepareAxe(page);
  await panel.send(...messages);
  await act(page);
  // Axe ignores the top layer of the page, which has the pop-ups.
  await page.evaluate(`for (const popup of document.querySelectorAll(':popover-open')) {
    popup.removeAttribute('popover');
    popup.style.zIndex = '9';
  }`);
  for (const [index, theme] of themeNames.entries()) {
    await changeTheme(page, theme);
    const { violations, undecided, hasContrasts } = await runAxe(page, index === 0 ? undefined : colorRules);
    for (const line of [...violations, ...undecided]) findings.push(`${theme}: ${line}`);
    if (!hasContrasts) findings.push(`${theme}: no contrast was computed`);
  }
  assert.deepEqual(findings, []);
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const focused = async (page: Page): Promise<void> => {
  await page.locator('.grid').focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowLeft'])
    await page.keyboard.press(key);
};
const grouped = async (page: Page): Promise<void> => {
  await page.getByRole('columnheader', { name: 'tags', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Group by This Column' }).click();
  await page.locator('.totals').waitFor();
};
const unfold = async (page: Page): Promise<void> => {
  for (const id of ['history', 'worklogs']) await page.locator(`[data-section=${id}] summary`).click();
};

describe('the results panel', () => {
  const progress = {
    type: 'progress',
    run,
    title,
    site: 'harbour',
    links: true,
    requests: 1,
    rows: 0,
  } as const;
  const rows = { type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(6) } as const;
  const others = { type: 'rows', run, table: pages, offset: 0, rows: pageRows(4) } as const;

  const panels = panelSuite();

  const state = (name: string, messages: readonly ResultsMessage[], act: Act = nothing): void => {
    it(name, async () => {
      await check(await panels.results('dark', size), messages, act);
    });
  };

  state('without results, in the panel area', [{ type: 'empty' }]);
  state('after a reload', [{ type: 'idle', title, file: 'harbour.wikiquery' }]);
  state('starting', [start]);
  state('waiting', [start, { ...progress, wait: { reason: 'lag', seconds: 300 } }]);
  const watched = { ...rows, table: { ...revisions, newRows: [0, 2] } };
  state('new rows of a watch', [start, watched, { ...finish, rows: 6 }], focused);
  state('with the first rows', [start, rows, { ...progress, rows: 500, total: 10_000 }]);
  state('failed', [start, { ...finish, status: 'failed', rows: 0, notices }]);
  state('without a match', [start, { ...finish, rows: 0 }]);
  state('incomplete', [start, rows, { ...finish, status: 'incomplete', notices }]);
  state('with more available', [start, rows, { ...finish, status: 'more', step: 500, total: 10_000 }]);
  state('complete', [start, { ...rows, rows: revisionRows(500) }, finish]);
  state('with a selection', [start, rows, finish], focused);
  state('with a selection, but the focus elsewhere', [start, rows, finish], async page => {
    await focused(page);
    await page.getByRole('searchbox').focus();
  });
  state('with the pointer on a row', [start, rows, finish], page =>
    page.locator('.body .row').nth(2).hover(),
  );
  state('sorted and filtered', [start, rows, finish], async page => {
    await page.getByRole('columnheader', { name: 'user' }).click();
    await button('Filters')(page);
    await page.getByLabel('Filter user').fill('Marlin');
  });
  state('sorted by several columns', [start, rows, finish], async page => {
    await page.getByRole('columnheader', { name: 'user' }).click();
    await page.getByRole('columnheader', { name: 'newlen' }).click({ modifiers: ['Shift'] });
    await page.locator('.title .place').nth(1).waitFor();
  });
  state(
    'pinned, with a selection of numbers',
    [start, rows, finish, { type: 'pinned', pinned: true }],
    async page => {
      await page.locator('.grid').focus();
      await page.keyboard.press('Control+a');
      await page.locator('.selection').getByText('sum').waitFor();
    },
  );
  state('with the menu of the selected cells', [start, rows, finish], async page => {
    await page.locator('.grid').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy as JSON' }).waitFor();
  });
  state('with the menu of a column', [start, rows, finish], async page => {
    await page.getByRole('columnheader', { name: 'timestamp', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Group by Month' }).waitFor();
  });
  state('grouped', [start, rows, finish], grouped);
  state('grouped, with a selection', [start, rows, finish], async page => {
    await grouped(page);
    await focused(page);
  });
  state('choosing what to group by', [start, rows, finish], async page => {
    await grouped(page);
    await button('Group')(page);
  });
  state('with the rows of a group', [start, rows, finish], async page => {
    await grouped(page);
    await page.locator('.opener').first().click();
    await page.getByRole('button', { name: 'Back to Groups' }).waitFor();
  });
  it('with rows that are not here yet', async () => {
    const panel = await panels.results('dark', size);
    const many = { ...rows, rows: revisionRows(1000) };
    await check(panel, [start, many, finish], async page => {
      panel.hold();
      await page.evaluate(`document.querySelector('.grid').scrollTop = 20_000`);
      await page.locator('.row.waiting').first().waitFor();
    });
  });
  state(
    'with rows that are no longer available',
    [start, { type: 'table', run, table: revisions, rows: 6, changed: false }, finish],
    page => page.locator('.blank', { hasText: 'no longer available' }).waitFor(),
  );
  state('with no row that passes', [start, rows, finish], page =>
    page.getByRole('searchbox').fill('no such'),
  );
  state('with a nested value open', [start, rows, finish], page =>
    page.locator('.cell.nested .drawing').first().click(),
  );
  state('with a tree open', [start, others, finish], page =>
    page.locator('.cell.nested .drawing').nth(1).click(),
  );
  state('with a row as names and values', [start, others, finish], page => page.keyboard.press('Alt+Enter'));
  state('with the filters of a value', [start, rows, finish], async page => {
    await page.locator('.body .cell').nth(4).click();
    await page.keyboard.press('=');
  });
  const chart = {
    kind: 'stacked',
    x: { column: 'user' },
    y: { name: 'count' },
    series: { column: 'minor' },
  } as const;
  const chartRows = { ...rows, table: { ...revisions, chart }, rows: revisionRows(200) };
  state('with a chart', [start, chartRows, finish], async page => {
    await page.locator('.chart-canvas svg text').first().waitFor();
    await page.locator('.chart-data summary').click();
  });
  state('with a chart of nothing', [start, chartRows, finish], async page => {
    await page.getByRole('searchbox').fill('no such');
    await page.locator('.chart-note', { hasText: 'No values to draw' }).waitFor();
  });
  state('with its columns listed', [start, rows, finish], button('Columns'));
  state('with the ways to export', [start, rows, finish], button('Export'));
  state('with several tables and runs', [
    start,
    rows,
    finish,
    { ...start, run: 'run-2' },
    { ...rows, run: 'run-2' },
    { ...others, run: 'run-2' },
    { ...finish, run: 'run-2' },
  ]);
});

describe('the issue panel', () => {
  const trail = { back: true, forward: false };
  const shown = (issue = sampleIssue, shownNotices: readonly Notice[] = []): ToIssuePanel => ({
    type: 'issue',
    issue,
    notices: shownNotices,
    trail,
    pictures: false,
  });
  const loading = { type: 'loading', reference: 'HARBOR-7', trail } as const;
  const notFound: Notice = {
    severity: 'error',
    code: 'http404',
    message: 'Issue Does Not Exist',
    action: 'retry',
  };

  const panels = panelSuite();

  const state = (name: string, messages: readonly ToIssuePanel[], act: Act = nothing): void => {
    it(name, async () => {
      const panel = await panels.issue({ size: { width: 900, height: 2400 } });
      await check(panel, messages, act);
    });
  };

  state('after a reload', [{ type: 'idle', reference: 'HARBOR-7' }]);
  state('loading', [loading]);
  state('loading another issue', [shown(), loading]);
  state('not found', [loading, { type: 'failed', reference: 'HARBOR-7', notices: [notFound], trail }]);
  state('with an issue', [shown()], unfold);
  state('with messages', [shown(sampleIssue, notices)]);
  state('with an issue of hidden characters', [shown(issueFullOf('a\u202Eb'))], unfold);
});
