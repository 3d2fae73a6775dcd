/** Loads the script that draws charts, once. */
import type * as library from '../chart.ts';
import { loadScript } from '../load-script.ts';

export type ChartLibrary = typeof library;

declare global {
  // The name that the script gives to what it exports.
  var wikijqlChart: ChartLibrary | undefined;
}

const script = loadScript('chart.js', () => globalThis.wikijqlChart);

/** Says where the script is, for a module: it has no script of its own to be beside. */
export const chartsFrom = script.from;

/** Rejects if the script cannot be loaded; the next call tries again. */
export const loadCharts = script.load;
