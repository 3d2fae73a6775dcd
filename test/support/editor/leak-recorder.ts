/** Sees and keeps all that an editor shows and says, and finds all that it wrote down. */
import type { BrowserContext, Page } from 'playwright-core';
import { inRoot } from '../paths.ts';
import { filesIn, type Place } from '../secrets/search.ts';
import { until } from '../until.ts';
import { readStorage } from './browser-storage.ts';

/** Give one to `openEditor`. */
export class LeakRecorder {
  readonly #shown: string[] = [];
  readonly #console: string[] = [];
  readonly #output: Buffer[] = [];
  readonly #noted: Place[] = [];
  #userData = '';

  /** The folder where the editor keeps settings, logs and what extensions store; known once it starts. */
  get userData(): string {
    return this.#userData;
  }

  /** Takes what the editor's processes write to standard output and standard error. */
  readonly hear = (chunk: Buffer): void => {
    this.#output.push(chunk);
  };

  /** Begins with the windows that this browser opens from now on. */
  async watch(context: BrowserContext, userData: string): Promise<void> {
    this.#userData = userData;
    context.on('console', message => this.#console.push(message.text()));
    context.on('weberror', error => this.#console.push(String(error.error().stack)));
    context.on('page', page => page.on('framenavigated', frame => this.#shown.push(frame.url())));
    await context.exposeFunction('wasShown', (texts: readonly string[]) => this.#shown.push(...texts));
    await context.addInitScript({ path: inRoot('test/support/in-page/look.js') });
  }

  /** Keeps something else that the editor gave away. */
  note(name: string, content: string): void {
    this.#noted.push({ name, content });
  }

  /** Waits until the clipboard holds what fits, and notes it. */
  async clipboard(page: Page, what: string, pattern: RegExp): Promise<void> {
    const content = await until(`the clipboard with ${String(pattern)}`, async () => {
      const text = await page.evaluate<string>('navigator.clipboard.readText()');
      return pattern.test(text) && text;
    });
    this.note(`clipboard ${what}`, content);
  }

  /** All that was shown, logged, kept and noted; of every frame also what is in it now. */
  async places(page: Page): Promise<Place[]> {
    const frames = await Promise.all(page.frames().map(frame => frame.content().catch(() => '')));
    return [
      ...filesIn(this.#userData),
      ...(await readStorage(page)),
      { name: 'shown', content: this.#shown.join('\n') },
      ...frames.map((content, index) => ({ name: `frame ${index}`, content })),
      { name: 'console of the window', content: this.#console.join('\n') },
      { name: 'output of the processes', content: Buffer.concat(this.#output) },
      ...this.#noted,
    ];
  }
}
