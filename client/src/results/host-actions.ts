/** Opens pages in the browser and copies to the clipboard, for panels. */
import * as vscode from 'vscode';
import { webAddress } from '../../webview/web-address.ts';
import { text } from '../texts.ts';
import { pageAddress, userAddress } from './result-links.ts';
import { showWarning } from '../user-messages.ts';

export type Target = 'page' | 'user' | 'link';

/**
 * Opens a page, a user's page or a link in the browser.
 *
 * @param pattern the site's pattern of page addresses; `undefined` = not known
 */
export async function openOutside(as: Target, value: string, pattern: string | undefined): Promise<void> {
  if (as !== 'link' && pattern === undefined) {
    await showWarning(text('link.unknown'));
    return;
  }
  const address =
    as === 'link' ? webAddress(value) : (as === 'page' ? pageAddress : userAddress)(pattern ?? '', value);
  if (address === undefined) await showWarning(text('link.refused'));
  else await vscode.env.openExternal(vscode.Uri.parse(address, true));
}

export async function copy(content: string): Promise<void> {
  await vscode.env.clipboard.writeText(content);
  vscode.window.setStatusBarMessage(text('copied'), 2000);
}
