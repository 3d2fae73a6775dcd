/** The data that the browser stores for a page's origin. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { inRoot } from '../paths.ts';
import type { Place } from '../secrets/search.ts';

interface Entry {
  readonly name: string;
  readonly text: string;
  /** A character for each byte. */
  readonly bytes: string;
}

/** Local and session storage, IndexedDB, caches and cookies of the page's origin. */
export async function readStorage(page: Page): Promise<Place[]> {
  await page.evaluate(await readFile(inRoot('test/support/in-page/storage.js'), 'utf8'));
  const entries = await page.evaluate<Entry[]>('allThatIsKept()');
  const cookies = await page.context().cookies();
  return [
    ...entries.flatMap(({ name, text, bytes }) => [
      { name, content: text },
      { name: `${name} (bytes)`, content: Buffer.from(bytes, 'latin1') },
    ]),
    { name: 'cookies of the browser', content: JSON.stringify(cookies) },
  ];
}
