/** Converts a chart to options of the drawing library, from data alone: the same in a panel and in a file. */
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartKind } from '#shared/base/tables/view-text.ts';
import type { ChartData } from './chart-data.ts';
import { shorten } from '#shared/base/shorten.ts';

/** The appearance of a chart. Colors are in any CSS notation with numbers. */
export interface ChartLook {
  readonly foreground: string;
  readonly quiet: string;
  readonly line: string;
  readonly background: string;
  readonly palette: readonly string[];
  readonly font: string;
  /** Areas have patterns, so that they can be distinguished without colors. */
  readonly hasPatterns: boolean;
  readonly isAnimated: boolean;
}

/** Categories above which a chart can be zoomed. */
const manyCategories = 15;
/** Characters of a label above which labels and bars are horizontal. */
const longLabel = 12;
/** Categories above which bars are horizontal. */
const fewCategories = 8;
/** Maximum characters of a label. */
const maxLabelLength = 28;

/** Returns the options with which ECharts draws a chart. */
export function chartOptions(
  kind: ChartKind,
  data: ChartData,
  look: ChartLook,
  format: (value: number) => string,
): EChartsCoreOption {
  const { foreground, background, palette, font } = look;
  const text = { color: foreground, fontFamily: font, fontSize: 12 };
  const hasLegend = kind === 'pie' || data.series.length > 1;
  return {
    backgroundColor: background,
    animation: look.isAnimated,
    animationDuration: 250,
    color: colorsOf(palette, data, look, kind),
    textStyle: text,
    aria: { enabled: true, label: { enabled: false }, decal: { show: look.hasPatterns } },
    // The text of a site is drawn, never read as markup.
    tooltip: {
      trigger: kind === 'pie' ? 'item' : 'axis',
      renderMode: 'richText',
      confine: true,
      backgroundColor: background,
      borderColor: look.line,
      borderWidth: 1,
      textStyle: text,
      axisPointer: { type: kind === 'line' ? 'line' : 'shadow' },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
    },
    ...(hasLegend && {
      legend: {
        type: 'scroll',
        bottom: 0,
        textStyle: text,
        inactiveColor: look.quiet,
        pageTextStyle: text,
        pageIconColor: foreground,
        pageIconInactiveColor: look.quiet,
        formatter: shortened,
      },
    }),
    ...(kind === 'pie' ? pie(data, look, format) : axes(kind, data, look, format, hasLegend)),
  };
}

function axes(
  kind: 'bar' | 'stacked' | 'line',
  { categories, series, x, y }: ChartData,
  look: ChartLook,
  format: (value: number) => string,
  hasLegend: boolean,
): EChartsCoreOption {
  const isLong = categories.some(label => label.length > longLabel) && categories.length > 2;
  const isSideways = kind !== 'line' && (isLong || categories.length > fewCategories);
  const isZoomed = categories.length > manyCategories;
  const isWhole = series.every(({ values }) => values.every(value => Number.isInteger(value ?? 0)));
  const axisLine = { lineStyle: { color: look.line } };
  const named = (name: string) => ({
    name: shortened(name),
    nameTextStyle: { color: look.quiet, fontFamily: look.font },
    nameLocation: 'middle' as const,
  });
  const byCategory = {
    type: 'category' as const,
    data: [...categories],
    inverse: isSideways,
    axisLine,
    axisTick: { show: false },
    axisLabel: { color: look.foreground, hideOverlap: true, formatter: shortened },
    ...named(x),
    nameGap: isSideways ? 12 : 28,
    ...(isSideways && { nameLocation: 'start' as const }),
  };
  const byValue = {
    type: 'value' as const,
    axisLine: { show: false },
    splitLine: { lineStyle: { color: look.line, opacity: 0.5 } },
    axisLabel: { color: look.foreground, hideOverlap: true, formatter: format },
    ...(isWhole && { minInterval: 1 }),
    ...named(y),
    nameGap: isSideways ? 28 : 12,
    ...(!isSideways && { nameLocation: 'end' as const }),
  };
  return {
    grid: {
      left: 16,
      right: isSideways && isZoomed ? 56 : 28,
      top: 32,
      bottom: (hasLegend ? 34 : 12) + (isZoomed && !isSideways ? 34 : 0) + 20,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    xAxis: isSideways ? byValue : byCategory,
    yAxis: isSideways ? byCategory : byValue,
    ...(isZoomed && { dataZoom: [zoom(isSideways, look, hasLegend, kind === 'line')] }),
    series: series.map(({ name, values }) => ({
      name,
      type: kind === 'line' ? 'line' : 'bar',
      data: [...values],
      barMaxWidth: 40,
      ...(kind === 'stacked' && { stack: 'all' }),
      ...(kind === 'line' && { showSymbol: values.length <= 60, symbolSize: 5, lineStyle: { width: 2 } }),
    })),
  };
}

/** The zoom slider: a line is shown whole at first, bars only as far as they can be read. */
function zoom(isSideways: boolean, look: ChartLook, hasLegend: boolean, isLine: boolean): EChartsCoreOption {
  return {
    type: 'slider',
    [isSideways ? 'yAxisIndex' : 'xAxisIndex']: 0,
    ...(isSideways ? { right: 8, width: 16 } : { bottom: hasLegend ? 32 : 8, height: 16 }),
    ...(!isLine && { startValue: 0, endValue: manyCategories - 1 }),
    borderColor: look.line,
    fillerColor: 'transparent',
    handleStyle: { color: look.background, borderColor: look.foreground },
    moveHandleStyle: { color: look.quiet },
    dataBackground: { lineStyle: { color: look.line }, areaStyle: { color: look.line } },
    selectedDataBackground: { lineStyle: { color: look.quiet }, areaStyle: { color: look.quiet } },
    textStyle: { color: look.foreground },
    showDetail: false,
    brushSelect: false,
  };
}

function pie(
  { categories, series, y }: ChartData,
  look: ChartLook,
  format: (value: number) => string,
): EChartsCoreOption {
  const values = categories.map((_, index) =>
    series.reduce((sum, { values: seriesValues }) => sum + Math.max(0, seriesValues[index] ?? 0), 0),
  );
  const total = values.reduce((sum, value) => sum + value, 0);
  return {
    series: [
      {
        name: y,
        type: 'pie',
        radius: ['0%', '62%'],
        center: ['50%', '46%'],
        data: categories.map((name, index) => ({ name, value: values[index] ?? 0 })),
        itemStyle: { borderColor: look.background, borderWidth: 1 },
        label: {
          color: look.foreground,
          formatter: ({ name, value }: { readonly name: string; readonly value: unknown }) =>
            `${shortened(name)}\n${format(Number(value))} (${percent(Number(value), total)})`,
        },
        labelLine: { lineStyle: { color: look.quiet } },
      },
    ],
  };
}

const percent = (value: number, total: number): string =>
  total === 0 ? '0%' : `${Math.round((value / total) * 1000) / 10}%`;

/** The colors of the series or slices; the sum of the others is muted. */
function colorsOf(
  palette: readonly string[],
  { series, categories, hasOtherSeries, others }: ChartData,
  { quiet }: ChartLook,
  kind: ChartKind,
): string[] {
  const count = kind === 'pie' ? categories.length : series.length;
  const colors = Array.from({ length: count }, (_, index) => palette[index % palette.length] ?? quiet);
  const hasOthers = kind === 'pie' ? others > 0 : hasOtherSeries;
  return hasOthers ? [...colors.slice(0, -1), quiet] : colors;
}

const shortened = (label: string): string => shorten(label, maxLabelLength);
