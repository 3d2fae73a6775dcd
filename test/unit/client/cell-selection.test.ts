import assert from 'node:assert/strict';
import test from 'node:test';
import { at, confine, moved, rectangleOf } from '../../../client/webview/grid/cell-selection.ts';

const extent = { rows: 100, columns: 5, page: 10 };
type Place = readonly [row: number, column: number];

const moves: readonly (readonly [from: Place, keys: string, to: Place | undefined])[] = [
  [[3, 2], 'ArrowDown', [4, 2]],
  [[3, 2], 'ArrowLeft', [3, 1]],
  [[3, 0], 'ArrowLeft', [3, 0]],
  [[99, 4], 'ArrowDown', [99, 4]],
  [[0, 1], 'ArrowUp', [-1, 1]],
  [[-1, 1], 'ArrowUp', [-1, 1]],
  [[-1, 1], 'ArrowDown', [0, 1]],
  [[3, 2], 'Home', [3, 0]],
  [[3, 2], 'End', [3, 4]],
  [[3, 2], 'Control+Home', [0, 0]],
  [[3, 2], 'Control+End', [99, 4]],
  [[50, 2], 'Control+ArrowUp', [0, 2]],
  [[50, 2], 'Control+ArrowDown', [99, 2]],
  [[3, 2], 'PageDown', [13, 2]],
  [[95, 2], 'PageDown', [99, 2]],
  [[3, 2], 'PageUp', [0, 2]],
  [[3, 2], 'x', undefined],
  [[3, 2], 'Enter', undefined],
];

for (const [[row, column], keys, to] of moves)
  test(`${keys} leads from ${row},${column} to ${to?.join() ?? 'nowhere'}`, () => {
    const key = keys.replace('Control+', '');
    const next = moved(at(row, column), { key, shiftKey: false, jump: key !== keys }, extent);
    assert.deepEqual(next, to && at(to[0], to[1]));
  });

const shift = (key: string, jump = false) => moved(at(3, 2), { key, shiftKey: true, jump }, extent);

test('Shift extends from where it began', () =>
  assert.deepEqual(shift('ArrowDown'), { anchor: { row: 3, column: 2 }, head: { row: 4, column: 2 } }));
test('Shift does not extend into the header', () =>
  assert.deepEqual(moved(at(0, 0), { key: 'ArrowUp', shiftKey: true, jump: false }, extent), at(0, 0)));
test('Control+A selects all', () =>
  assert.deepEqual(
    rectangleOf(moved(at(3, 2), { key: 'a', shiftKey: false, jump: true }, extent) ?? at(0, 0)),
    {
      top: 0,
      left: 0,
      bottom: 99,
      right: 4,
    },
  ));
test('a filter that leaves no row leaves the header', () =>
  assert.deepEqual(confine(at(3, 2), { rows: 0, columns: 2, page: 1 }), at(-1, 1)));
