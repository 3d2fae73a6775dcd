/** Draws charts. It is loaded when the first one is shown. */
import type { EChartsCoreOption } from 'echarts/core';
import { chartSvg, init } from '../../server/src/charts/chart-library.ts';

export { chartSvg };

/** A chart in the page. */
export interface DrawnChart {
  /** Shows something else in the same place. */
  update(options: EChartsCoreOption): void;
  /** The place has another size. */
  resize(): void;
  remove(): void;
}

/** Begins a chart in an element, which has a size. */
export function drawChart(host: HTMLElement): DrawnChart {
  const chart = init(host, undefined, { renderer: 'svg' });
  return {
    update: options => chart.setOption(options, { notMerge: true }),
    resize: () => chart.resize(),
    remove: () => chart.dispose(),
  };
}
