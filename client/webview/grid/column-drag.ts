/** Moves columns by dragging their titles. */
import type { GridEvents, GridModel } from './grid-model.ts';

/** The CSS pixels that a pointer moves before a press is a drag: it moves a little with a click too. */
const threshold = 6;

/** The place where a column would be dropped: before a title, or after the last one. */
interface Goal {
  readonly title: Element;
  readonly isAfter: boolean;
}

/** Makes the titles draggable. @param head has the titles in its first row, after the corner */
export function draggable(head: HTMLElement, model: () => GridModel, drop: GridEvents['drop']): void {
  head.addEventListener('pointerdown', event => {
    const title = event.target instanceof Element ? event.target.closest('.title') : null;
    const isTool = event.target instanceof Element && event.target.closest('.handle, button') !== null;
    const column = title ? model().columns[indexOf(head, title)] : undefined;
    if (!title || !column || isTool || event.button !== 0 || model().groups) return;
    let goal: Goal | undefined;
    const mark = (newGoal: Goal | undefined): void => {
      goal?.title.classList.remove('drop-before', 'drop-after');
      goal = newGoal;
      goal?.title.classList.add(goal.isAfter ? 'drop-after' : 'drop-before');
    };
    const move = (over: PointerEvent): void => {
      if (!title.classList.contains('dragged') && Math.abs(over.clientX - event.clientX) < threshold) return;
      title.classList.add('dragged');
      mark(goalAt(head, over));
    };
    const end = (up: Event): void => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      const { title: target, isAfter = false } = goal ?? {};
      mark(undefined);
      if (!title.classList.contains('dragged')) return;
      title.classList.remove('dragged');
      // The click that follows a drag must not sort.
      addEventListener('click', ignore, { capture: true });
      setTimeout(() => removeEventListener('click', ignore, { capture: true }));
      if (target && up.type === 'pointerup')
        drop(column, model().columns[indexOf(head, target) + Number(isAfter)]);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  });
}

const ignore = (click: Event): void => click.stopPropagation();

const titlesOf = (head: HTMLElement): readonly Element[] => [...head.querySelectorAll('.title')];

const indexOf = (head: HTMLElement, title: Element): number => titlesOf(head).indexOf(title);

function goalAt(head: HTMLElement, { clientX }: PointerEvent): Goal | undefined {
  const titles = titlesOf(head);
  const next = titles.find(title => clientX < middle(title));
  const last = titles.at(-1);
  if (next) return { title: next, isAfter: false };
  return last && { title: last, isAfter: true };
}

function middle(title: Element): number {
  const { left, width } = title.getBoundingClientRect();
  return left + width / 2;
}
