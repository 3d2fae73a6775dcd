/** The charts of a report: files beside it. */
import { type ChartGroups, chartData } from '../../results/charts/chart-data.ts';
import { type ChartLook, chartOptions } from '../../results/charts/chart-options.ts';
import type { Chart } from '#shared/protocol/grouping.ts';
import { maxWindowRows, type View } from '#shared/protocol/results.ts';
import { say, sayByKey } from '../../embedded/markdown/report-table.ts';
import type { Backend } from '../../network/backend.ts';
import type { BlockRun } from './report-plans.ts';
import { notShown } from './run-block.ts';
import type { DrawChart } from './report-dependencies.ts';
import { firstBytes } from '#shared/base/shorten.ts';

/** A file beside the report. */
export interface ChartFile {
  readonly name: string;
  readonly svg: string;
}

/** A chart that is drawn, and what it shows in words. */
export interface DrawnChart {
  readonly svg: string;
  readonly description: string;
}

/** Fixed colors, so that a chart is the same on every machine, on paper and on a dark page. */
const look: ChartLook = {
  foreground: '#1f2328',
  quiet: '#59636e',
  line: '#d1d9e0',
  background: '#ffffff',
  palette: [
    '#1f6feb',
    '#bc4c00',
    '#1a7f37',
    '#8250df',
    '#bf3989',
    '#9a6700',
    '#80b3ff',
    '#e7a27a',
    '#7fc492',
    '#c0a6ee',
    '#e09bc4',
    '#d0b478',
  ],
  font: 'sans-serif',
  hasPatterns: false,
  isAnimated: false,
};

const size = { width: 720, height: 400 };
const format = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** `undefined` = there is nothing to draw. */
export function drawn(chart: Chart, groups: ChartGroups, draw: DrawChart): DrawnChart | undefined {
  const data = chartData(chart, groups, {
    empty: say('group.empty'),
    others: say('chart.others'),
    yes: say('yes'),
    no: say('no'),
  });
  if (data === undefined) return undefined;
  const kind = sayByKey(`chart.kind.${chart.kind}`);
  return {
    svg: `${draw(chartOptions(chart.kind, data, look, format), size)}\n`,
    description: say('chart', { kind, y: data.y, x: data.x }),
  };
}

/** The groups of the rows of a query that a chart shows: all, or the largest. `undefined` = no chart. Throws where there are too many, or the rows were lost. */
export async function groupsOf(backend: Backend, ran: BlockRun): Promise<ChartGroups | undefined> {
  const { run, tables } = ran;
  const header = tables[0]?.header;
  const chart = header?.chart;
  if (header === undefined || chart === undefined) return undefined;
  const { x, y, series } = chart;
  const group = { by: [x, ...(series ? [series] : [])], aggregates: [y], search: '', filters: {} };
  const ask = (sort: View['sort']) =>
    backend.window({
      run,
      table: header.id,
      view: { sort, search: '', filters: {}, group },
      offset: 0,
      count: maxWindowRows,
    });
  const first = await ask([]);
  if (first === undefined) throw notShown(ran, 'no-rows-stored');
  if (first.groups?.tooMany === true) throw notShown(ran, 'too-many-groups');
  const last = first.groups?.columns.at(-1);
  const isAll = last === undefined || first.shown <= maxWindowRows;
  const page = isAll ? first : await ask([{ column: last.key, descending: true }]);
  return page?.groups && { ...page.groups, rows: page.rows.map(({ cells }) => cells) };
}

/** Bytes of the two parts of a name: with a number, an ending and what a draft's name adds, 255 are enough. */
const [longestReport, longestLabel] = [120, 60];

/** The names of the files of a report's charts: no two are the same. */
export class ChartNames {
  readonly #report: string;
  readonly #usedNames = new Set<string>();

  /** @param file the report's file name, without its folder */
  constructor(file: string) {
    this.#report = firstBytes(file.toWellFormed().replace(/(?<=.)\.[^.]*$/s, ''), longestReport);
  }

  /** A name for the next chart. @param label the label of its query */
  next(label: string): string {
    const base = `${this.#report}-${namePart(label)}`;
    let name = `${base}.svg`;
    for (let count = 2; this.#usedNames.has(name); count++) name = `${base}-${count}.svg`;
    this.#usedNames.add(name);
    return name;
  }
}

/** Letters, with their marks, and digits; every file system takes them. */
function namePart(label: string): string {
  const words = label
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(word => word !== '');
  return firstBytes(words.join('-'), longestLabel) || 'chart';
}
