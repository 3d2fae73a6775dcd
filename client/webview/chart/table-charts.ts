/** Decides which tables of a panel are shown as charts, and provides the button that switches. */
import * as v from 'valibot';
import { chartSchema } from '#shared/protocol/grouping.ts';
import { dictionary, object, optional } from '#shared/protocol/schema.ts';
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import { text } from '../panel-texts.ts';
import { type ChartEvents, ChartPane, type ChartSource } from './chart-pane.ts';

/** The user's choices by table; for other tables the query decides. */
export const chartsMemorySchema = dictionary(object({ isOn: v.boolean(), chart: optional(chartSchema) }));
export type ChartsMemory = v.InferOutput<typeof chartsMemorySchema>;

/** The table in front. */
export interface FrontTable extends ChartSource {
  /** An id that is unique in the panel. */
  readonly id: string;
  readonly element: HTMLElement;
  readonly focus: () => void;
}

export class TableCharts {
  readonly toggle: HTMLButtonElement;
  readonly #pane: ChartPane;
  readonly #remember: () => void;
  readonly #chosen: Map<string, ChartsMemory[string]>;
  #front: FrontTable | undefined;
  #isShown = false;

  /** @param remember is called when `memory` has changed */
  constructor(memory: ChartsMemory | undefined, events: Omit<ChartEvents, 'chosen'>, remember: () => void) {
    this.#chosen = new Map(Object.entries(memory ?? {}));
    this.#remember = remember;
    this.#pane = new ChartPane({ ...events, chosen: remember });
    this.#pane.element.hidden = true;
    this.toggle = button('', () => this.#switch(), {
      class: 'tool',
      title: text('chart.hint'),
      attributes: { 'aria-label': text('chart.label'), 'aria-pressed': 'false' },
      children: [drawing(icons.chart), element('span', { text: text('chart.label') })],
    });
    this.#pane.element.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.#switch();
    });
  }

  get memory(): ChartsMemory {
    this.#keep();
    return Object.fromEntries(this.#chosen);
  }

  /** Called when another table, or none, comes to the front. */
  mount(front: FrontTable | undefined): void {
    this.#keep();
    this.#hide();
    this.#front = front;
    front?.element.after(this.#pane.element);
    this.refresh();
  }

  /** Called when rows, columns or the view of the table in front may have changed. */
  refresh(): void {
    const front = this.#front;
    if (!front) return;
    const isOn = this.#chosen.get(front.id)?.isOn ?? front.header.chart !== undefined;
    if (isOn !== this.#isShown) this.#show(front, isOn);
    else if (isOn) this.#pane.refresh();
  }

  #switch(): void {
    if (!this.#front) return;
    this.#keep();
    const { id } = this.#front;
    this.#chosen.set(id, { ...this.#chosen.get(id), isOn: !this.#isShown });
    this.refresh();
    if (!this.#isShown) this.#front.focus();
    this.#remember();
  }

  #show(front: FrontTable, isOn: boolean): void {
    if (!isOn) {
      this.#hide();
      return;
    }
    this.#isShown = true;
    this.toggle.setAttribute('aria-pressed', 'true');
    front.element.hidden = true;
    this.#pane.element.hidden = false;
    this.#pane.show(front, this.#chosen.get(front.id)?.chart);
  }

  #hide(): void {
    this.#isShown = false;
    this.toggle.setAttribute('aria-pressed', 'false');
    if (this.#front) this.#front.element.hidden = false;
    this.#pane.element.hidden = true;
    this.#pane.hide();
  }

  /** Stores the chart as the user left it. */
  #keep(): void {
    const { chart } = this.#pane;
    const chosen = this.#front && this.#chosen.get(this.#front.id);
    if (this.#front && chart && (chosen || this.#pane.isChanged))
      this.#chosen.set(this.#front.id, { isOn: this.#isShown, chart });
  }
}
