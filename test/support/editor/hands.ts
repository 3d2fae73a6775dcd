/** A user's hands in the editor: each click, key, typed text and dropped pointer is counted as one action. */
import type { Locator } from 'playwright-core';
import type { EditorWindow } from './window.ts';

export class Hands {
  readonly #editor: EditorWindow;
  #begin = performance.now();
  /** How many actions there were. */
  actions = 0;

  constructor(editor: EditorWindow) {
    this.#editor = editor;
  }

  /** How many seconds have passed. */
  get seconds(): number {
    return (performance.now() - this.#begin) / 1000;
  }

  /** Begins to count anew, after what prepares a job. */
  beginAnew(): void {
    this.actions = 0;
    this.#begin = performance.now();
  }

  /** Clicks once. */
  async click(target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> {
    this.actions++;
    await target.click(options);
  }

  /** Opens a file, as by one click in the explorer. */
  async open(file: string): Promise<void> {
    this.actions++;
    await this.#editor.openFile(file);
  }

  /** Puts the cursor at a place of the text, as by one click. */
  async place(line: number, column = 1): Promise<void> {
    this.actions++;
    await this.#editor.goTo(line, column);
  }

  async press(...keys: readonly string[]): Promise<void> {
    this.actions += keys.length;
    await this.#editor.press(...keys);
  }

  /** Runs the query at the cursor by its key. */
  async run(): Promise<void> {
    this.actions++;
    await this.#editor.runQuery();
  }

  /** Types a text, into a field or at the cursor. */
  async type(text: string, field?: Locator): Promise<void> {
    this.actions++;
    await (field ? field.fill(text) : this.#editor.type(text));
  }

  /** Runs a command by the palette: its key, the first letters, Enter. */
  async command(title: string): Promise<void> {
    this.actions += 3;
    await this.#editor.openCommand(`wikijql: ${title}`);
  }
}
