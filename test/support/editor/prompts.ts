/** The questions that an editor's window asks by its quick input, answered as a person does. */
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

/** Waits for the question whose text fits, types the answer, and answers what was asked. */
export async function answer(editor: EditorWindow, pattern: RegExp, typed: string): Promise<Prompt> {
  const prompt = await prompted(editor, pattern);
  await prompt.input.fill(typed);
  await editor.press('Enter');
  return prompt;
}

/** Waits for the question whose text fits, and takes the entry of its list that has a label. */
export async function choose(editor: EditorWindow, pattern: RegExp, label: string): Promise<Prompt> {
  const prompt = await prompted(editor, pattern);
  await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first().click();
  return prompt;
}

/** Waits for a message of the window until it has slid into its place. */
export async function message(editor: EditorWindow, pattern: RegExp): Promise<Locator> {
  const toasts = editor.page.locator('.notifications-toasts .notification-list-item', { hasText: pattern });
  await toasts.first().click({ trial: true });
  return toasts.first();
}
