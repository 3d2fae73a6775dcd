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

export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
