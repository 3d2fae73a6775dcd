/** The places of a results panel: a tab among the editors, or the view in the panel area. */
import * as vscode from 'vscode';
import type { Port } from './panel-channel.ts';
import { iconOf, setupWebview } from './setup-webview.ts';

export const viewType = 'wikijql.results';

export interface ResultSurface {
  readonly port: Port;
  /** Whether the user can see it. */
  readonly visible: boolean;
  /** Whether it is in the panel area, and not a tab. */
  readonly isInArea: boolean;
  /** Whether it is the active tab, or has the focus in the panel area. */
  readonly active: boolean;
  title: string;
  /** Makes it visible; the focus stays unless `takesFocus` is true. Resolves when it has the focus that it takes. */
  show(takesFocus?: boolean): Promise<void>;
  /** Records that the focus entered or left it, as its document reports. */
  focused(isFocused: boolean): void;
  /** Fires when its document is discarded until it is shown again. */
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
    async show(takesFocus = false) {
      panel.reveal(undefined, !takesFocus);
      if (takesFocus) await activation(panel);
    },
    // The editor itself knows which of its tabs is active, so a tab's document does not report it.
    focused: () => undefined,
    onDidHide: hidden.event,
    onDidDispose: panel.onDidDispose,
  };
}

/** Resolves when a panel is active or closed, at the latest after a second, because something else may take the focus. */
async function activation(panel: vscode.WebviewPanel): Promise<void> {
  if (panel.active) return;
  const subscriptions: vscode.Disposable[] = [];
  await new Promise<void>(resolve => {
    subscriptions.push(
      panel.onDidChangeViewState(() => {
        if (panel.active) resolve();
      }),
      panel.onDidDispose(() => resolve()),
    );
    setTimeout(resolve, 1000);
  });
  vscode.Disposable.from(...subscriptions).dispose();
}
