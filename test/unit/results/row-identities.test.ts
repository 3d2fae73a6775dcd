import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Row } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import { ResultStore } from '../../../server/src/results/store/result-store.ts';
import { rowIdentities } from '../../../server/src/results/row-identities.ts';

const columnsOf = (keys: string): Column[] =>
  keys.split(' ').map(name => {
    const [key = '', type] = name.split(':');
    return { key, title: key, type: type === 'id' || type === 'issue' ? type : 'text' };
  });

function identitiesOf(keys: string, rows: readonly Row[]) {
  const store = new ResultStore();
  const columns = columnsOf(keys);
  store.put('run', { table: { id: 't', title: 't', columns }, offset: 0, rows });
  const found = rowIdentities(store, 'run', 't', columns);
  assert(found);
  return found;
}

describe('the rows of a table are told apart by', () => {
  const cases: readonly (readonly [by: string, keys: string, ...rows: readonly Row[]])[] = [
    ['key', 'key:issue summary', { key: 'A-1', summary: 'x' }, { key: 'A-2', summary: 'x' }],
    ['pageid', 'pageid:id title', { pageid: 1, title: 'A' }, { pageid: 2, title: 'B' }],
    ['rcid', 'pageid:id rcid:id', { pageid: 1, rcid: 7 }, { pageid: 1, rcid: 8 }],
    ['revid', 'pageid:id revid:id', { pageid: 1, revid: 7 }, { pageid: 1, revid: 8 }],
    ['', 'pageid:id title', { pageid: 1, title: 'A' }, { pageid: 1, title: 'B' }],
    ['', 'pageid:id title', { pageid: 1, title: 'A' }, { title: 'B' }],
    ['', 'title ns', { title: 'A', ns: 0 }, { title: 'B', ns: 0 }],
    ['', 'key title', { key: 'a', title: 'A' }, { key: 'b', title: 'B' }],
  ];
  for (const [by, keys, ...rows] of cases)
    it(`${by === '' ? 'all values' : by}: ${JSON.stringify(rows)}`, () => {
      const found = identitiesOf(keys, rows);
      assert.equal(found.by, by);
      assert.equal(new Set(found.ids).size, rows.length);
    });
  it('the same texts in another run, whatever the order and the empty columns', () => {
    const rows = [{ title: 'A', ns: 0 }, { title: 'B' }];
    const { ids } = identitiesOf('title ns', rows);
    assert.deepEqual(identitiesOf('ns empty title', rows.toReversed()).ids, ids.toReversed());
  });
  it('nothing where there are no rows, or no such table', () => {
    assert.deepEqual(identitiesOf('title', []), { by: '', ids: [] });
    assert.equal(rowIdentities(new ResultStore(), 'run', 't', columnsOf('title')), undefined);
  });
});
