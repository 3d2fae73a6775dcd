/** Operations on stored results, and the messages about their outcomes. */
import { performance } from 'node:perf_hooks';
import texts from '../../catalogue/messages/comparison.json' with { type: 'json' };
import type { Clock } from './http/clock.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { type Comparison, type ComparisonCounts, isOfEqualRows } from '#shared/protocol/table-comparison.ts';
import type { Notice } from '#shared/protocol/notice.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import {
  type CompareParams,
  isRanQuery,
  type Snapshot,
  type SnapshotProblem,
} from '#shared/protocol/snapshots.ts';
import { type ComparedTable, compareRuns } from '../results/compare/compare-runs.ts';
import { comparisonText } from '../results/compare/compare-text.ts';
import { ReleasedRun } from '../results/store/result-store.ts';
import type { SessionResults } from '../results/store/session-results.ts';
import { NewerSnapshots, setAside, snapshotFile } from '../results/store/snapshot-file.ts';
import {
  NothingToKeep,
  type SnapshotBounds,
  SnapshotsFull,
  SnapshotStore,
  type StoredSnapshot,
} from '../results/store/snapshot-store.ts';
import { isDamaged, storeProblemOf } from '../results/store/store-problem.ts';
import { localOutcome } from './local-outcomes.ts';
import { commonNotices } from './network-notices.ts';
import type { BackendSettings, StoredResults } from './backend.ts';
import type { StreamSql } from '../results/sql-question.ts';
import { snapshotFolderOf } from '../results/store/result-files.ts';
import { keptTables, runSql } from './sql-run.ts';

const say = wordingOf(texts);
const day = 24 * 3600 * 1000;
const megabyte = 1_000_000;

/**
 * Creates the operations on stored results.
 *
 * @param settings returns the current settings
 * @param streamSql executes SQL; absent = no statement is executed
 */
export function storedResults(
  results: SessionResults,
  settings: () => BackendSettings,
  clock: Clock,
  streamSql?: StreamSql,
): StoredResults {
  const bounds = (): SnapshotBounds => {
    const { maximumAge = 0, maximumSize = Infinity } = settings().snapshots ?? {};
    return {
      maximumAge: maximumAge === 0 ? Infinity : maximumAge * day,
      maximumSize: maximumSize * megabyte,
    };
  };
  const folder = (): string => {
    const snapshotFolder = snapshotFolderOf(settings());
    if (snapshotFolder === undefined) throw new NoFolder();
    return snapshotFolder;
  };
  const snapshots = (): SnapshotStore => new SnapshotStore(folder());
  const problemOf = (error: unknown): SnapshotProblem => snapshotProblem(error, settings());
  return {
    async compare({ run, before, after }, sink, signal) {
      const begin = performance.now();
      const { store } = results;
      try {
        const progress = (rows: number): void => sink.progress({ rows, requests: 0 });
        const sides = { run, before: before.run, after: after.run };
        const tables = await compareRuns(store, sides, comparisonTitles, progress, signal);
        for (const { header, rows } of tables) sink.table({ table: header, rows, changed: false });
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        const notices = tables.map(({ header }) =>
          comparisonNotice(header, { before, after }, tables.length === 1),
        );
        return localOutcome('complete', rows, begin, notices);
      } catch (error) {
        store.release(run);
        return localOutcome('failed', 0, begin, [
          signal.aborted ? commonNotices.of('compareCancelled', {}) : compareProblem(error),
        ]);
      }
    },
    comparisonText: async ({ run, before, after }) =>
      comparisonText(
        results.store,
        run,
        { before, after },
        {
          summary: (table, { counts }) => summaryOfTable(table, counts),
          empty: say('empty'),
          more: count => say('more', { count }),
        },
      ),
    async keep({ run, name, about }, signal) {
      try {
        if (settings().session === undefined)
          return { problem: commonNotices.of('snapshotsOff', {}).message };
        const keptTime = Math.floor(clock.date());
        const stored = { name, kept: keptTime, about: JSON.stringify(about) };
        const id = await snapshots().keep(results.store, run, stored, bounds(), signal);
        return { snapshot: { id, name, kept: keptTime, about } };
      } catch (error) {
        if (signal.aborted) return { problem: commonNotices.of('keepCancelled', {}).message };
        return problemOf(error);
      }
    },
    async snapshots() {
      if (snapshotFolderOf(settings()) === undefined) return { snapshots: [] };
      try {
        return { snapshots: snapshots().list(bounds(), clock.date()).flatMap(snapshotOf) };
      } catch (error) {
        return problemOf(error);
      }
    },
    async openSnapshot({ run, snapshot }, sink, signal) {
      const begin = performance.now();
      const { store } = results;
      let rows = 0;
      try {
        const received = (table: TableHeader, count: number): void => {
          sink.table({ table, rows: count, changed: false });
          rows = Math.max(rows, count);
          sink.progress({ rows, requests: 0 });
        };
        const stored = await snapshots().open(snapshot, store, run, received, signal);
        const [read] = stored ? snapshotOf({ ...stored, id: snapshot }) : [];
        if (read === undefined) {
          store.release(run);
          return { outcome: localOutcome('failed', 0, begin, [commonNotices.of('snapshotGone', {})]) };
        }
        const { about } = read;
        return {
          about,
          outcome: { ...localOutcome(about.status, about.rows, begin, []), requests: about.requests },
        };
      } catch (error) {
        store.release(run);
        const notice = signal.aborted
          ? commonNotices.of('openCancelled', {})
          : { ...commonNotices.of('snapshotGone', {}), message: problemOf(error).problem };
        return { outcome: localOutcome('failed', 0, begin, [notice]) };
      }
    },
    async deleteSnapshot(snapshot) {
      try {
        return { deleted: snapshots().delete(snapshot) };
      } catch (error) {
        return problemOf(error);
      }
    },
    async snapshotTables() {
      const place = snapshotFolderOf(settings());
      const snapshotTables = keptTables(place);
      if (place === undefined || snapshotTables.length === 0) return [];
      const described = snapshots().list(bounds(), clock.date()).flatMap(snapshotOf);
      return described.flatMap(snapshot =>
        snapshotTables
          .filter(table => table.snapshot === snapshot.id)
          .map(({ header, rows }) => ({ snapshot, header, rows })),
      );
    },
    runSql: (request, sink, signal) =>
      runSql({ results, folder: snapshotFolderOf(settings()), streamSql }, request, sink, signal),
    async setAsideSnapshots() {
      try {
        const file = setAside(folder(), new Date(clock.date()));
        return { file: file ?? snapshotFile(folder()) };
      } catch (error) {
        return { problem: problemOf(error).problem };
      }
    },
  };
}

