import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderOf, type SortKey, textOrder } from '../../../server/src/results/views/row-order.ts';

const sorted = (texts: readonly string[], locale?: string): string[] => {
  const keyOf = textOrder(texts, locale);
  return texts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
};

const orders: readonly (readonly [locale: string, texts: readonly string[]])[] = [
  ['en', ['Page 9', 'page 10', 'Page 011', 'Page 100']],
  ['en', ['apple', 'Banana', 'cherry']],
  ['en', ['-a', '(b', '1', 'a', 'b']],
  ['en', ['élan', 'embassy', 'Émile', 'equal']],
  ['de', ['Ärger', 'Arzt', 'Öl', 'oval']],
  ['sv', ['zon', 'ål', 'ärta', 'öl']],
  ['ja', ['あ', 'い', 'う']],
  ['en', ['', 'a']],
];
for (const [locale, texts] of orders)
  test(`in ${locale}: ${texts.join(', ')}`, () => {
    assert.deepEqual(sorted(texts.toReversed(), locale), texts);
    const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
    assert.deepEqual(texts.toSorted(collator.compare), texts);
  });

test('case and accents without weight make no difference', () => {
  const keyOf = textOrder(['Resume', 'résumé'], 'en');
  assert.equal(keyOf('Resume'), keyOf('résumé'));
});

/** The order of rows, and how many of the columns were read for it. */
function ordered(
  ...columns: readonly (readonly SortKey[])[]
): readonly [order: readonly number[], read: number] {
  let read = 0;
  const inTurn = function* () {
    for (const keys of columns) {
      read++;
      yield { keys, descending: false };
    }
  };
  return [Array.from(orderOf(columns[0]?.length ?? 0, inTurn())), read];
}

test('columns are read one after the other, up to the one that decides the order', () => {
  assert.deepEqual(ordered([3, 1, 2], [0, 0, 0], [0, 0, 0]), [[1, 2, 0], 1]);
  assert.deepEqual(ordered([1, 1, 0], [2, 1, 9], [0, 0, 0]), [[2, 1, 0], 2]);
  assert.deepEqual(ordered([1, 1, null], [5, 5, 5], [2, 1, 0]), [[1, 0, 2], 3]);
  assert.deepEqual(ordered([null, null], [null, null]), [[0, 1], 2]);
});
