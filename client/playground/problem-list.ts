/** The problems as a list, each with its place and its fixes. */
import type { EditorView } from '@codemirror/view';
import { button, element } from '../webview/dom.ts';
import { type PlaygroundText, text } from './playground-texts.ts';
import type { EditorProblem } from './server-problems.ts';

/** The maximum number of problems in the list. */
const maxListed = 100;

/** The list; `show` replaces its content. */
export interface ProblemList {
  readonly list: HTMLElement;
  show(problems: readonly EditorProblem[]): void;
}

/** Creates the list of the problems of the text, with their fixes. */
export function problemList(view: EditorView): ProblemList {
  const count = element('p', {
    class: 'quiet',
    text: text('problems.checking'),
    attributes: { role: 'status' },
  });
  const items = element('ul', { class: 'problems' });
  const goTo = ({ from, to }: EditorProblem): void => {
    view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    view.focus();
  };
  return {
    list: element('section', {
      attributes: { 'aria-labelledby': 'problems-heading' },
      children: [
        element('h2', { text: text('problems'), attributes: { id: 'problems-heading' } }),
        count,
        items,
      ],
    }),
    show: problems => {
      const summary = problemCount(problems.length);
      if (count.textContent !== summary) count.textContent = summary;
      items.replaceChildren(...problems.slice(0, maxListed).map(problem => problemItem(problem, view, goTo)));
      if (problems.length > maxListed)
        items.append(element('li', { text: text('problems.more', { count: problems.length - maxListed }) }));
    },
  };
}

function problemItem(
  problem: EditorProblem,
  view: EditorView,
  goTo: (problem: EditorProblem) => void,
): HTMLElement {
  const { severity, message, code, from, to, actions = [] } = problem;
  const line = text('line', { line: view.state.doc.lineAt(from).number });
  const severityText: PlaygroundText = `severity.${severity}`;
  const fix = (name: string, apply: (target: EditorView, start: number, end: number) => void) =>
    button(
      name,
      () => {
        apply(view, from, to);
        view.focus();
      },
      { class: 'secondary' },
    );
  return element('li', {
    class: severity,
    children: [
      element('p', {
        children: [
          element('strong', { text: text(severityText) }),
          ' ',
          button(message, () => goTo(problem), { class: 'link' }),
          ' ',
          element('span', { class: 'quiet', text: `${line} · ${code}` }),
        ],
      }),
      ...(actions.length === 0
        ? []
        : [
            element('div', {
              class: 'fixes',
              children: actions.map(({ name, apply }) => fix(name, apply)),
            }),
          ]),
    ],
  });
}

function problemCount(count: number): string {
  if (count === 0) return text('problems.none');
  return count === 1 ? text('problems.one') : text('problems.other', { count });
}
