/** The style of the SQL editor, in the colors of the theme. */
import { EditorView } from '@codemirror/view';

const widget = {
  border: '1px solid var(--vscode-editorWidget-border, var(--edge))',
  color: 'var(--vscode-editorWidget-foreground, var(--vscode-foreground))',
  backgroundColor: 'var(--raised)',
};

/** Mixes a signal color of the theme with the color of text, for contrast. */
export const towardsText = (color: string): string =>
  `color-mix(in srgb, var(${color}, var(--vscode-foreground)) 45%, var(--vscode-foreground))`;

export const sqlTheme = EditorView.theme({
  '&': {
    flex: '1 1 auto',
    minHeight: '0',
    color: 'var(--vscode-editor-foreground, var(--vscode-foreground))',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--vscode-editor-font-size, 13px)',
  },
  '&.cm-focused': { outline: '1px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': {
    caretColor: 'var(--vscode-editorCursor-foreground, var(--vscode-foreground))',
    padding: '6px 0',
  },
  '.cm-line': { padding: '0 10px' },
  '.cm-placeholder': { color: 'var(--quiet)' },
  '.cm-content ::selection': { backgroundColor: 'var(--vscode-editor-selectionBackground)' },
  '.sql-keyword': { color: towardsText('--vscode-charts-blue'), fontWeight: '600' },
  '.sql-text': { color: towardsText('--vscode-charts-orange') },
  '.sql-number': { color: towardsText('--vscode-charts-green') },
  '.sql-call': { color: towardsText('--vscode-charts-purple') },
  '.sql-comment': { color: 'var(--quiet)', fontStyle: 'italic' },
  '.cm-tooltip': { ...widget, maxWidth: '440px', zIndex: '10' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '200px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', lineHeight: '1.5' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--vscode-list-activeSelectionForeground)',
    background: 'var(--vscode-list-activeSelectionBackground)',
  },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal', marginLeft: '16px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.sql-info': {
    padding: '6px 10px',
    fontFamily: 'var(--vscode-font-family, sans-serif)',
    whiteSpace: 'pre-line',
  },
  '.sql-info p': { margin: '0 0 6px' },
  '.sql-info code': { fontFamily: 'var(--mono)' },
  '.cm-diagnostic': { padding: '4px 10px', borderLeft: '3px solid var(--vscode-editorError-foreground)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--vscode-editorError-foreground)',
    textDecorationSkipInk: 'none',
  },
});
