/** Sets up the permissions and the document of a panel. */
import * as vscode from 'vscode';
import { panelHtml } from './panel-html.ts';

export interface WebviewSetup {
  /** The name of its script and style sheet in `dist`. */
  readonly bundle: 'results' | 'issue';
  readonly title: string;
  /** The allowed sources of images, as a content security policy names them; absent = none. */
  readonly pictures?: string;
  /** Whether it is shown in the panel area, where no tab names its file. */
  readonly isInArea?: boolean;
}

/** Sets up a panel that can read the extension's own bundles and, except for images, nothing else. */
export function setupWebview(webview: vscode.Webview, extension: vscode.Uri, setup: WebviewSetup): void {
  const dist = vscode.Uri.joinPath(extension, 'dist');
  const bundle = (ending: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(dist, `${setup.bundle}.${ending}`)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = panelHtml({
    script: bundle('js'),
    style: bundle('css'),
    source: webview.cspSource,
    nonce: crypto.randomUUID(),
    title: setup.title,
    language: vscode.env.language,
    ...(setup.pictures === undefined ? {} : { pictures: setup.pictures }),
    ...(setup.isInArea && { isInArea: true }),
  });
}

/** The icon of a tab for a file of a language. */
export function iconOf(
  extension: vscode.Uri,
  language: 'wikiquery' | 'jql',
): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const icon = (theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extension, 'images', `${language}-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
