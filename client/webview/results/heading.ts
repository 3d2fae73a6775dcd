/** The top of the panel: the title and site of the run, and the button for its main action. */
import { visible } from '../cells/hidden-characters.ts';
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import type { FromResultsPanel } from '#shared/protocol/panel-messages.ts';
import { text } from '../panel-texts.ts';
import { type RunState, nameOf, siteOf } from './run-state.ts';

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/**
 * @param runs all runs of the panel, the latest first
 * @param choose brings a run to the front
 * @param isSql whether the panel is a SQL view, whose statement has its own button
 */
export function heading(
  state: RunState,
  runs: readonly RunState[],
  choose: (run: string) => void,
  isPinned: boolean,
  isSql: boolean,
  send: (message: FromResultsPanel) => void,
): HTMLElement {
  const site = siteOf(state);
  const name = visible(nameOf(state));
  return element('div', {
    class: 'heading',
    children: [
      element('h1', { text: name === '' ? text('panel.heading') : name, title: name }),
      ...(site === '' ? [] : [element('span', { class: 'site', text: visible(site), title: visible(site) })]),
      ...(state.file === '' ? [] : [element('span', { class: 'file', text: visible(state.file) })]),
      element('div', {
        class: 'acts',
        children: [
          ...(runs.length > 1 ? [history(state, runs, choose)] : []),
          ...(state.run === '' ? [] : [pin(isPinned, send)]),
          ...(state.phase === 'empty' || (isSql && state.phase !== 'running') ? [] : [action(state, send)]),
        ],
      }),
    ],
  });
}

function pin(isPinned: boolean, send: (message: FromResultsPanel) => void): HTMLElement {
  return button('', () => send({ type: 'pin', pinned: !isPinned }), {
    class: 'tool pin',
    title: text('action.pinHint'),
    attributes: { 'aria-label': text('action.pin'), 'aria-pressed': String(isPinned) },
    children: [drawing(icons.pin)],
  });
}

function action({ phase, run }: RunState, send: (message: FromResultsPanel) => void): HTMLElement {
  const isRunning = phase === 'running';
  const label = text(isRunning ? 'action.cancel' : 'action.rerun');
  return button('', () => send({ type: isRunning ? 'cancel' : 'rerun', run }), {
    class: isRunning ? 'secondary' : 'primary',
    title: label,
    attributes: { 'aria-label': label },
    children: [drawing(isRunning ? icons.stop : icons.run), element('span', { text: label })],
  });
}

function history(state: RunState, runs: readonly RunState[], choose: (run: string) => void): HTMLElement {
  const areOfOneQuery = runs.every(other => nameOf(other) === nameOf(state));
  const options = runs.map(other => {
    const time = clock.format(other.started);
    const label = areOfOneQuery ? time : text('history.run', { time, title: visible(nameOf(other)) });
    return element('option', { text: label, attributes: { value: other.run } });
  });
  const select = element('select', {
    title: text('history.label'),
    attributes: { 'aria-label': text('history.label') },
    children: options,
  });
  select.value = state.run;
  select.addEventListener('change', () => choose(select.value));
  return select;
}
