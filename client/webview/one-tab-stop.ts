/** The position that a key moves to; it wraps around at both ends. */
const moves: Readonly<Record<string, (here: number, count: number) => number>> = {
  ArrowRight: (here, count) => (here + 1) % count,
  ArrowLeft: (here, count) => (here + count - 1) % count,
  Home: () => 0,
  End: (_here, count) => count - 1,
};

/**
 * Makes a toolbar a single Tab stop: the arrow keys, Home and End move among its buttons, and Tab comes back to the
 * button that had the focus last.
 */
export function oneTabStop(bar: HTMLElement): void {
  const buttons = (): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>(':scope > button:enabled')];
  const stopAt = (stop: Element | undefined): void => {
    for (const each of bar.querySelectorAll<HTMLElement>(':scope > button'))
      each.tabIndex = each === stop ? 0 : -1;
  };
  stopAt(buttons()[0]);
  bar.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && buttons().some(each => each === target)) stopAt(target);
  });
  bar.addEventListener('keydown', event => {
    const all = buttons();
    const here = all.findIndex(each => each === event.target);
    const move = moves[event.key];
    if (here < 0 || !move || event.altKey || event.ctrlKey || event.metaKey) return;
    all[move(here, all.length)]?.focus();
    event.preventDefault();
  });
}