/** The settings name no folder. */
class NoFolder extends Error {}

const comparisonTitles = {
  state: say('state'),
  changes: say('changes'),
  before: (title: string): string => say('before', { title }),
};

/** A snapshot with its description; none if the description cannot be read. */
function snapshotOf({ about, ...snapshot }: StoredSnapshot): Snapshot[] {
  try {
    const parsedAbout: unknown = JSON.parse(about);
    return isRanQuery(parsedAbout) ? [{ ...snapshot, about: parsedAbout }] : [];
  } catch {
    return [];
  }
}

/**
 * The notice about the differences between two tables, and how their rows were matched.
 *
 * @param isOnly whether no other tables are compared
 */
function comparisonNotice(
  { title, columns, comparison }: ComparedTable['header'],
  sides: Pick<CompareParams, 'before' | 'after'>,
  isOnly: boolean,
): Notice {
  const { identity, onlyBefore, onlyAfter, counts } = comparison;
  const column = columns.find(({ key }) => key === identity);
  const isEqual = isOfEqualRows(comparison);
  const isOneSided = counts.changed + counts.same === 0 && (counts.added === 0 || counts.gone === 0);
  const isMatched = column !== undefined && !isEqual && !isOneSided;
  // Only where each side has rows of its own can a row that changed count as gone and added.
  const isAdvised = column === undefined && counts.added > 0 && counts.gone > 0;
  const sentences = [
    isOnly ? summaryOfOnly(comparison) : summaryOfTable(title, counts),
    ...(isMatched ? [say('identity', { identity: column.title })] : []),
    ...(isAdvised ? [say('wholeRows')] : []),
    ...partialText(sides, counts),
    ...(onlyBefore.length > 0 ? [say('onlyBefore', { columns: onlyBefore.join(', ') })] : []),
    ...(onlyAfter.length > 0 ? [say('onlyAfter', { columns: onlyAfter.join(', ') })] : []),
  ];
  return commonNotices.of('compared', { text: sentences.join(' ') });
}

/** Says that rows which count as added or gone may be among those that a run did not load. */
function partialText(
  { before, after }: Pick<CompareParams, 'before' | 'after'>,
  counts: ComparisonCounts,
): string[] {
  const isAddedOpen = before.isPartial === true && counts.added > 0;
  const isGoneOpen = after.isPartial === true && counts.gone > 0;
  if (isAddedOpen && isGoneOpen) return [say('partial')];
  if (isAddedOpen) return [say('partialBefore', { name: before.name })];
  return isGoneOpen ? [say('partialAfter', { name: after.name })] : [];
}

const summaryOfTable = (table: string, counts: ComparisonCounts): string =>
  say('ofTable', { table, summary: say('summary', { ...counts }) });

function summaryOfOnly(comparison: Comparison): string {
  const { counts } = comparison;
  if (!isOfEqualRows(comparison)) return say('summary', { ...counts });
  return counts.same === 1 ? say('equalRow') : say('equal', { rows: counts.same });
}

/** Why a comparison was not stored, where it is not a fault of the system. */
const fullNotices = { diskFull: 'compareFull', memoryFull: 'compareMemoryFull' } as const;

function compareProblem(error: unknown): Notice {
  if (error instanceof ReleasedRun) return commonNotices.of('comparedGone', {});
  const { code, reason } = storeProblemOf(error);
  const isFull = code === 'diskFull' || code === 'memoryFull';
  return commonNotices.of(isFull ? fullNotices[code] : 'compareFailed', { reason });
}

function snapshotProblem(error: unknown, settings: BackendSettings): SnapshotProblem {
  const file = snapshotFile(snapshotFolderOf(settings) ?? '');
  const { maximumSize = 0 } = settings.snapshots ?? {};
  const sentence = (code: Parameters<typeof commonNotices.of>[0], values = {}): SnapshotProblem => ({
    problem: commonNotices.of(code, { file, ...values }).message,
  });
  if (error instanceof NoFolder) return sentence('snapshotsOff');
  if (error instanceof NothingToKeep) return sentence('nothingToKeep');
  if (error instanceof SnapshotsFull) return sentence('snapshotsFull', { size: maximumSize });
  if (error instanceof NewerSnapshots) return { ...sentence('snapshotsNewer'), unreadable: true };
  if (isDamaged(error)) return { ...sentence('snapshotsDamaged'), unreadable: true };
  const { code, reason } = storeProblemOf(error);
  if (code === 'diskFull') return sentence('snapshotsDiskFull');
  return sentence(code === 'notWritable' ? 'snapshotsNotWritable' : 'snapshotsFailed', { reason });
}
