/** The editor of the playground: CodeMirror with what the language server answers. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint';
import {
  formatKeymap,
  hoverTooltips,
  type LSPClient,
  serverCompletionSource,
  signatureHelp,
} from '@codemirror/lsp-client';
import { EditorState, Prec, StateEffect } from '@codemirror/state';
import { EditorView, keymap, tooltips, type ViewUpdate } from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import type { QueryLanguage } from './page-link.ts';
import { text } from './playground-texts.ts';
import { recolor, serverColors } from './server-colors.ts';
import { type EditorProblem, problemsIn } from './server-problems.ts';

/** Milliseconds after the last change before the text is checked. */
const checkAfter = 100;

/** Maximum length of a pasted text that is inserted. */
const maxPastedLength = 200_000;

/** Makes an editor check its text again, because the site has changed. */
export const checkAgain = StateEffect.define();

export interface EditorEvents {
  /** Called after each check, with all problems. */
  readonly checked: (problems: readonly EditorProblem[]) => void;
  readonly changed: () => void;
  /**
   * Called after a paste, with its place. A text over `maxPastedLength` was not inserted (in Markdown it was): the place is
   * the selection.
   */
  readonly pasted: (pasted: string, place: PastedPlace) => void;
  readonly failed: () => void;
  /** The user runs the query at the cursor. */
  readonly run: () => void;
}

export interface PastedPlace {
  readonly from: number;
  readonly to: number;
}

/** The address of the document of a language. */
export const uriOf = (language: QueryLanguage): string => `file:///query.${language}`;

/**
 * Makes an editor in an element. It is in a shadow tree, whose style sheets need no permission from the page's
 * policy: CodeMirror makes its own.
 */
export function createEditor(host: HTMLElement): EditorView {
  const root = host.attachShadow({ mode: 'open' });
  return new EditorView({ root, parent: root });
}

/** The area for tooltips: below the top of the editor, so that they cover no control of the page. */
const spaceForTooltips = ({ dom }: EditorView) => ({
  top: Math.max(0, dom.getBoundingClientRect().top),
  left: 0,
  right: innerWidth,
  bottom: innerHeight,
});

/** The state of an editor for a text of a language, with an empty undo history. */
export function editorState(
  doc: string,
  language: QueryLanguage,
  client: LSPClient,
  events: EditorEvents,
): EditorState {
  return EditorState.create({
    doc,
    extensions: [
      history(),
      closeBrackets(),
      client.plugin(uriOf(language), language),
      // The list accepts keys as soon as it is visible.
      autocompletion({ override: [serverCompletionSource], icons: false, interactionDelay: 0 }),
      hoverTooltips(),
      signatureHelp(),
      tooltips({ tooltipSpace: spaceForTooltips }),
      serverColors,
      linter(view => check(view, events), {
        delay: checkAfter,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some(effect => effect.is(checkAgain))),
      }),
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => runAndStay(events) }])),
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...formatKeymap,
        ...lintKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.domEventHandlers({
        paste: (event, view) => interceptLongPaste(event, view, language, events),
      }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': text('editor') }),
      EditorView.updateListener.of(update => notifyOfChange(update, events)),
      editorTheme,
    ],
  });
}

/** Runs the query. Returns true, so that no other key binding runs. */
function runAndStay({ run }: EditorEvents): true {
  run();
  return true;
}

async function check(view: EditorView, { checked, failed }: EditorEvents): Promise<readonly Diagnostic[]> {
  const { doc } = view.state;
  try {
    const [problems] = await Promise.all([problemsIn(view), recolor(view)]);
    if (view.state.doc === doc) checked(problems);
    return problems;
  } catch {
    failed();
    return [];
  }
}

/** Keeps a text too long for a query, such as a HAR file, out of the document; `pasted` reads its query. */
function interceptLongPaste(
  { clipboardData }: ClipboardEvent,
  { state }: EditorView,
  language: QueryLanguage,
  { pasted }: EditorEvents,
): boolean {
  const copied = clipboardData?.getData('text/plain') ?? '';
  if (language === 'markdown' || copied.length <= maxPastedLength) return false;
  pasted(copied, state.selection.main);
  return true;
}

function notifyOfChange(
  { docChanged, changes, transactions }: ViewUpdate,
  { changed, pasted }: EditorEvents,
): void {
  if (!docChanged) return;
  changed();
  if (!transactions.some(transaction => transaction.isUserEvent('input.paste'))) return;
  changes.iterChanges((_fromA, _toA, from, to, inserted) => pasted(inserted.toString(), { from, to }));
}
