/** The pane that draws a table as a chart, which can be changed, saved, copied, and read as a table. */
import { type ChartData, chartData, type ChartWords } from '../../../server/src/results/charts/chart-data.ts';
import { chartOptions } from '../../../server/src/results/charts/chart-options.ts';
import { chartText } from '#shared/base/tables/view-text.ts';
import { directiveLine } from '#shared/base/queries/directive-line.ts';
import type { Chart } from '#shared/protocol/grouping.ts';
import type { View } from '#shared/protocol/results.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { visible } from '../cells/hidden-characters.ts';
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import type { AskWindow } from '../rows/row-window.ts';
import { text } from '../panel-texts.ts';
import type { DrawnChart } from '../chart.ts';
import { drawnOf, firstChart } from './chart-choice.ts';
import { chartForm } from './chart-form.ts';
import { askGroups, chartView } from './chart-groups.ts';
import { chartLook, onThemeChange } from './chart-look.ts';
import { dataTable, describe } from './chart-words.ts';
import { type ChartLibrary, loadCharts } from './load-charts.ts';

/** The table of a chart. */
export interface ChartSource {
  readonly header: TableHeader;
  readonly ask: AskWindow;
  /** The view of the rows, or of groups of them. */
  readonly view: () => View;
  /** The number of rows so far. */
  readonly rows: () => number;
  /** Whether the rows are what a statement has computed, such as counts. */
  readonly isComputed: () => boolean;
  /** The names of the groups that the rows belong to; empty = all rows. */
  readonly members: () => readonly string[];
}

export interface ChartEvents {
  readonly copy: (text: string) => void;
  readonly save: (svg: string) => void;
  /** Called when the user has chosen another chart. */
  readonly chosen: () => void;
}

/** The size of a saved chart, in CSS pixels. */
const savedSize = { width: 960, height: 540 };
const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const format = (value: number): string => numbers.format(value);

export class ChartPane {
  readonly element = element('section', {
    class: 'chart',
    attributes: { 'aria-label': text('chart.label') },
  });
  readonly #events: ChartEvents;
  readonly #form = element('div', { class: 'chart-form' });
  readonly #canvas = element('div', { class: 'chart-canvas', attributes: { role: 'img' } });
  readonly #note = element('p', { class: 'chart-note quiet', attributes: { role: 'status' } });
  readonly #table = element('details', { class: 'chart-data' });
  #source: ChartSource | undefined;
  #chart: Chart | undefined;
  #isChanged = false;
  #data: ChartData | undefined;
  #library: ChartLibrary | undefined;
  #drawn: DrawnChart | undefined;
  /** The groups that were last asked for: answers to earlier questions are outdated. */
  #question = '';
  #end: (() => void) | undefined;

