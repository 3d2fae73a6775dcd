import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { dateUnits } from '#shared/base/tables/aggregates.ts';
import { calendarUnit } from '../../../server/src/results/views/column-reading.ts';

const formats = { year: '%Y', month: '%Y-%m', week: '%G-W%V', day: '%Y-%m-%d' } as const;

test('parts of the calendar are those of SQLite, on every day of forty years', () => {
  const database = new DatabaseSync(':memory:');
  const select = dateUnits.map(
    unit => `strftime('${formats[unit]}', ?1, 'unixepoch', 'localtime') AS ${unit}`,
  );
  const statement = database.prepare(`SELECT ${select.join(', ')}`);
  for (let time = Date.UTC(1995, 0, 1, 11); time < Date.UTC(2035, 0, 1); time += 24 * 3600 * 1000) {
    const expected = statement.get(time / 1000);
    for (const unit of dateUnits)
      assert.equal(calendarUnit(time, unit), expected?.[unit], new Date(time).toISOString());
  }
});
