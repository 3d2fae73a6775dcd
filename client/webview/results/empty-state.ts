/** The message in place of a table, or of the rows of one. */
import { visible } from '../cells/hidden-characters.ts';
import { button, element } from '../dom.ts';
import { type TextId, text } from '../panel-texts.ts';
import { type RunState, isCancelled, isRefusal } from './run-state.ts';

/**
 * @param gone whether the table has rows that are no longer available
 * @param isSql whether the panel is a SQL view
 */
export function emptyState(state: RunState, gone: boolean, isSql: boolean): HTMLElement {
  const [title, hint] = gone ? goneWords : wordsFor(state, isSql);
  return element('div', {
    class: 'blank',
    children: [
      ...(title ? [element('p', { class: 'large', text: text(title) })] : []),
      ...(hint ? [element('p', { class: 'quiet', text: text(hint) })] : []),
    ],
  });
}

const goneWords: readonly [TextId, TextId] = ['empty.gone', 'empty.goneHint'];

/** The title and the hint; none until the panel knows its file, and below the reason why a statement was refused. */
function wordsFor({ phase, finish, file }: RunState, isSql: boolean): readonly [TextId?, TextId?] {
  if (isSql && (phase === 'idle' || phase === 'empty')) return ['empty.sql'];
  if (isSql && finish?.notices.some(isRefusal)) return [];
  if (isSql && finish?.status === 'complete') return ['empty.sqlComplete'];
  if (phase === 'empty') return ['empty.none', 'empty.noneHint'];
  if (phase === 'idle') return file === '' ? [] : ['empty.idle', 'empty.idleHint'];
  if (phase === 'running') return ['empty.running'];
  if (finish && isCancelled(finish)) return ['empty.cancelled'];
  if (finish?.status === 'failed' || finish?.status === 'incomplete')
    return ['empty.failed', 'empty.failedHint'];
  return ['empty.complete', 'empty.completeHint'];
}

const maxSearchLength = 60;

/**
 * Why no row of a table is shown.
 *
 * @param search the text that is searched for; empty = only filters exclude the rows
 */
export function reasonOfNoMatch(search: string): string {
  if (search !== '') return text('empty.notFound', { search: visible(search, maxSearchLength) });
  return text('empty.filtered');
}

/** The message in place of the rows of a table none of which passes the search and the filters. */
export class NoMatch {
  readonly element = element('div', { class: 'no-match' });
  readonly #clear: () => void;
  /** The reason that is shown; `undefined` = the message is hidden. */
  #reason: string | undefined;

  /** @param clear shows all rows */
  constructor(clear: () => void) {
    this.#clear = clear;
    this.element.hidden = true;
  }

  /** Shows a reason; `undefined` hides the message. */
  show(reason: string | undefined): void {
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.element.hidden = reason === undefined;
    this.element.replaceChildren(
      ...(reason === undefined
        ? []
        : [
            element('p', { class: 'large', text: reason }),
            button(text('empty.clear'), this.#clear, { class: 'secondary' }),
          ]),
    );
  }
}
