/** Loads the script that draws charts once. */
import type * as library from '../chart.ts';
import { loadScript } from '../load-script.ts';

export type ChartLibrary = typeof library;

declare global {
  // The global name that the script assigns its exports to.
  var wikijqlChart: ChartLibrary | undefined;
}

const script = loadScript('chart.js', () => globalThis.wikijqlChart);

/** Sets the address of the script, for a module, which has no script element of its own to be relative to. */
export const chartsFrom = script.from;

/** Rejects if the script cannot be loaded; the next call tries again. */
export const loadCharts = script.load;
