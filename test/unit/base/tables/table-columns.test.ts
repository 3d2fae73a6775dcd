import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findColumn } from '#shared/base/tables/table-columns.ts';

const columns = [
  { key: 'a', title: 'id' },
  { key: 'ID', title: 'Identifier' },
  { key: 'id', title: 'Number' },
  { key: 'b', title: 'Number' },
];

for (const [name, place] of [
  ['id', 2],
  ['Id', 1],
  ['A', 0],
  ['identifier', 1],
  ['number', 2],
  ['other', -1],
] as const)
  test(`${name} is column ${place}: by its key, else by its title`, () => {
    assert.equal(findColumn(name, columns), columns[place]);
  });
