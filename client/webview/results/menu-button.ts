/** A button that opens a small pop-up below it. Escape and a click elsewhere close it; focus returns to the button. */
import { button, drawing, element } from '../dom.ts';
import { placePopup } from './place-popup.ts';

export interface Menu {
  readonly button: HTMLButtonElement;
  /** To be put after the button. */
  readonly popup: HTMLElement;
  readonly close: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** `fill` makes the contents anew each time the menu opens. */
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
    popup.querySelector<HTMLElement>('button, input')?.focus();
  }
  popup.addEventListener('toggle', ({ newState }) => {
    opener.setAttribute('aria-expanded', String(newState === 'open'));
  });
  popup.addEventListener('keydown', event => {
    const step = steps[event.key];
    if (step === undefined) return;
    const items = [...popup.querySelectorAll<HTMLElement>('button, input')];
    const here = items.findIndex(item => item === document.activeElement);
    items[(here + step + items.length) % items.length]?.focus();
    event.preventDefault();
  });
  return { button: opener, popup, close: () => popup.hidePopover() };
}
