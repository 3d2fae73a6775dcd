/** Draws charts. This script is loaded when the first chart is shown. */
import type { EChartsCoreOption } from 'echarts/core';
import { chartSvg, init } from '../../server/src/results/charts/chart-library.ts';

export { chartSvg };

/** A chart in the page. */
export interface DrawnChart {
  /** Shows other data or another kind in the same chart. */
  update(options: EChartsCoreOption): void;
  /** Adapts the chart to the size of its element. */
  resize(): void;
  remove(): void;
}

/** Creates a chart in an element that already has a size. */
export function drawChart(host: HTMLElement): DrawnChart {
  const chart = init(host, undefined, { renderer: 'svg' });
  return {
    update: options => chart.setOption(options, { notMerge: true }),
    resize: () => chart.resize(),
    remove: () => chart.dispose(),
  };
}
