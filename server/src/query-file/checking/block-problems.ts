/** Keeps the problems of a file by block while the file changes. */
import type { Problem, Severity } from '#shared/base/text/problem.ts';
import { type Splice, spliced } from '../query-document.ts';

/** The problems of one block of a file. */
export interface ProblemsOfBlock {
  readonly index: number;
  readonly problems: readonly Problem[];
}

/** The severities, the most severe first. */
export const severities: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

const bitOf = (severity: Severity): number => 1 << severities.indexOf(severity);
const unreadPlace = severities.length;
const unread = 1 << unreadPlace;

/** The problems of each block of a file, by the index of the block. */
export class BlockProblems {
  #problems: (readonly Problem[])[];
  /**
   * The severities of each block's problems as bits, or `unread`; comparing numbers finds the few blocks with
   * problems quickly.
   */
  #grades: number[];
  /** How many blocks have a bit in their grade, by the place of the bit. */
  readonly #counts: number[];
  /** Every block before this one is read. */
  #readTo = 0;

  constructor(count: number) {
    this.#problems = Array.from({ length: count }, () => none);
    this.#grades = Array.from({ length: count }, () => unread);
    this.#counts = Array.from({ length: unreadPlace + 1 }, (_, place) => (place === unreadPlace ? count : 0));
  }

  /** The first block without stored problems; `undefined` = all blocks have been read. */
  next(): number | undefined {
    if (this.#counts[unreadPlace] === 0) return undefined;
    while (this.#grades[this.#readTo] !== unread) this.#readTo++;
    return this.#readTo;
  }

  /** Stores the problems of a block. */
  set(index: number, problems: readonly Problem[]): void {
    let grade = 0;
    for (const { severity } of problems) grade |= bitOf(severity);
    this.#add(this.#grades[index]!, -1);
    this.#add(grade, 1);
    // Unlike the list that a check has filled, a copy has no room for more: most hold one problem, and all are kept.
    this.#problems[index] = problems.length === 0 ? none : [...problems];
    this.#grades[index] = grade;
  }

  /** Applies a replacement of blocks; the new blocks are unread. */
  follow({ from, removed, inserted }: Splice): void {
    for (let index = from; index < from + removed; index++) this.#add(this.#grades[index]!, -1);
    const fresh = Array.from({ length: inserted });
    this.#problems = spliced(
      this.#problems,
      from,
      removed,
      fresh.map(() => none),
    );
    this.#grades = spliced(
      this.#grades,
      from,
      removed,
      fresh.map(() => unread),
    );
    this.#add(unread, inserted);
    this.#readTo = Math.min(this.#readTo, from);
  }

  /** The blocks that have problems of a severity, in the order of the file. */
  *ofSeverity(severity: Severity): Generator<ProblemsOfBlock> {
    const bit = bitOf(severity);
    let problemsLeft = this.#counts[severities.indexOf(severity)]!;
    for (let index = 0; problemsLeft > 0; index++) {
      if ((this.#grades[index]! & bit) === 0) continue;
      yield { index, problems: this.#problems[index]! };
      problemsLeft--;
    }
  }

  /** All blocks that have problems, in the order of the file. */
  *all(): Generator<ProblemsOfBlock> {
    for (const [index, problems] of this.#problems.entries())
      if (problems !== none) yield { index, problems };
  }

  #add(grade: number, blocks: number): void {
    for (let place = 0; grade >> place > 0; place++)
      if (((grade >> place) & 1) === 1) this.#counts[place]! += blocks;
  }
}

const none: readonly Problem[] = [];
