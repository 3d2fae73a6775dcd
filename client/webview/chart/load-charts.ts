/** Loads the script that draws charts, once. */
import type * as library from '../chart.ts';

export type ChartLibrary = typeof library;

declare global {
  // The name that the script gives to what it exports.
  var wikijqlChart: ChartLibrary | undefined;
}

const own = document.currentScript;
let loading: Promise<ChartLibrary> | undefined;

/** Rejects if the script cannot be loaded; the next call tries again. */
export function loadCharts(): Promise<ChartLibrary> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The script is beside this one, and has its permission to run. */
function load(): Promise<ChartLibrary> {
  const script = document.createElement('script');
  if (own instanceof HTMLScriptElement) {
    script.nonce = own.nonce;
    script.src = new URL('chart.js', own.src).href;
  }
  return new Promise((resolve, reject) => {
    script.addEventListener('error', () => reject(new Error('chart.js')));
    script.addEventListener('load', () => {
      if (globalThis.wikijqlChart) resolve(globalThis.wikijqlChart);
      else reject(new Error('chart.js'));
    });
    document.head.append(script);
  });
}