  constructor(events: ChartEvents) {
    this.#events = events;
    this.element.append(this.#form, this.#note, this.#canvas, this.#table);
  }

  /** The chart that the user has chosen; `undefined` = no chart is shown. */
  get chart(): Chart | undefined {
    return this.#source && this.#chart;
  }

  /** Whether the user has chosen another chart than the first one. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Shows the chart of a table, in an element of the page. @param chosen the chart that the user chose before */
  show(source: ChartSource, chosen: Chart | undefined): void {
    this.hide();
    const { columns, group, chart } = source.header;
    this.#source = source;
    this.#isChanged = false;
    this.#chart = chosen ?? chart ?? firstChart(columns, source.view().group ?? group, source.isComputed());
    this.#showForm();
    const sizes = new ResizeObserver(() => this.#drawn?.resize());
    sizes.observe(this.#canvas);
    const endTheme = onThemeChange(() => this.#draw());
    this.#end = () => {
      sizes.disconnect();
      endTheme();
    };
    this.refresh();
  }

  /** Removes the chart. */
  hide(): void {
    this.#end?.();
    this.#end = undefined;
    this.#drawn?.remove();
    this.#drawn = undefined;
    this.#source = undefined;
    this.#data = undefined;
    this.#question = '';
  }

  /** Draws the current groups if they have changed. */
  refresh(): void {
    const source = this.#source;
    const chart = this.#chart && drawnOf(this.#chart);
    if (!source || !chart) return;
    const view = chartView(chart, source.view());
    const question = JSON.stringify([view, source.rows()]);
    if (question === this.#question) return;
    this.#question = question;
    askGroups(source.ask, view, groups => {
      if (question !== this.#question) return;
      this.#data = groups && chartData(chart, groups, words());
      this.#draw();
    });
  }

  #choose(chart: Chart): void {
    const isSame = JSON.stringify({ ...chart, kind: '' }) === JSON.stringify({ ...this.#chart, kind: '' });
    this.#chart = chart;
    this.#isChanged = true;
    this.#showForm();
    // The same groups may be drawn again, but each kind of chart needs another number of them.
    if (isSame) this.#question = '';
    this.refresh();
    this.#events.chosen();
  }

  #showForm(): void {
    const source = this.#source;
    const chart = this.#chart;
    if (!source || !chart) {
      this.#form.replaceChildren(element('p', { text: text('chart.nothing') }));
      return;
    }
    const focused = document.activeElement?.getAttribute('data-choice');
    this.#form.replaceChildren(
      ...chartForm(chart, source.header.columns, changed => this.#choose(changed)),
      element('div', {
        class: 'chart-tools',
        children: [
          tool(text('chart.copyDirective'), icons.copy, () => {
            const value = this.#chart && chartText(drawnOf(this.#chart), source.header.columns);
            if (value !== undefined) this.#events.copy(directiveLine('view', value));
          }),
          tool(text('chart.copySvg'), icons.picture, () => this.#withSvg(svg => this.#events.copy(svg))),
          tool(text('chart.saveSvg'), icons.export, () => this.#withSvg(svg => this.#events.save(svg))),
        ],
      }),
    );
    if (focused) this.#form.querySelector<HTMLElement>(`[data-choice="${focused}"]`)?.focus();
  }

  #withSvg(use: (svg: string) => void): void {
    const [chart, data, library] = [this.#chart, this.#data, this.#library];
    if (chart && data && library)
      use(library.chartSvg(chartOptions(chart.kind, data, chartLook(this.element), format), savedSize));
  }

  #draw(): void {
    const [chart, data] = [this.#chart, this.#data];
    if (!this.#source || !chart) return;
    const note = data ? noteOf(data) : text('chart.noData');
    this.#note.textContent = [...this.#source.members(), note].filter(part => part !== '').join(' · ');
    this.#canvas.hidden = data === undefined;
    this.#table.hidden = data === undefined;
    if (!data) return;
    this.#canvas.setAttribute('aria-label', describe(chart, data, format));
    const isOpen = this.#table.open;
    this.#table.replaceChildren(...dataTable(data, format));
    this.#table.open = isOpen;
    if (!this.#library) {
      void this.#load();
      return;
    }
    this.#drawn ??= this.#library.drawChart(this.#canvas);
    this.#drawn.update(chartOptions(chart.kind, data, chartLook(this.element), format));
  }

  async #load(): Promise<void> {
    try {
      this.#library = await loadCharts();
    } catch {
      this.#note.textContent = text('chart.notLoaded');
      return;
    }
    this.#draw();
  }
}

const tool = (label: string, icon: string, onClick: () => void): HTMLButtonElement =>
  button('', onClick, {
    class: 'tool',
    title: label,
    attributes: { 'aria-label': label },
    children: [drawing(icon), element('span', { text: label })],
  });

const words = (): ChartWords => ({
  empty: text('chart.empty'),
  others: text('chart.others'),
  yes: text('cell.true'),
  no: text('cell.false'),
});

/** A note for the reader about values that are not drawn; empty = none. */
function noteOf({ categories, others, left, overlap }: ChartData): string {
  const shown = format(categories.length - (others > 0 ? 1 : 0));
  const parts = [
    ...(others > 0 ? [text('chart.note.others', { shown, others: format(others) })] : []),
    ...(left > 0 ? [text('chart.note.left', { shown, left: format(left) })] : []),
    ...(overlap ? [text('chart.note.overlap')] : []),
  ];
  return visible(parts.join(' '));
}
