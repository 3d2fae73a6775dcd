/** What every panel is given at first: its icon, its rights and its document. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { panelHtml } from './panel-html.ts';

export interface WebviewSetup {
  /** The name of its script and style sheet in `dist`. */
  readonly bundle: 'results' | 'issue';
  readonly icon: 'wikiquery' | 'jql';
  readonly title: string;
  /** Where pictures may come from, in the words of a content security policy; absent = nowhere. */
  readonly pictures?: string;
}

/** The panel may read from the extension's own bundles and, but for pictures, from nowhere else. */
export function setupWebview(panel: vscode.WebviewPanel, extension: vscode.Uri, setup: WebviewSetup): void {
  const { webview } = panel;
  const dist = vscode.Uri.joinPath(extension, 'dist');
  const icon = (theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extension, 'images', `${setup.icon}-${theme}.svg`);
  const bundle = (ending: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(dist, `${setup.bundle}.${ending}`)).toString();
  panel.title = setup.title;
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = panelHtml({
    script: bundle('js'),
    style: bundle('css'),
    source: webview.cspSource,
    nonce: randomBytes(16).toString('base64'),
    title: panel.title,
    language: vscode.env.language,
    ...(setup.pictures === undefined ? {} : { pictures: setup.pictures }),
  });
}
