/** State that a window keeps over a reload: written every five seconds, but only while the window has the focus. */
import { until } from '../until.ts';
import type { EditorWindow } from './window.ts';

/** Milliseconds until it is written: a window waits until it has nothing else to do as well. */
const patience = 240_000;

/** Runs in the window: answers what its own storage holds, by a key of its; all of it without one. */
const keptInWindow = (key: string | undefined): string => `(async () => {
  const asked = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name));
    if (database.objectStoreNames.contains('ItemTable')) {
      const table = database.transaction('ItemTable').objectStore('ItemTable');
      found.push(await asked(table.${key === undefined ? 'getAll()' : `get(${JSON.stringify(key)})`}));
    }
    database.close();
  }
  return JSON.stringify(found);
})()`;

const isKept = (editor: EditorWindow, key: string | undefined, texts: readonly string[]): Promise<boolean> =>
  until(
    `the window to keep ${texts.join(', ')}`,
    async () => {
      if (!(await editor.page.evaluate<boolean>('document.hasFocus()'))) await editor.page.bringToFront();
      const stored: string = await editor.page.evaluate(keptInWindow(key));
      return texts.every(each => stored.includes(each));
    },
    patience,
  );

/** Waits until these texts are in what the window keeps, of tabs or of extensions. */
export async function kept(editor: EditorWindow, ...texts: readonly string[]): Promise<void> {
  await isKept(editor, undefined, texts);
}

/** Reloads the window once it would bring back the tabs that these texts are of. */
export async function reload(editor: EditorWindow, ...tabs: readonly string[]): Promise<void> {
  await isKept(editor, 'memento/workbench.parts.editor', tabs);
  await editor.page.reload();
  await editor.ready();
}
