/** The middle of some figures. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Milliseconds that something takes. */
export async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Figures by name, each measured once a round. */
export type Measures = Readonly<Record<string, () => Promise<number>>>;

/** The median of each measure. All are taken in every round, so that a busy machine slows all of them alike. */
export async function interleaved(measures: Measures, rounds: number): Promise<Record<string, number>> {
  const taken = new Map<string, number[]>(Object.keys(measures).map(name => [name, []]));
  for (let round = -3; round < rounds; round++) {
    for (const [name, measure] of Object.entries(measures)) {
      const figure = await measure();
      if (round >= 0) taken.get(name)!.push(figure);
    }
  }
  return Object.fromEntries([...taken].map(([name, figures]) => [name, median(figures)]));
}

/** A reader of texts, and how many it reads before the clock is looked at: about a millisecond's worth. */
export interface Reader {
  readonly read: (text: string) => unknown;
  readonly atOnce: number;
}

const rounds = { warm: 3, counted: 15 };

/**
 * Milliseconds that each reader takes for all texts. They take turns, and of every part of the texts the lower fifth
 * of its times counts: what else a machine does falls upon few of them. The parts take each reader about as long,
 * so that a busy machine disturbs all alike.
 */
export function undisturbed(
  texts: readonly string[],
  readers: Readonly<Record<string, Reader>>,
): Readonly<Record<string, number>> {
  const taken = new Map<string, number[][]>(Object.keys(readers).map(name => [name, []]));
  for (let round = -rounds.warm; round < rounds.counted; round++)
    for (const [name, { read, atOnce }] of Object.entries(readers))
      for (let from = 0; from < texts.length; from += atOnce) {
        const part = texts.slice(from, from + atOnce);
        const begin = performance.now();
        for (const text of part) read(text);
        const time = performance.now() - begin;
        if (round >= 0) (taken.get(name)![from / atOnce] ??= []).push(time);
      }
  return Object.fromEntries(
    [...taken].map(([name, parts]) => [name, parts.reduce((sum, times) => sum + lowerFifth(times), 0)]),
  );
}

const lowerFifth = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 5)]!;

export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
