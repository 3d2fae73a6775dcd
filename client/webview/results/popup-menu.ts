/** Pop-up menus below an element. Escape and a click elsewhere close them. */
import { button, element, drawing } from '../dom.ts';
import { frameClass } from '../notebook/scoped-style.ts';

export interface Command {
  readonly label: string;
  /** The key that does the same in the table. */
  readonly key?: string;
  readonly run: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Opens a menu of commands, whose `groups` are divided by lines; `closed` is called when it has closed. */
export function popupMenu(
  label: string,
  groups: readonly (readonly Command[])[],
  beside: Element,
  closed: () => void,
): void {
  const items = groups.map(commands =>
    commands.map(({ label: name, key, run }) =>
      button(
        '',
        () => {
          popup.hidePopover();
          run();
        },
        {
          class: 'item',
          attributes: {
            role: 'menuitem',
            tabindex: '-1',
            'aria-label': name,
            ...(key !== undefined && { 'aria-keyshortcuts': key }),
          },
          children: [
            element('span', { class: 'name', text: name, title: name }),
            ...(key === undefined ? [] : [element('kbd', { class: 'quiet', text: key })]),
          ],
        },
      ),
    ),
  );
  const popup = element('div', {
    class: 'menu',
    attributes: { popover: 'auto', role: 'menu', 'aria-label': label },
    children: items.flatMap((buttons, index) => [...(index > 0 ? [element('hr')] : []), ...buttons]),
  });
  const allItems = items.flat();
  popup.addEventListener('keydown', event => {
    const step = steps[event.key];
    if (event.key === 'Tab') popup.hidePopover();
    if (step === undefined) return;
    const here = allItems.findIndex(item => item === document.activeElement);
    allItems[(here + step + allItems.length) % allItems.length]?.focus();
    event.preventDefault();
  });
  popup.addEventListener('toggle', event => {
    if (event.newState === 'open') return;
    popup.remove();
    closed();
  });
  (beside.closest(`.${frameClass}`) ?? document.body).append(popup);
  popup.showPopover();
  placePopup(popup, beside);
  allItems[0]?.focus();
}

/** Pixels between a pop-up and the element above it, and between a pop-up and the edge of the page. */
const gap = { below: 4, edge: 8 };

/** Moves an open pop-up below an element, within the page. */
function placePopup(popup: HTMLElement, beside: Element): void {
  const { bottom, left } = beside.getBoundingClientRect();
  popup.style.top = '0';
  popup.style.left = '0';
  const { width, height } = popup.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const inside = (wanted: number, most: number): string => `${Math.max(gap.edge, Math.min(wanted, most))}px`;
  popup.style.left = inside(left, clientWidth - width - gap.edge);
  popup.style.top = inside(bottom + gap.below, clientHeight - height - gap.edge);
}

export interface Menu {
  readonly button: HTMLButtonElement;
  /** The pop-up, to be placed after the button. */
  readonly popup: HTMLElement;
  readonly close: () => void;
}

/** A button that opens a pop-up below it. @param fill makes the contents each time the pop-up opens */
export function menu(label: string, hint: string, icon: string, fill: () => readonly Node[]): Menu {
  const popup = element('div', {
    class: 'menu',
    attributes: { popover: 'auto', role: 'group', 'aria-label': label },
  });
  const opener = button('', toggle, {
    class: 'tool',
    title: hint,
    attributes: { 'aria-label': label, 'aria-haspopup': 'true', 'aria-expanded': 'false' },
    children: [drawing(icon), element('span', { text: label })],
  });
  function toggle(): void {
    if (!popup.togglePopover()) return;
    popup.replaceChildren(...fill());
    placePopup(popup, opener);
    popup.querySelector<HTMLElement>('button, input, select')?.focus();
  }
  popup.addEventListener('toggle', ({ newState }) => {
    opener.setAttribute('aria-expanded', String(newState === 'open'));
  });
  popup.addEventListener('keydown', event => {
    const step = steps[event.key];
    // The arrow keys change the choice in a list.
    if (step === undefined || event.target instanceof HTMLSelectElement) return;
    const items = [...popup.querySelectorAll<HTMLElement>('button, input')];
    const here = items.findIndex(item => item === document.activeElement);
    items[(here + step + items.length) % items.length]?.focus();
    event.preventDefault();
  });
  return { button: opener, popup, close: () => popup.hidePopover() };
}
