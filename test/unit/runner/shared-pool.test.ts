import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedPool } from '../../runner/shared-pool.ts';

test('what is shared serves one at a time, is used again, and ends with the pool', async () => {
  const said: string[] = [];
  let started = 0;
  const pool = new SharedPool(async () => {
    const name = `editor ${++started}`;
    return { env: { name }, processes: [process.pid], stop: async () => void said.push(`stop ${name}`) };
  });
  const use = (who: string, until?: Promise<void>): Promise<void> =>
    pool.use(async ({ env }) => {
      said.push(`${who} uses ${env['name']}`);
      await until;
    });
  const first = Promise.withResolvers<void>();
  const long = use('a', first.promise);
  await use('b');
  await use('c');
  first.resolve();
  await long;
  await assert.rejects(pool.use(() => Promise.reject(new Error('failed'))));
  await use('d');
  assert.ok((await pool.stop()) > 0, 'its processor time');
  assert.deepEqual(said, [
    'a uses editor 1',
    'b uses editor 2',
    'c uses editor 2',
    'd uses editor 1',
    'stop editor 1',
    'stop editor 2',
  ]);
});
