/** What an editor's window keeps of its tabs over a reload: it is written some seconds after they change. */
import { until } from '../until.ts';
import type { EditorWindow } from './window.ts';

/** Runs in the window: answers what its own storage holds about tabs. */
const keptTabs = `(async () => {
  const asked = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name));
    if (database.objectStoreNames.contains('ItemTable')) {
      const table = database.transaction('ItemTable').objectStore('ItemTable');
      found.push(await asked(table.get('memento/workbench.parts.editor')));
    }
    database.close();
  }
  return JSON.stringify(found);
})()`;

/** Reloads the window once it would bring back the tabs that these texts are of. */
export async function reload(editor: EditorWindow, ...tabs: readonly string[]): Promise<void> {
  await until(`the window to keep ${tabs.join(', ')}`, async () => {
    const kept: string = await editor.page.evaluate(keptTabs);
    return tabs.every(tab => kept.includes(tab));
  });
  await editor.page.reload();
  await editor.ready();
}
