/**
 * The part of the status line about the selection: the number of cells, and the sum, average, minimum and maximum of
 * numbers.
 */
import type { Statistics, StatisticsParams } from '#shared/protocol/results.ts';
import { element } from '../dom.ts';
import type { Questions } from '../rows/questions.ts';
import { type TextId, text } from '../panel-texts.ts';

/** Milliseconds after the last change of the selection before its statistics are fetched. */
const rest = 120;

const grouped = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

export class SelectionLine {
  readonly element = element('div', {
    class: 'selection',
    attributes: { role: 'status', 'aria-live': 'polite' },
  });
  readonly #questions: Questions;
  /** The selection whose statistics are shown or requested. */
  #shown = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(questions: Questions) {
    this.#questions = questions;
    this.element.hidden = true;
  }

  /** Shows the statistics of a selection; `undefined` = none. */
  show(selection: StatisticsParams | undefined): void {
    const key = selection ? JSON.stringify(selection) : '';
    if (key === this.#shown) return;
    this.#shown = key;
    clearTimeout(this.#timer);
    if (!selection) {
      this.element.hidden = true;
      this.element.replaceChildren();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#questions.statistics(selection, statistics => {
        if (this.#shown !== key) return;
        this.element.hidden = statistics === undefined;
        if (statistics) this.element.replaceChildren(...partsOf(selection, statistics));
      });
    }, rest);
  }
}

function partsOf({ columns, count }: StatisticsParams, { filled, numbers }: Statistics): readonly Node[] {
  const cells = columns.length * count;
  const value = (id: TextId, number: number): string => text(id, { value: grouped.format(number) });
  const parts = [
    text('selection.cells', { count: grouped.format(cells) }),
    ...(filled < cells ? [text('selection.filled', { count: grouped.format(filled) })] : []),
    ...(numbers
      ? [
          value('selection.sum', numbers.sum),
          value('selection.average', numbers.sum / numbers.count),
          value('selection.min', numbers.min),
          value('selection.max', numbers.max),
        ]
      : []),
  ];
  return parts.map(part => element('span', { class: 'part', text: part }));
}
