/** The catalogue of SQL beside SQLite itself. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import words from '../../../../server/catalogue/sql/words.json' with { type: 'json' };
import { functions } from '../../../../server/src/results/sql/function-catalogue.ts';
import { tableFunctions } from '../../../../server/src/results/sql/statement.ts';

const database = new DatabaseSync(':memory:');

test('all functions are SQLite’s', () => {
  const known = new Set(
    database
      .prepare('SELECT name FROM pragma_function_list')
      .all()
      .map(({ name }) => name),
  );
  assert.deepEqual(
    [...functions.keys()].filter(name => !known.has(name) && !tableFunctions.has(name)),
    [],
  );
});

test('words that are not reserved are names', () => {
  const reserved = new Set(words.reserved);
  const candidates = [
    'key',
    'status',
    'title',
    'name',
    'user',
    'date',
    'value',
    'type',
    'id',
    'row',
    'first',
    'last',
  ];
  for (const name of candidates) {
    assert(!reserved.has(name), name);
    database.prepare(`SELECT 1 AS ${name}`);
  }
});
