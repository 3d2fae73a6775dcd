/** A menu of commands below an element. It goes when a command is chosen, with Escape, and by a click elsewhere. */
import { button, element } from '../dom.ts';
import { placePopup } from './place-popup.ts';
import { frameClass } from '../notebook/scoped-style.ts';

export interface Command {
  readonly label: string;
  readonly run: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** `groups` are divided by lines; `closed` is called when the menu is gone. */
export function popupMenu(
  label: string,
  groups: readonly (readonly Command[])[],
  beside: Element,
  closed: () => void,
): void {
  const items = groups.map(commands =>
    commands.map(({ label: name, run }) =>
      button(
        name,
        () => {
          popup.hidePopover();
          run();
        },
        { class: 'item', attributes: { role: 'menuitem', tabindex: '-1' } },
      ),
    ),
  );
  const popup = element('div', {
    class: 'menu',
    attributes: { popover: 'auto', role: 'menu', 'aria-label': label },
    children: items.flatMap((buttons, index) => [...(index > 0 ? [element('hr')] : []), ...buttons]),
  });
  const all = items.flat();
  popup.addEventListener('keydown', event => {
    const step = steps[event.key];
    if (event.key === 'Tab') popup.hidePopover();
    if (step === undefined) return;
    const here = all.findIndex(item => item === document.activeElement);
    all[(here + step + all.length) % all.length]?.focus();
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
  all[0]?.focus();
}
