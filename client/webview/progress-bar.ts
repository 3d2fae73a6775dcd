/** The thin bar that moves while a run or a request is in progress. */
import { element } from './dom.ts';

export interface ProgressBar {
  readonly element: HTMLElement;
  readonly show: (running: boolean) => void;
}

/** @param label names the activity for screen readers */
export function progressBar(label: string): ProgressBar {
  const bar = element('div', {
    class: 'activity',
    attributes: { role: 'progressbar', 'aria-label': label, 'aria-hidden': 'true' },
  });
  return {
    element: bar,
    show: running => {
      bar.classList.toggle('running', running);
      bar.setAttribute('aria-hidden', String(!running));
    },
  };
}
