/** Where a results panel is shown: a tab among the editors, or the view in the panel area. */
import * as vscode from 'vscode';
import type { Port } from './panel-channel.ts';
import { iconOf, setupWebview } from './setup-webview.ts';

export const viewType = 'wikijql.results';

export interface ResultSurface {
  readonly port: Port;
  /** The user sees it. */
  readonly visible: boolean;
  /** In the panel area; else a tab. */
  readonly isInArea: boolean;
  /** It is the active tab. */
  readonly active: boolean;
  title: string;
  /** Brings it to sight; the focus stays where it is unless it is to come here. */
  show(takesFocus?: boolean): void;
  /** The user went into it, or left it, as its document says. */
  focused(isFocused: boolean): void;
  /** Its document is gone until it is shown again. */
  readonly onDidHide: vscode.Event<unknown>;
  readonly onDidDispose: vscode.Event<unknown>;
}

/** A tab among the editors; its document is created again each time it is shown. */
export function tabSurface(
  panel: vscode.WebviewPanel,
  extension: vscode.Uri,
  language: 'wikiquery' | 'jql',
): ResultSurface {
  panel.iconPath = iconOf(extension, language);
  setupWebview(panel.webview, extension, { bundle: 'results', title: panel.title });
  const hidden = new vscode.EventEmitter<void>();
  panel.onDidChangeViewState(() => {
    if (!panel.visible) hidden.fire();
  });
  panel.onDidDispose(() => hidden.dispose());
  return {
    port: panel.webview,
    isInArea: false,
    get visible() {
      return panel.visible;
    },
    get active() {
      return panel.active;
    },
    get title() {
      return panel.title;
    },
    set title(title) {
      panel.title = title;
    },
    show: (takesFocus = false) => panel.reveal(undefined, !takesFocus),
    // The editor itself knows which of its tabs is active, and a tab's document does not say it.
    focused: () => undefined,
    onDidHide: hidden.event,
    onDidDispose: panel.onDidDispose,
  };
}
