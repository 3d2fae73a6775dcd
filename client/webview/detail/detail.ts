/**
 * The pane that shows one whole value, or all values of a row by their names: text as it is, a nested value as a tree that
 * opens by click or keyboard.
 */
import type { Format } from '../cells/cell-format.ts';
import { inBatches, textInBatches } from '../cells/show-in-batches.ts';
import { visible } from '../cells/hidden-characters.ts';
import type { FindMentions, Mention } from '../cells/mentions.ts';
import { preview, sizeOf } from '../cells/nested.ts';
import { asLink, button, drawing, element } from '../dom.ts';
import { marked, mentionTip, withMentions } from '../grid/cell.ts';
import icons from '../icons.json' with { type: 'json' };
import type { Json } from '#shared/protocol/json.ts';
import type { Column } from '#shared/protocol/run.ts';
import { counted, type TextId, text } from '../panel-texts.ts';
import { webAddress } from '../web-address.ts';
import { shorten } from '#shared/base/shorten.ts';

export interface DetailEvents {
  readonly copy: (text: string) => void;
  /** Opens the link of a cell, or an address inside a value. */
  readonly follow: (type: Column['type'], value: Json, aside: boolean) => void;
  /** Finds the mentions in texts that can be opened. */
  readonly mentions: FindMentions;
  /** Opens a mention. */
  readonly mention: (mention: Mention, aside: boolean) => void;
  /** Moves to another row. */
  readonly step: (by: 1 | -1) => void;
  readonly close: () => void;
}

/** A value of a row. */
export interface Field {
  readonly column: Column;
  readonly value: Json | undefined;
  /** Shows the whole value, of which only the beginning is loaded; absent = it is whole. */
  readonly open?: () => void;
}

/** The depth to which a tree is open at first, and the maximum number of entries that are opened. */
const openDepth = 2;
const maxOpened = 500;

interface Room {
  entries: number;
  readonly follow: (address: string) => void;
  readonly show: ShowText;
}

/** The types of columns whose values are links. */
const links: ReadonlySet<Column['type']> = new Set(['page', 'user', 'link', 'issue']);

const isPlainList = (value: Json | undefined): value is readonly Exclude<Json, object>[] =>
  Array.isArray(value) && value.every(item => typeof item !== 'object');

const isLinked = ({ type }: Column, value: Json | undefined): value is string =>
  links.has(type) && typeof value === 'string' && value !== '';

export class Detail {
  readonly element = element('aside', {
    class: 'detail',
    attributes: { 'aria-label': text('detail.label') },
  });
  readonly #events: DetailEvents;
  readonly #format: Format;
  #isRecord = false;

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

  /** Whether it shows a whole row. */
  get isRecord(): boolean {
    return this.open && this.#isRecord;
  }

