/** The questions of the panel to the store, and their answers. */
import type { FromResultsPanel, PanelAnswer, PanelQuestion } from '#shared/protocol/panel-messages.ts';
import type {
  CellParams,
  Statistics,
  StatisticsParams,
  WindowParams,
  WindowResult,
} from '#shared/protocol/results.ts';
import type { Json } from '#shared/protocol/json.ts';

export class Questions {
  readonly #send: (message: FromResultsPanel) => void;
  readonly #open = new Map<number, (answer: PanelAnswer) => void>();
  /** The first number is not 0: answers to an earlier document of this panel may still arrive. */
  #last = Date.now() * 1000;

  constructor(send: (message: FromResultsPanel) => void) {
    this.#send = send;
  }

  /** Fetches rows; `undefined` = they are no longer available. */
  window(params: WindowParams, answered: (window: WindowResult | undefined) => void): void {
    const question = this.#number(answer => answered(answer.type === 'window' ? answer.window : undefined));
    this.#send({ type: 'window', question, ...params });
  }

  /** Fetches a whole value; `undefined` = an empty cell, or the row is no longer available. */
  cell(params: CellParams, answered: (value: Json | undefined) => void): void {
    const question = this.#number(answer => answered(answer.type === 'cell' ? answer.value : undefined));
    this.#send({ type: 'cell', question, ...params });
  }

  /** Fetches the statistics of cells; `undefined` = the rows are no longer available. */
  statistics(params: StatisticsParams, answered: (statistics: Statistics | undefined) => void): void {
    const question = this.#number(answer =>
      answered(answer.type === 'statistics' ? answer.statistics : undefined),
    );
    this.#send({ type: 'statistics', question, ...params });
  }

  /** Asks any other question; the answer has the type of the question. */
  ask(make: (question: number) => PanelQuestion): Promise<PanelAnswer> {
    const { promise, resolve } = Promise.withResolvers<PanelAnswer>();
    this.#send(make(this.#number(resolve)));
    return promise;
  }

  /** Passes on an answer; each question is answered once. */
  receive(answer: PanelAnswer): void {
    const answered = this.#open.get(answer.question);
    this.#open.delete(answer.question);
    answered?.(answer);
  }

  #number(answered: (answer: PanelAnswer) => void): number {
    this.#open.set(++this.#last, answered);
    return this.#last;
  }
}
