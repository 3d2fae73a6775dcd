/** A button that opens a small pop-up below it. Escape and a click elsewhere close it; focus returns to the button. */
import { button, drawing, element } from '../dom.ts';

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
  const opener = button('', () => popup.togglePopover(), {
    class: 'tool',
    title: hint,
    attributes: { 'aria-label': label, 'aria-haspopup': 'true', 'aria-expanded': 'false' },
    children: [drawing(icon), element('span', { text: label })],
  });
  popup.addEventListener('beforetoggle', event => {
    if (event.newState !== 'open') return;
    popup.replaceChildren(...fill());
    const { bottom, left } = opener.getBoundingClientRect();
    popup.style.top = `${bottom + 4}px`;
    popup.style.left = `${left}px`;
  });
  popup.addEventListener('toggle', event => {
    const open = event.newState === 'open';
    opener.setAttribute('aria-expanded', String(open));
    if (!open) return;
    const overflow = popup.getBoundingClientRect().right + 8 - document.documentElement.clientWidth;
    if (overflow > 0) popup.style.left = `${Math.max(8, popup.offsetLeft - overflow)}px`;
    popup.querySelector<HTMLElement>('button, input')?.focus();
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
