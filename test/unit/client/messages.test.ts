import assert from 'node:assert/strict';
import test from 'node:test';
import {
  isFromResultsPanel,
  isKeptRun,
  isToResultsPanel,
} from '../../../server/src/protocol/panel-messages.ts';
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

const toCases: readonly (readonly [unknown, boolean])[] = [
  [
    {
      type: 'start',
      run,
      title: 't',
      file: 'f',
      layouts: { pages: { hidden: ['ns'], widths: { title: 90 } } },
      step: 500,
    },
    true,
  ],
  [
    { type: 'start', run, title: 't', file: 'f', layouts: { pages: { hidden: [1], widths: {} } }, step: 500 },
    false,
  ],
  [{ type: 'rows', run, table: revisions, offset: 0, rows: revisionRows(50) }, true],
  [{ type: 'rows', run, table: pages, offset: 0, rows: pageRows(50) }, true],
  [{ type: 'rows', run, table: pages, offset: -1, rows: [] }, false],
  [{ type: 'rows', run, table: pages, offset: 0.5, rows: [] }, false],
  [{ type: 'rows', run, table: pages, offset: 0, rows: [['a']] }, false],
  [{ type: 'rows', run, table: pages, offset: 0, rows: [{ title: () => 1 }] }, false],
  [
    {
      type: 'rows',
      run,
      table: { ...pages, columns: [{ key: 'a', title: 'a', type: 'blink' }] },
      offset: 0,
      rows: [],
    },
    false,
  ],
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

const fromCases: readonly (readonly [unknown, boolean])[] = [
  [{ type: 'ready' }, true],
  [{ type: 'rerun', run }, true],
  [{ type: 'rerun' }, false],
  [{ type: 'more', run, rows: 500 }, true],
  [{ type: 'more', run, rows: '500' }, false],
  [{ type: 'open', run, as: 'page', value: 'Main Page' }, true],
  [{ type: 'open', run, as: 'file', value: '/etc/passwd' }, false],
  [{ type: 'action', run, action: 'openSettings' }, true],
  [{ type: 'action', run, action: 'workbench.action.quit' }, false],
  [{ type: 'reveal', range: place }, true],
  [{ type: 'save', name: 'n', format: 'csv', text: '' }, true],
  [{ type: 'save', name: 'n', format: 'exe', text: '' }, false],
  [{ type: 'command', command: 'anything' }, false],
];

for (const [message, fits] of fromCases)
  test(`the extension ${fits ? 'takes' : 'drops'} ${JSON.stringify(message)}`, () =>
    assert.equal(isFromResultsPanel(message), fits));

test('what a panel keeps is checked', () => {
  assert.ok(isKeptRun({ uri: 'file:///a', position: { line: 0, character: 0 }, title: '', file: 'a' }));
  assert.ok(!isKeptRun({ uri: 'file:///a', position: { line: '0', character: 0 }, title: '', file: 'a' }));
});
