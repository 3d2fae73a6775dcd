/** The thin bar that moves while something is under way. */
import { element } from './dom.ts';

export interface ProgressBar {
  readonly element: HTMLElement;
  readonly show: (running: boolean) => void;
}

/** `label` names what is under way. */
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
