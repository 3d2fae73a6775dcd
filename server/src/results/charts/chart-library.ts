/** The drawing library, with only the parts that charts of results need. */
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

/** Draws a chart as an SVG document, without a page. */
export function chartSvg(options: EChartsCoreOption, { width, height }: ChartSize): string {
  const chart = init(null, undefined, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...options, animation: false });
    return stableSvg(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

/** Removes what only a page needs, and numbers that count from chart to chart, so that equal charts are equal texts. */
const stableSvg = (svg: string): string =>
  withoutStyle(svg)
    .replaceAll(/ (?:class="zr|ecmeta_\w+=")[^"]*"/g, '')
    .replaceAll(/(id="|url\(#)zr\d+-/g, '$1');

/** Removes the element with the rules for the pointer. Labels contain no markup, so it is the only such element. */
function withoutStyle(svg: string): string {
  const [start, end] = [svg.indexOf('<style'), svg.lastIndexOf('</style>')];
  return start < 0 || end < start ? svg : svg.slice(0, start) + svg.slice(end + '</style>'.length);
}

/** Starts a chart in a page. */
export { init };
