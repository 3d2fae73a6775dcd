/** The thin bar that moves while something is under way. */
import { element } from './dom.ts';

export interface ActivityBar {
  readonly element: HTMLElement;
  readonly show: (running: boolean) => void;
}

/** `label` names what is under way. */
export function activityBar(label: string): ActivityBar {
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
