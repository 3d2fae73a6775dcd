/** The look of the playground's editor: that of the SQL editor, with the colors of the server's tokens. */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { sqlTheme, towardsText } from '../webview/sql/sql-theme.ts';

const blue = towardsText('--vscode-charts-blue');
const green = towardsText('--vscode-charts-green');
const orange = towardsText('--vscode-charts-orange');
const purple = towardsText('--vscode-charts-purple');

const underlined = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy var(${color})`,
  textDecorationSkipInk: 'none',
});

export const editorTheme: Extension = [
  sqlTheme,
  EditorView.theme({
    '.token-keyword': { color: blue, fontWeight: '600' },
    '.token-operator': { color: blue },
    '.token-class, .token-function': { color: purple },
    '.token-property': { color: blue },
    '.token-enumMember, .token-string': { color: orange },
    '.token-number': { color: green },
    '.token-variable': { color: green },
    '.token-namespace': { fontWeight: '600' },
    '.token-comment': { color: 'var(--quiet)' },
    '.token-macro': { color: purple },
    '.cm-lintRange-warning': underlined('--vscode-editorWarning-foreground'),
    '.cm-lintRange-info, .cm-lintRange-hint': underlined('--vscode-editorInfo-foreground'),
    '.cm-tooltip.cm-tooltip-lint': { padding: '0', listStyle: 'none' },
    '.cm-diagnosticAction': {
      margin: '4px 6px 0 0',
      padding: '2px 8px',
      border: '1px solid var(--edge)',
      borderRadius: '3px',
      color: 'var(--vscode-button-foreground)',
      backgroundColor: 'var(--vscode-button-background)',
      font: 'inherit',
    },
    // The editor makes it as high as there is room.
    '.cm-tooltip-hover': { overflow: 'auto' },
    // In a narrow page an explanation is a part of the list: beside it there is no room.
    '@media (width < 760px)': {
      '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '104px !important' },
      '.cm-tooltip.cm-completionInfo': {
        position: 'static',
        width: 'auto',
        maxWidth: 'min(440px, 100vw) !important',
        maxHeight: '96px',
        overflow: 'auto',
      },
    },
    '.cm-lsp-documentation': { padding: '6px 10px', fontFamily: 'var(--vscode-font-family, sans-serif)' },
    // Its lines are those of the source, not of the text.
    '.cm-lsp-completion-documentation': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
    '.cm-lsp-documentation code': { fontFamily: 'var(--mono)' },
    '.cm-panels': { color: 'inherit', backgroundColor: 'var(--raised)' },
  }),
];
