/** Pixels between a pop-up and what it belongs to, and the edge of the page. */
const gap = { below: 4, edge: 8 };

/** Puts an open pop-up below an element, and inside the page. */
export function placePopup(popup: HTMLElement, beside: Element): void {
  const { bottom, left } = beside.getBoundingClientRect();
  popup.style.top = '0';
  popup.style.left = '0';
  const { width, height } = popup.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const inside = (wanted: number, most: number): string => `${Math.max(gap.edge, Math.min(wanted, most))}px`;
  popup.style.left = inside(left, clientWidth - width - gap.edge);
  popup.style.top = inside(bottom + gap.below, clientHeight - height - gap.edge);
}
