/** Joining 100,000 with 100,000 rows by SQL, beside SQLite alone. */
import { DatabaseSync } from 'node:sqlite';
import { inRoot } from '../support/paths.ts';
import { sqlSession } from '../support/sql-session.ts';
import { median, milliseconds, timed } from './figures.ts';
import type { Report } from './report.ts';

const count = 100_000;
const rounds = 5;
const sql = 'select count(*) n, sum(a = b) same, max(tags) tags from one join two on one.key = two.key';

/** Maximum ratio of the time with process, copy and store to that of SQLite alone. */
const maxRatio = { bound: 12, goal: 6 };
/** Milliseconds on two cores. */
const longest = 1000;

const columns = (...keys: readonly string[]) => keys.map(key => ({ key, title: key, type: 'text' as const }));

export async function measureSql(report: Report): Promise<void> {
  report.heading('SQL');
  const session = sqlSession(inRoot('dist/sql.js'));
  const sqliteAlone = new DatabaseSync(':memory:');
  try {
    sqliteAlone.exec('CREATE TABLE one (key, a, tags); CREATE TABLE two (key, b)');
    const tags = { key: 'tags', title: 'tags', type: 'json' as const };
    const keyOf = (index: number): string => `K-${(index * 7) % count}`;
    const list = Array.from({ length: count }, (_, index) => index);
    session.put(
      'one',
      [...columns('key', 'a'), tags],
      list.map(a => ({ key: keyOf(a), a, tags: ['x', 'y'] })),
    );
    session.put(
      'two',
      columns('key', 'b'),
      list.map(b => ({ key: keyOf(b), b })),
    );
    const [one, two] = [
      sqliteAlone.prepare('INSERT INTO one VALUES (?, ?, ?)'),
      sqliteAlone.prepare('INSERT INTO two VALUES (?, ?)'),
    ];
    sqliteAlone.exec('BEGIN');
    for (const index of list) {
      one.run(keyOf(index), index, '["x","y"]');
      two.run(keyOf(index), index);
    }
    sqliteAlone.exec('COMMIT');
    const taken: { readonly alone: number; readonly whole: number }[] = [];
    for (let round = 0; round < rounds; round++)
      taken.push({
        alone: await timed(() => sqliteAlone.prepare(sql).all()),
        whole: await timed(async () => {
          const { outcome } = await session.ask(sql);
          if (outcome.status !== 'complete') throw new Error(outcome.notices[0]?.message);
        }),
      });
    const alone = median(taken.map(each => each.alone));
    const whole = median(taken.map(each => each.whole));
    report.figure('100,000 rows joined with 100,000 by SQLite alone', milliseconds(alone));
    report.bound('the same through the store, with a process', whole, longest, milliseconds);
    report.most('as many times as long', whole / alone, maxRatio.bound, maxRatio.goal);
  } finally {
    sqliteAlone.close();
    session.close();
  }
}
