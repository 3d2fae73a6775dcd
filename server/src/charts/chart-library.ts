/** The drawing library, with only what charts of results need of it. */
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  SVGRenderer,
]);

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** A chart as an SVG document, without a page to draw it in. */
export function chartSvg(options: EChartsCoreOption, { width, height }: ChartSize): string {
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...options, animation: false });
    return plain(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

/** Without what is for a page, and counted from chart to chart: the same chart is the same text. */
const plain = (svg: string): string =>
  withoutStyle(svg)
    .replaceAll(/ (?:class="zr|ecmeta_\w+=")[^"]*"/g, '')
    .replaceAll(/(id="|url\(#)zr\d+-/g, '$1');

/** Labels have no markup, so that this is the element with the rules for the pointer. */
function withoutStyle(svg: string): string {
  const [start, end] = [svg.indexOf('<style'), svg.lastIndexOf('</style>')];
  return start < 0 || end < start ? svg : svg.slice(0, start) + svg.slice(end + '</style>'.length);
}

/** Begins a chart. */
export { init };
