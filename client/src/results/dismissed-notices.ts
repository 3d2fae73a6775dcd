/** Stores the codes of the notices that the user no longer wants to see. */
import type { Memento } from 'vscode';

const key = 'wikijql.dismissedNotices';

export const dismissedNotices = (memento: Memento): readonly string[] => memento.get<string[]>(key, []);

export async function dismissNotice(memento: Memento, code: string): Promise<void> {
  await memento.update(key, [...new Set([...dismissedNotices(memento), code])]);
}
