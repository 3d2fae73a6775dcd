/** Evaluates the expectations of a run. */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Expectation } from '../query-file/expectations/expectation.ts';
import {
  type Comparing,
  failed,
  type OffendingRow,
  type Verdict,
  verdictOfCells,
  verdictOfComparing,
  verdictOfEnd,
  verdictOfRun,
} from '../query-file/expectations/verdict.ts';
import { say } from '../query-file/expectations/expectation-wording.ts';
import { isSecretTable } from '#shared/base/tables/secret-tables.ts';
import type { Snapshot } from '#shared/protocol/snapshots.ts';
import { compareRuns, type ComparedTable } from '../results/compare/compare-runs.ts';
import { findExpected, maxOffendingRows, offendingRow } from '../results/find-expected.ts';
import type { ResultStore } from '../results/store/result-store.ts';
import type { JudgeRequest, StoredResults } from './backend.ts';

/**
 * The verdicts in the order of the expectations; when the call is cancelled, the remaining expectations fail.
 *
 * @param stored the source of snapshots
 */
export async function judgeExpectations(
  store: ResultStore,
  stored: StoredResults,
  { run, facts, expectations, about, now }: JudgeRequest,
  signal: AbortSignal,
): Promise<readonly Verdict[]> {
  const judgeOne = async (expectation: Expectation): Promise<Verdict> => {
    const end = verdictOfEnd(facts);
    if (end) return end;
    switch (expectation.kind) {
      case 'rows':
      case 'time':
      case 'complete':
        return verdictOfRun(expectation, facts);
      case 'same':
        return verdictOfComparing(facts, await compareWithLast(store, stored, run, about, signal));
      case 'every':
      case 'any':
      case 'none':
      case 'unique': {
        if (facts.rows > 0 && store.tablesOf(run).length === 0) return failed(say('failed.lost'));
        const work = findExpected(store, run, expectation, now);
        for (let step = work.next(); ; step = work.next()) {
          if (step.done === true) return verdictOfCells(expectation, facts, step.value, now);
          await nextTurn();
          signal.throwIfAborted();
        }
      }
    }
  };
  const verdicts: Verdict[] = [];
  for (const expectation of expectations) {
    try {
      verdicts.push(await judgeOne(expectation));
    } catch (error) {
      if (!signal.aborted) throw error;
      verdicts.push(failed(say('failed.cancelled')));
    }
  }
  return verdicts;
}

async function compareWithLast(
  store: ResultStore,
  stored: StoredResults,
  run: string,
  about: JudgeRequest['about'],
  signal: AbortSignal,
): Promise<Comparing> {
  const listed = await stored.snapshots();
  if ('problem' in listed) return { kind: 'problem', reason: listed.problem };
  const last = listed.snapshots.find(snapshot => isOfQuery(snapshot, about));
  if (last === undefined) return { kind: 'none', site: about.site };
  const [before, compared] = [randomUUID(), randomUUID()];
  const sink = { table: () => undefined, progress: () => undefined };
  try {
    const opened = await stored.openSnapshot({ run: before, snapshot: last.id }, sink, signal);
    signal.throwIfAborted();
    if (opened.about === undefined)
      return { kind: 'problem', reason: opened.outcome.notices[0]?.message ?? '' };
    const runs = { run: compared, before, after: run };
    const titles = { state: '', changes: '', before: () => '' };
    const tables = await compareRuns(store, runs, titles, () => undefined, signal);
    return { kind: 'compared', snapshot: last.name, ...differencesOf(store, compared, tables) };
  } finally {
    store.release(before);
    store.release(compared);
  }
}

const isOfQuery = ({ about }: Snapshot, { uri, query, title, site }: JudgeRequest['about']): boolean =>
  about.uri === uri &&
  about.site?.name === site &&
  (about.query === query || (title !== '' && about.title === title));

function differencesOf(
  store: ResultStore,
  run: string,
  tables: readonly ComparedTable[],
): Pick<Extract<Comparing, { kind: 'compared' }>, 'counts' | 'rows'> {
  const counts = { added: 0, gone: 0, changed: 0 };
  const rows: OffendingRow[] = [];
  for (const { header } of tables) {
    if (isSecretTable(header)) continue;
    for (const kind of ['added', 'gone', 'changed'] as const) counts[kind] += header.comparison.counts[kind];
    const table = store.tablesOf(run).find(candidate => candidate.header.id === header.id);
    if (table === undefined) continue;
    const differences = store.database
      .prepare(
        `SELECT place, c0 AS state FROM ${table.name} WHERE c0 <> 'same' ORDER BY place LIMIT ${maxOffendingRows}`,
      )
      .all();
    for (const { place, state } of differences.slice(0, maxOffendingRows - rows.length))
      rows.push(offendingRow(store, table, Number(place), String(state)));
  }
  return { counts, rows };
}
