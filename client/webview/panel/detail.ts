/** The pane that shows one value whole: text as it is, a nested value as a tree that opens by click or by keyboard. */
import type { Format } from '../cells/format.ts';
import { visible } from '../cells/hidden-characters.ts';
import { preview, sizeOf } from '../cells/nested.ts';
import { button, drawing, element } from '../dom.ts';
import { marked } from '../grid/cell.ts';
import icons from '../icons.json' with { type: 'json' };
import type { Json } from '../../../server/src/protocol/json.ts';
import type { Column } from '../../../server/src/protocol/run.ts';
import { counted, text } from '../texts.ts';

export interface DetailEvents {
  readonly copy: (text: string) => void;
  readonly close: () => void;
}

/** How deep a tree is open at first. */
const openDepth = 2;

export class Detail {
  readonly element = element('aside', {
    class: 'detail',
    attributes: { 'aria-label': text('detail.label') },
  });
  readonly #events: DetailEvents;
  readonly #format: Format;

  constructor(format: Format, events: DetailEvents) {
    this.#format = format;
    this.#events = events;
    this.element.hidden = true;
    this.element.addEventListener('keydown', event => {
      if (event.key === 'Escape') events.close();
    });
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  show(column: Column, row: number, value: Json | undefined): void {
    const close = button('', () => this.#events.close(), {
      class: 'plain',
      title: text('action.close'),
      attributes: { 'aria-label': text('action.close') },
      children: [drawing(icons.close)],
    });
    const copy = button('', () => this.#events.copy(plain(value)), {
      class: 'plain',
      title: text('action.copy'),
      attributes: { 'aria-label': text('action.copy') },
      children: [drawing(icons.copy)],
    });
    const heading = element('h2', {
      text: text('detail.place', { title: visible(column.title), row: row + 1 }),
    });
    this.element.replaceChildren(
      element('header', { children: [heading, copy, close] }),
      element('div', {
        class: 'value',
        attributes: { tabindex: '0' },
        children: [this.#body(column, value)],
      }),
    );
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  #body(column: Column, value: Json | undefined): Node {
    if (value === undefined || value === '')
      return element('p', { class: 'quiet', text: text('detail.nothing') });
    if (typeof value === 'object' && value !== null) return tree(value, 0);
    const shown = this.#format(value, column.type);
    const lines = [element('p', { class: 'whole', children: wholeText(shown.text) })];
    if (shown.tip !== '' && shown.tip !== visible(shown.text))
      lines.push(element('p', { class: 'whole quiet', text: shown.tip }));
    return element('div', { children: lines });
  }
}

const plain = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);

/** Line ends are obeyed here, every other hidden character is marked. */
const wholeText = (value: string): readonly Node[] =>
  value
    .split('\n')
    .flatMap((line, index) =>
      index === 0 ? marked(line) : [document.createTextNode('\n'), ...marked(line)],
    );

function tree(value: Json, depth: number): HTMLElement {
  if (value === null || typeof value !== 'object') {
    const kind = value === null ? 'null' : typeof value;
    return element('span', { class: `leaf ${kind}`, children: wholeText(String(value)) });
  }
  const isList = Array.isArray(value);
  const entries = Object.entries<Json>(value).map(([key, item]) =>
    branch(isList ? String(Number(key) + 1) : key, item, depth),
  );
  return element('ul', { class: isList ? 'list' : 'map', children: entries });
}

function branch(key: string, item: Json, depth: number): HTMLLIElement {
  const label = element('span', { class: 'key', children: marked(key) });
  const size = sizeOf(item);
  if (size === 0) return element('li', { children: [label, tree(item, depth + 1)] });
  const summary = element('summary', {
    children: [
      label,
      element('span', { class: 'quiet', text: counted(Array.isArray(item) ? 'item' : 'key', size) }),
      element('span', { class: 'glimpse', text: visible(preview(item)) }),
    ],
  });
  const details = element('details', { children: [summary] });
  const fill = (): void => {
    if (details.open && details.childElementCount === 1) details.append(tree(item, depth + 1));
  };
  details.addEventListener('toggle', fill);
  details.open = depth < openDepth;
  fill();
  return element('li', { children: [details] });
}
