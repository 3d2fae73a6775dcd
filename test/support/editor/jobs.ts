/** Jobs of users, done in the editor: how many actions and seconds each takes, now and in the run before. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inCache } from '../paths.ts';
import { Hands } from './hands.ts';
import type { EditorWindow } from './window.ts';

export interface Job {
  /** From 1. */
  readonly number: number;
  /** Who has it, and what it is. */
  readonly who: string;
  /** The most actions that it may take. */
  readonly maxActions: number;
  readonly work: (hands: Hands) => Promise<void>;
}

interface Figures {
  readonly who: string;
  readonly actions: number;
  readonly seconds: number;
}

/** The figures of the last complete run of this repository, by the numbers of the jobs. */
const lastRun = inCache('jobs.json');

const isFiguresRecord = (value: unknown): value is Readonly<Record<string, Figures>> =>
  typeof value === 'object' && value !== null;

const figuresBefore = (): Readonly<Record<string, Figures>> => {
  const record: unknown = existsSync(lastRun) ? JSON.parse(readFileSync(lastRun, 'utf8')) : {};
  return isFiguresRecord(record) ? record : {};
};

const rowOf = (cells: readonly (string | number)[], last: string): string =>
  [...cells.map(cell => String(cell).padStart(8)), last].join('  ');

export class Jobs {
  readonly #figures = new Map<number, Figures>();

  /** Does a job, and counts; one with more actions than it may take fails. */
  async do({ number, who, maxActions, work }: Job, editor: EditorWindow): Promise<void> {
    const hands = new Hands(editor);
    await work(hands);
    const { actions, seconds } = hands;
    this.#figures.set(number, { who, actions, seconds });
    await editor.screenshot(`job-${number}`);
    assert.ok(actions <= maxActions, `${actions} actions, and ${maxActions} are enough`);
  }

  /** The numbers of the jobs that were done. */
  get numbers(): readonly number[] {
    return [...this.#figures.keys()].toSorted((one, other) => one - other);
  }

  /** A line for each job, below a heading, and one for all; remembers the figures for the next run. */
  table(): readonly string[] {
    const before = figuresBefore();
    const lines = this.numbers.map(number => {
      const { who, actions, seconds } = this.#figures.get(number) ?? assert.fail();
      const last = before[number];
      const cells = [
        number,
        actions,
        last?.actions ?? '',
        seconds.toFixed(1),
        last?.seconds.toFixed(1) ?? '',
      ];
      return rowOf(cells, who);
    });
    const all = [...this.#figures.values()];
    const actions = all.reduce((sum, each) => sum + each.actions, 0);
    const seconds = all.reduce((sum, each) => sum + each.seconds, 0);
    mkdirSync(path.dirname(lastRun), { recursive: true });
    writeFileSync(lastRun, JSON.stringify(Object.fromEntries(this.#figures)));
    return [
      rowOf(['job', 'actions', 'before', 'seconds', 'before'], 'who'),
      ...lines,
      rowOf(['all', actions, '', seconds.toFixed(1), ''], '').trimEnd(),
    ];
  }
}
