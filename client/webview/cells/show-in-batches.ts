/** Shows long lists and texts in batches: the first one at once, each further one when the user asks for it. */
import { button } from '../dom.ts';
import { text } from '../panel-texts.ts';
import { batchEnd } from './text-batch.ts';

/** Fills an element with the first items. Returns it and, where there are more, a button that adds them. */
export function inBatches<T>(
  host: HTMLElement,
  items: readonly T[],
  size: number,
  make: (item: T, index: number) => Node,
): readonly Node[] {
  let end = 0;
  const add = (): void => {
    const start = end;
    end = Math.min(items.length, start + size);
    for (const [index, item] of items.slice(start, end).entries()) host.append(make(item, start + index));
  };
  add();
  return [host, ...moreButton(host, () => Math.min(size, items.length - end), 'batch.items', add)];
}

/** Fills an element with the beginning of a text, in batches of `size` characters; otherwise as `inBatches`. */
export function textInBatches(
  host: HTMLElement,
  value: string,
  size: number,
  make: (part: string) => readonly (Node | string)[],
): readonly Node[] {
  let start = 0;
  let end = batchEnd(value, start, size);
  const add = (): void => {
    for (const node of make(value.slice(start, end))) host.append(node);
    start = end;
    end = batchEnd(value, start, size);
  };
  add();
  return [host, ...moreButton(host, () => end - start, 'batch.characters', add)];
}

function moreButton(
  host: HTMLElement,
  next: () => number,
  label: 'batch.items' | 'batch.characters',
  add: () => void,
): readonly Node[] {
  if (next() === 0) return [];
  const labelled = (): string => text(label, { count: grouped.format(next()) });
  const nextButton = button(
    labelled(),
    () => {
      const before = host.childElementCount;
      add();
      nextButton.textContent = labelled();
      if (next() > 0) return;
      nextButton.remove();
      const first = host.children[before];
      if (first instanceof HTMLElement) {
        first.tabIndex = -1;
        first.focus({ preventScroll: true });
      }
    },
    { class: 'secondary more-items' },
  );
  return [nextButton];
}

const grouped = new Intl.NumberFormat();
