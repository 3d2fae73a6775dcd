import assert from 'node:assert/strict';
import test from 'node:test';
import { isFromResultsPanel, isKeptRun, isToResultsPanel } from '#shared/protocol/panel-messages.ts';
import { pages, pageRows, revisionRows, revisions } from '../../support/results.ts';

const run = 'r1';
const finish = {
  type: 'finish',
  run,
  title: 't',
  site: '',
  links: false,
  status: 'complete',
  rows: 1,
  requests: 1,
  milliseconds: 2.5,
  notices: [],
};
const place = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } };

const windowOf = (rows: readonly unknown[]) => ({
  rows: rows.map((cells, row) => ({ row, cells })),
  shown: rows.length,
  total: rows.length,
});

const toCases: readonly (readonly [unknown, boolean])[] = [
  [
    {
      type: 'start',
      run,
      title: 't',
      file: 'f',
      started: 1,
      layouts: { pages: { hidden: ['ns'], widths: { title: 90 } } },
    },
    true,
  ],
  [
    {
      type: 'start',
      run,
      title: 't',
      file: 'f',
      started: 1,
      layouts: { pages: { hidden: [1], widths: {} } },
    },
    false,
  ],
  [{ type: 'table', run, table: revisions, rows: 50, changed: false }, true],
  [{ type: 'table', run, table: pages, rows: -1, changed: false }, false],
  [{ type: 'table', run, table: pages, rows: 0.5, changed: false }, false],
  [{ type: 'table', run, table: pages, rows: 1 }, false],
  [
    {
      type: 'table',
      run,
      table: { ...pages, columns: [{ key: 'a', title: 'a', type: 'blink' }] },
      rows: 0,
      changed: false,
    },
    false,
  ],
  [{ type: 'window', question: 1 }, true],
  [{ type: 'window', question: 1, window: windowOf(revisionRows(50)) }, true],
  [{ type: 'window', question: 1, window: windowOf(pageRows(50)) }, true],
  [{ type: 'window', question: 1, window: windowOf([['a']]) }, false],
  [{ type: 'window', question: 1, window: windowOf([{ title: () => 1 }]) }, false],
  [{ type: 'window', question: 1, window: { ...windowOf([]), shown: '0' } }, false],
  [{ type: 'window', question: '1' }, false],
  [{ type: 'cell', question: 1 }, true],
  [{ type: 'cell', question: 1, value: { a: [null] } }, true],
  [{ type: 'cell', question: 1, value: () => 1 }, false],
  [{ type: 'progress', run, title: 't', site: 's', links: true, requests: 1, rows: 0 }, true],
  [
    {
      type: 'progress',
      run,
      title: 't',
      site: 's',
      links: true,
      requests: 1,
      rows: 0,
      wait: { reason: 'lag', seconds: 5 },
    },
    true,
  ],
  [
    {
      type: 'progress',
      run,
      title: 't',
      site: 's',
      links: true,
      requests: 1,
      rows: 0,
      wait: { reason: 'tea', seconds: 5 },
    },
    false,
  ],
  [finish, true],
  [{ ...finish, milliseconds: Number.NaN }, false],
  [{ ...finish, status: 'fine' }, false],
  [
    { ...finish, notices: [{ severity: 'error', code: 'c', message: 'm', range: place, action: 'retry' }] },
    true,
  ],
  [{ ...finish, notices: [{ severity: 'error', code: 'c', message: 'm', action: 'format' }] }, false],
  [{ type: 'idle', title: 't', file: 'f' }, true],
  [null, false],
  ['finish', false],
  [{}, false],
];

for (const [message, fits] of toCases)
  test(`the panel ${fits ? 'takes' : 'drops'} ${JSON.stringify(message)?.slice(0, 90)}`, () =>
    assert.equal(isToResultsPanel(message), fits));

const part = { run, table: 'pages', view: { sort: [], search: '', filters: {} } };
const extract = { ...part, columns: ['title'] };
const fromCases: readonly (readonly [unknown, boolean])[] = [
  [{ type: 'ready' }, true],
  [{ type: 'rerun', run }, true],
  [{ type: 'rerun' }, false],
  [{ type: 'more', run }, true],
  [{ type: 'more', rows: 500 }, false],
  [{ type: 'open', run, as: 'page', value: 'Main Page' }, true],
  [{ type: 'open', run, as: 'file', value: '/etc/passwd' }, false],
  [{ type: 'action', run, action: 'openSettings' }, true],
  [{ type: 'action', run, action: 'workbench.action.quit' }, false],
  [{ type: 'reveal', range: place }, true],
  [{ type: 'window', question: 1, ...part, offset: 0, count: 200 }, true],
  [{ type: 'window', question: 1, ...part, offset: 0, count: 1001 }, false],
  [{ type: 'window', question: 1, ...part, offset: -1, count: 200 }, false],
  [{ type: 'window', ...part, offset: 0, count: 200 }, false],
  [{ type: 'window', question: 1, run, table: 'pages', offset: 0, count: 200 }, false],
  [{ type: 'cell', question: 1, run, table: 'pages', row: 3, column: 'title' }, true],
  [{ type: 'cell', question: 1, run, table: 'pages', row: 'rowid', column: 'title' }, false],
  [{ type: 'copy', text: 'a' }, true],
  [{ type: 'copyRows', ...extract, offset: 0, format: 'tsv', titles: true }, true],
  [{ type: 'copyRows', ...extract, offset: 0, format: 'exe', titles: true }, false],
  [{ type: 'export', ...extract, name: 'n', format: 'sqlite' }, true],
  [{ type: 'export', ...extract, name: 'n', format: 'exe' }, false],
  [{ type: 'export', ...part, name: 'n', format: 'csv' }, false],
  [{ type: 'command', command: 'anything' }, false],
];

for (const [message, fits] of fromCases)
  test(`the extension ${fits ? 'takes' : 'drops'} ${JSON.stringify(message)}`, () =>
    assert.equal(isFromResultsPanel(message), fits));

test('what a panel keeps is checked', () => {
  assert.ok(isKeptRun({ uri: 'file:///a', position: { line: 0, character: 0 }, title: '', file: 'a' }));
  assert.ok(!isKeptRun({ uri: 'file:///a', position: { line: '0', character: 0 }, title: '', file: 'a' }));
});
