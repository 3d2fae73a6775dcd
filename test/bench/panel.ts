/** The results panel in a real browser, with a store of its own: how long until what the user asked for is on screen. */
import type { Page } from 'playwright-core';
import { launchChromium } from '../support/editor/chromium.ts';
import { openPanel, type ResultsPanelPage } from '../support/panel-page.ts';
import { inRoot } from '../support/paths.ts';
import { finish, revisionRows, revisions, run, start } from '../support/results.ts';
import { median } from './figures.ts';
import type { Report } from './report.ts';

const rowCount = 100_000;
const rounds = 5;
const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;

/** Milliseconds in the page from an act, or from a message of a type, until a state is painted. */
const untilPainted = (page: Page, begin: string, isThere: string): Promise<number> =>
  page.evaluate<number>(`new Promise(done => {
    let since;
    const look = () => {
      if (${isThere}) requestAnimationFrame(() => done(performance.now() - since));
      else requestAnimationFrame(look);
    };
    const start = () => { since = performance.now(); requestAnimationFrame(look); };
    ${begin}
  })`);

const isSettled = `document.querySelector('.workspace [aria-busy="true"]') === null`;
const hasRows = `document.querySelector('.body .row:not(.waiting)') !== null`;
/** The clock starts when the panel gets a message of that type. */
const onMessage = (type: string): string =>
  `addEventListener('message', ({ data }) => { if (data.type === '${type}') start(); });`;

const type = (selector: string, typed: string): string => `
  const box = document.querySelector(${JSON.stringify(selector)});
  start();
  box.value = ${JSON.stringify(typed)};
  box.dispatchEvent(new Event('input'));`;
const click = (find: string): string => `const target = ${find}; start(); target.click();`;
const titleOf = (name: string): string =>
  `[...document.querySelectorAll('.title')].find(each => each.getAttribute('aria-label') === '${name}')`;
/** From upwards to downwards, then to unsorted. */
const unsort = (name: string): string => `${titleOf(name)}.click(); ${click(titleOf(name))}`;
const itemOf = (name: string): string =>
  `[...document.querySelectorAll('[role=menuitem]')].find(each => each.textContent === '${name}')`;
const openMenu = (column: string): string =>
  `${titleOf(column)}.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));`;

/** User actions: the name in the report, the action, and the action that restores the table. */
const acts: readonly (readonly [name: string, act: string, back: string])[] = [
  ['sorted by a text', click(titleOf('title')), unsort('title')],
  ['sorted by a number', click(titleOf('newlen')), unsort('newlen')],
  ['searched', type('input[type=search]', 'harbour of p'), type('input[type=search]', '')],
  ['filtered', type('[aria-label="Filter newlen"]', '>100000'), type('[aria-label="Filter newlen"]', '')],
  [
    'grouped by a text',
    `${openMenu('user')} ${click(itemOf('Group by This Column'))}`,
    click(`document.querySelector('.groupbar button.secondary:last-child')`),
  ],
  [
    'grouped by a list',
    `${openMenu('tags')} ${click(itemOf('Group by This Column'))}`,
    click(`document.querySelector('.groupbar button.secondary:last-child')`),
  ],
];

export async function measurePanel(report: Report): Promise<void> {
  report.heading('The results panel in a browser, 100,000 rows');
  const browser = await launchChromium();
  try {
    const panel = await openPanel(browser, inRoot('dist'), 'dark');
    const rows = { type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(rowCount) } as const;
    await panel.send(start, rows, { ...finish, rows: rowCount });
    await measureOpening(panel, report);
    await panel.page.getByRole('button', { name: 'Filters' }).click();
    for (const [name, act, back] of acts) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        times.push(await untilPainted(panel.page, act, isSettled));
        await untilPainted(panel.page, back, isSettled);
        // The store forgets what it has computed.
        await panel.send({ ...rows, rows: rows.rows.slice(0, 1) });
      }
      report.most(`on screen, ${name}, ms`, median(times), 600, 200);
    }
    report.most('longest frame while scrolling, ms', await longestFrame(panel.page), 200, 100);
    await panel.close();
  } finally {
    await browser.close();
  }
}

/** The panel is shown again, with the rows in the store. */
async function measureOpening(panel: ResultsPanelPage, report: Report): Promise<void> {
  const table = { type: 'table', run, table: revisions, rows: rowCount, changed: false } as const;
  const paints: number[] = [];
  const ends: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await panel.page.evaluate('sessionStorage.clear()');
    await panel.reload();
    const painted = untilPainted(panel.page, onMessage('start'), hasRows);
    await panel.send(start, table);
    paints.push(await painted);
    const ended = untilPainted(
      panel.page,
      onMessage('finish'),
      `${isSettled} && document.querySelector('.badge.complete') !== null`,
    );
    await panel.send({ ...finish, rows: rowCount });
    ends.push(await ended);
  }
  report.bound('first rows painted', median(paints), 300, milliseconds);
  report.bound('complete after the end of the run', median(ends), 500, milliseconds);
}

const longestFrame = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise(done => {
    const grid = document.querySelector('.grid');
    let [longest, step, before] = [0, 0, performance.now()];
    const scroll = now => {
      if (step > 0) longest = Math.max(longest, now - before);
      before = now;
      grid.scrollTop = (++step * 7919 * 24) % (grid.scrollHeight - grid.clientHeight);
      if (step < 120) requestAnimationFrame(scroll);
      else done(longest);
    };
    requestAnimationFrame(scroll);
  })`);

/** Bytes that the script of a panel with a million rows has on its heap, after it was scrolled and sorted. */
export async function panelHeap(rows: number): Promise<number> {
  const browser = await launchChromium();
  try {
    const panel = await openPanel(browser, inRoot('dist'), 'dark');
    const part = 100_000;
    const same = revisionRows(part);
    for (let offset = 0; offset < rows; offset += part)
      await panel.send(...(offset === 0 ? [start] : []), {
        type: 'rows',
        run,
        table: revisions,
        offset,
        rows: same,
      });
    await panel.send({ ...finish, rows });
    await longestFrame(panel.page);
    await panel.page.locator('.title', { hasText: 'newlen' }).click();
    await panel.settle();
    const session = await panel.page.context().newCDPSession(panel.page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await panel.close();
    return usedSize;
  } finally {
    await browser.close();
  }
}
