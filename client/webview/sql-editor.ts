/** The editor for SQL. This script is loaded when the first editor is shown. */
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, placeholder } from '@codemirror/view';
import type { SqlAnswers, SqlProblem, SqlProposal } from './sql/sql-questions.ts';
import { placeHelp } from './sql/place-help.ts';
import { markdownNodes } from './sql/plain-markdown.ts';
import { sqlColors } from './sql/sql-colors.ts';
import { sqlTheme } from './sql/sql-theme.ts';

export interface SqlEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly placeholder: string;
  readonly answers: SqlAnswers;
  /** The user leaves the editor by Escape. */
  readonly leave: () => void;
  readonly changed: () => void;
  /**
   * Called after each check.
   *
   * @param problem the first problem, unless it is about words that the user is still typing
   * @param anyProblem the first problem in any case
   */
  readonly checked: (problem: string | undefined, anyProblem: string | undefined) => void;
}

export interface SqlEditor {
  text: string;
  insert(text: string): void;
  focus(): void;
  /** Checks the statement again, because the tables have changed. */
  check(): void;
}

/** Milliseconds after the last change before the statement is checked. */
const checkAfter = 300;

/**
 * Makes an editor in an element. It is in a shadow tree, whose style sheets need no permission from the page's
 * policy: CodeMirror makes its own.
 */
export function createSqlEditor(host: HTMLElement, options: SqlEditorOptions): SqlEditor {
  const { answers, leave, changed, checked } = options;
  const root = host.attachShadow({ mode: 'open' });
  const check = async (view: EditorView): Promise<readonly Diagnostic[]> => {
    const found = await answers.problems(view.state.doc.toString());
    const problems = found.filter(problem => !isBeingTyped(problem, view));
    checked(problems[0]?.message, found[0]?.message);
    const { length } = view.state.doc;
    return problems.map(({ start, end, message, isNotice }) => ({
      from: Math.min(start, length),
      to: Math.min(end, length),
      severity: isNotice ? 'info' : 'error',
      message,
    }));
  };
  const checking = linter(check, {
    delay: checkAfter,
    needsRefresh: ({ focusChanged, selectionSet }) => focusChanged || selectionSet,
  });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      selection: { anchor: options.text.length },
      extensions: [
        history(),
        autocompletion({
          override: [context => complete(context, answers)],
          icons: false,
          positionInfo: placeHelp,
          // The list accepts keys as soon as it is visible, like the lists of the workbench.
          interactionDelay: 0,
        }),
        hoverTooltip(async (shown, position) => {
          const help = await answers.hover(shown.state.doc.toString(), position);
          if (!help) return null;
          return { pos: help.start, end: help.end, create: () => ({ dom: tooltip(help.text) }) };
        }),
        checking,
        keymap.of([
          {
            // The pane runs the statement.
            key: 'Mod-Enter',
            run: shown => {
              closeCompletion(shown);
              return true;
            },
          },
          ...completionKeymap,
          // As in the editors of the workbench; without a list, Tab goes to what is next.
          { key: 'Tab', run: acceptCompletion },
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
          {
            key: 'Escape',
            run: () => {
              leave();
              return true;
            },
          },
        ]),
        placeholder(options.placeholder),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) changed();
        }),
        sqlColors,
        sqlTheme,
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(insert) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert },
        selection: { anchor: insert.length },
      });
    },
    insert(insert) {
      view.dispatch(view.state.replaceSelection(insert));
      view.focus();
    },
    focus: () => view.focus(),
    check: () => {
      // A change without an effect makes the linter run again.
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.doc } });
    },
  };
}

/** Whether a problem is about the words before the cursor, which the user is still typing. */
function isBeingTyped({ start, end, isNotice }: SqlProblem, { hasFocus, state }: EditorView): boolean {
  const { head } = state.selection.main;
  return hasFocus && isNotice !== true && start < head && state.sliceDoc(end, head).trim() === '';
}

async function complete(context: CompletionContext, answers: SqlAnswers): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  if (!explicit && !context.matchBefore(/[\p{L}\p{N}_."]$|[\s,(]$/u)) return null;
  const { start, end, proposals } = await answers.complete(state.doc.toString(), pos);
  if (context.aborted || proposals.length === 0) return null;
  return { from: start, to: end, options: proposals.map(completionOf), filter: false };
}

const completionOf = ({
  label,
  kind,
  insert,
  cursor = insert.length,
  detail,
  text,
}: SqlProposal): Completion => ({
  label,
  type: kind,
  ...(detail !== undefined && { detail }),
  ...(text !== undefined && { info: () => tooltip(text) }),
  apply: (view, _, from, to) =>
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + cursor },
      userEvent: 'input.complete',
    }),
});

function tooltip(markdown: string): HTMLElement {
  const hint = document.createElement('div');
  hint.className = 'sql-info';
  hint.append(...markdownNodes(markdown));
  return hint;
}
