/** The questions that an editor's window asks by its quick input, answered as a user does. */
import type { Locator } from 'playwright-core';
import { until } from '../until.ts';
import type { EditorWindow } from './window.ts';

/** A question that is to be seen. */
export interface Prompt {
  /** Title, explanation and, of a list, what its empty field says. */
  readonly text: string;
  /** Whether what is typed is hidden. */
  readonly hidden: boolean;
  readonly input: Locator;
}

/** Waits for the question whose text fits. */
export async function prompted(editor: EditorWindow, pattern: RegExp): Promise<Prompt> {
  const widget = editor.page.locator('.quick-input-widget');
  const input = widget.locator('input').first();
  const text = await until(`the question ${String(pattern)}`, async () => {
    if (!(await widget.isVisible())) return undefined;
    const parts = await widget.locator('.quick-input-title, .quick-input-message').allTextContents();
    const found = [...parts, await input.getAttribute('placeholder')].join('\n');
    return pattern.test(found) && found;
  });
  return { text, hidden: (await input.getAttribute('type')) === 'password', input };
}

/** Waits for the question whose text fits, types the answer, and returns what was asked. */
export async function answer(editor: EditorWindow, pattern: RegExp, typed: string): Promise<Prompt> {
  const prompt = await prompted(editor, pattern);
  await prompt.input.fill(typed);
  await prompt.input.press('Enter');
  return prompt;
}

/** Waits for the question whose text fits, and takes the entry of its list that has a label. */
export async function choose(editor: EditorWindow, pattern: RegExp, label: string): Promise<Prompt> {
  const prompt = await prompted(editor, pattern);
  await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first().click();
  return prompt;
}

/** Milliseconds in which a message shows itself; later it is looked for where the window keeps it. */
const toastPatience = 10_000;

/** Whether something is in its place, so that one can click on it. */
const isThere = (item: Locator): Promise<boolean> =>
  item.click({ trial: true, timeout: 1000 }).then(
    () => true,
    () => false,
  );

/**
 * Waits for a message of the window, and returns what shows it: the toast, once it has slid into its place, or, as a
 * toast goes by itself, its entry in the notification centre.
 */
export async function message(editor: EditorWindow, pattern: RegExp): Promise<Locator> {
  const shown = (place: string): Locator =>
    editor.page.locator(`.${place} .notification-list-item`, { hasText: pattern }).first();
  const toast = shown('notifications-toasts');
  const begin = performance.now();
  return until(`the message ${String(pattern)}`, async () => {
    const entry = shown('notifications-center');
    if (await isThere(toast)) return toast;
    if (await isThere(entry)) return entry;
    const centre = editor.page.locator('.notifications-center.visible');
    if (performance.now() - begin > toastPatience && !(await centre.isVisible()))
      await editor.execute('notifications.showList');
    return undefined;
  });
}
