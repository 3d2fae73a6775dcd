/** The tabs of a result with several tables. */
import { visible } from '../cells/hidden-characters.ts';
import { element } from '../dom.ts';
import { text } from '../panel-texts.ts';

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly rows: number;
}

const grouped = new Intl.NumberFormat();
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function tabList(
  tabs: readonly Tab[],
  front: string | undefined,
  choose: (id: string) => void,
): HTMLElement {
  const tabButtons = tabs.map(({ id, title, rows }) => {
    const isChosen = id === front;
    const tab = element('button', {
      class: 'tab',
      title: visible(title),
      attributes: {
        type: 'button',
        role: 'tab',
        'aria-selected': String(isChosen),
        tabindex: isChosen ? '0' : '-1',
      },
      children: [
        element('span', { class: 'name', text: visible(title) }),
        element('span', { class: 'count', text: grouped.format(rows) }),
      ],
    });
    tab.addEventListener('click', () => choose(id));
    return tab;
  });
  const list = element('div', {
    class: 'tabs',
    attributes: { role: 'tablist', 'aria-label': text('tabs.label') },
    children: tabButtons,
  });
  list.addEventListener('keydown', event => {
    const step = steps[event.key];
    if (step === undefined) return;
    const here = tabs.findIndex(({ id }) => id === front);
    const nextTab = tabs[(here + step + tabs.length) % tabs.length];
    if (!nextTab) return;
    event.preventDefault();
    choose(nextTab.id);
  });
  list.hidden = tabs.length < 2;
  return list;
}