  show(column: Column, row: number, value: Json | undefined): void {
    this.#isRecord = false;
    const isLink = isLinked(column, value);
    const follow = this.#tool('detail.follow', icons.outside, event => this.#follow(column, value, event));
    this.#render(
      text('detail.place', { title: visible(column.title), row: row + 1 }),
      [
        ...(isLink ? [follow] : []),
        this.#tool('action.copy', icons.copy, () => this.#events.copy(plain(value))),
      ],
      this.#body(column, value),
    );
  }

  /** Shows a row as names and values. */
  showRecord(row: number, fields: readonly Field[]): void {
    this.#isRecord = true;
    const lines = fields.map(({ column, value }) => `${column.title}: ${plain(value)}`);
    this.#render(
      text('detail.row', { row: row + 1 }),
      [
        this.#tool('detail.previous', icons.up, () => this.#events.step(-1)),
        this.#tool('detail.next', icons.menu, () => this.#events.step(1)),
        this.#tool('action.copy', icons.copy, () => this.#events.copy(lines.join('\n'))),
      ],
      element('dl', { children: fields.flatMap(field => this.#field(field)) }),
    );
  }

  #field({ column, value, open }: Field): readonly Node[] {
    const address = isLinked(column, value) ? value : undefined;
    const body =
      address === undefined
        ? this.#body(column, isPlainList(value) ? value.join(', ') : value)
        : asLink(
            element('span', { children: marked(shorten(visible(address), longestAddress)) }),
            visible(address, longestAddress),
            event => this.#follow(column, value, event),
          );
    return [
      element('dt', { text: visible(column.title) }),
      element('dd', {
        children: [body, ...(open ? [button(text('cell.menu.value'), open, { class: 'link' })] : [])],
      }),
    ];
  }

  #follow(column: Column, value: Json | undefined, event: MouseEvent | KeyboardEvent): void {
    if (value !== undefined) this.#events.follow(column.type, value, event.ctrlKey || event.metaKey);
  }

  #tool(label: TextId, icon: string, act: (event: MouseEvent) => void): HTMLElement {
    return button('', act, {
      class: 'plain',
      title: text(label),
      attributes: { 'aria-label': text(label) },
      children: [drawing(icon)],
    });
  }

  /** Shows a title with tools, and below them a body; the focus stays on its tool. */
  #render(title: string, tools: readonly HTMLElement[], body: Node): void {
    const acting = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute('aria-label')
      : undefined;
    const close = this.#tool('action.close', icons.close, () => this.#events.close());
    const buttons = [...tools, close];
    this.element.replaceChildren(
      element('header', { children: [element('h2', { text: title, title }), ...buttons] }),
      element('div', { class: 'value', attributes: { tabindex: '0' }, children: [body] }),
    );
    this.element.hidden = false;
    if (acting != null) (buttons.find(({ ariaLabel }) => ariaLabel === acting) ?? close).focus();
  }

  hide(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  #body(column: Column, value: Json | undefined): Node {
    if (value === undefined || value === '')
      return element('p', { class: 'quiet', text: text('detail.nothing') });
    if (typeof value === 'object' && value !== null)
      return tree(value, 0, {
        entries: maxOpened,
        follow: address => this.#events.follow('link', address, false),
        show: piece => this.#mentioning(piece),
      });
    const content = this.#format(value, column.type);
    const hasTip = content.tip !== '' && content.tip !== visible(content.text);
    return element('div', {
      children: [
        ...wholeText(element('p', { class: 'whole' }), content.text, piece =>
          links.has(column.type) ? marked(piece) : this.#mentioning(piece),
        ),
        ...(hasTip ? [element('p', { class: 'whole quiet', text: content.tip })] : []),
      ],
    });
  }

  /** The nodes of a text, with its mentions as buttons. */
  #mentioning(piece: string): readonly (Node | string)[] {
    return withMentions(piece, this.#events.mentions(piece), (mention, children) =>
      asLink(element('span', { children }), mentionTip(mention), event =>
        this.#events.mention(mention, event.ctrlKey || event.metaKey),
      ),
    );
  }
}

function plain(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** The number of entries of a value, and of characters of a text, that are shown at first and with each click. */
const entryBatch = 200;
const textBatch = 20_000;

/** Makes the nodes of a text. Line ends take effect; other hidden characters are marked. */
type ShowText = (piece: string) => readonly (Node | string)[];

const wholeText = (host: HTMLElement, value: string, show: ShowText): readonly Node[] =>
  textInBatches(host, value, textBatch, part =>
    part.split(/(\n+)/).flatMap((piece, index) => (index % 2 === 1 ? [piece] : show(piece))),
  );

function tree(value: Json, depth: number, room: Room): Node {
  if (value === null || typeof value !== 'object') {
    const kind = value === null ? 'null' : typeof value;
    const address = typeof value === 'string' && /^https?:/.test(value) ? webAddress(value) : undefined;
    if (address !== undefined && typeof value === 'string')
      return button(visible(shorten(value, longestAddress)), () => room.follow(address), {
        class: 'link leaf',
        title: address,
      });
    const leaf = element('span', { class: `leaf ${kind}` });
    return element('span', { children: wholeText(leaf, String(value), room.show) });
  }
  const isList = Array.isArray(value);
  const host = element('ul', { class: isList ? 'list' : 'map' });
  return element('div', {
    children: inBatches(host, Object.entries<Json>(value), entryBatch, ([key, item]) =>
      branch(isList ? String(Number(key) + 1) : key, item, depth, room),
    ),
  });
}

function branch(key: string, item: Json, depth: number, room: Room): HTMLLIElement {
  const label = element('span', { class: 'key', children: marked(shorten(key, maxKeyLength)) });
  const size = sizeOf(item);
  if (size === 0) return element('li', { children: [label, tree(item, depth + 1, room)] });
  const summary = element('summary', {
    children: [
      label,
      element('span', { class: 'quiet', text: counted(Array.isArray(item) ? 'item' : 'key', size) }),
      element('span', { class: 'glimpse', text: visible(preview(item)) }),
    ],
  });
  const details = element('details', { children: [summary] });
  const fill = (): void => {
    if (details.open && details.childElementCount === 1) details.append(tree(item, depth + 1, room));
  };
  details.addEventListener('toggle', fill);
  details.open = depth < openDepth && size <= room.entries;
  if (details.open) room.entries -= size;
  fill();
  return element('li', { children: [details] });
}

const maxKeyLength = 200;
const longestAddress = 500;
