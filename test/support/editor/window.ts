import { setTimeout as wait } from 'node:timers/promises';
import { errors, type Frame, type Locator, type Page } from 'playwright-core';
import { takeWantedPicture } from '../pictures.ts';
import { until } from '../until.ts';
import type { Driver } from './driver.ts';
import type { DriverAction } from './driver/requests.ts';
import type { EditorSettings } from './folders.ts';

/** Milliseconds that anything in a window may take, on a machine that is busy with other things. */
const patience = 90_000;

/** Milliseconds after which a gesture is tried again. */
const short = 10_000;

/** `false` for what only took too long; throws anything else. */
const isTooLate = (error: unknown): false => {
  if (error instanceof errors.TimeoutError) return false;
  throw error;
};

const front = '.editor-group-container.active';
const textPane = '.editor-instance .monaco-editor';

/**
 * The text editor in the active group, else any: a panel that has lost the focus again may say later that it has it, and
 * then its group counts as the active one.
 */
const textEditor = [
  `.part.editor ${front} ${textPane}`,
  `.part.editor:not(:has(${front} ${textPane})) ${textPane}`,
].join(', ');

/** The element of a text editor that takes keyboard input. */
const keyTarget = ':is(.native-edit-context, textarea.inputarea)';

/** An editor's window. Methods resolve when what they asked for is to be seen, and reject with what was missing. */
export class EditorWindow {
  /** For what the methods below do not offer. */
  readonly page: Page;
  readonly #close: () => Promise<void>;
  readonly #driver: Driver | undefined;
  /** Whether a test has failed in it, which may have left anything. */
  isSpoiled = false;

  /** @param driver without it no file is opened, and no command run by its id */
  constructor(page: Page, close: () => Promise<void>, driver?: Driver) {
    this.page = page;
    this.#close = close;
    this.#driver = driver;
    page.setDefaultTimeout(patience);
    page.on('framenavigated', frame => {
      if (frame === page.mainFrame()) driver?.forgetHost();
    });
  }

  /** Waits for the workbench. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.editor').waitFor();
    await this.page.locator('.statusbar .statusbar-item').first().waitFor();
  }

  /** The text editor that has the focus, or the first one. */
  get editor(): Locator {
    return this.page.locator(textEditor).first();
  }

  /** The item of the status bar with the number of the watched queries, or of their new rows. */
  get watches(): Locator {
    return this.page.locator('.statusbar-item[id$="wikijql.watches"]');
  }

  /** A view of the side bar, by its name. */
  inView(name: string): Locator {
    const header = this.page.locator('.pane-header', { hasText: name });
    return this.page.locator('.pane', { has: header });
  }

  /** Opens a file of the workspace by its name, with the cursor in it. */
  async openFile(name: string): Promise<void> {
    const base = name.replace(/.*\//, '');
    const group = this.page.locator(front);
    const text = group.locator(textPane).first();
    const tried = async (): Promise<boolean> => {
      await this.#drive({ kind: 'open', file: name });
      await group.locator(`.tab.active[data-resource-name="${base}"]`).waitFor({ timeout: short });
      await text.locator('.view-lines').waitFor({ timeout: short });
      await text.locator(keyTarget).first().focus({ timeout: short });
      return true;
    };
    // A window that still brings back its panels may put one of them in front meanwhile.
    await until(`the file ${name} in front`, () => tried().catch(isTooLate), 2 * patience);
  }

  /** Opens a file of the workspace with an editor of that type. */
  openWith(name: string, editor: string): Promise<void> {
    return this.#drive({ kind: 'openWith', file: name, editor });
  }

  /** The name of the file in front. */
  async activeTab(): Promise<string> {
    const tab = this.page.locator(`${front} .tab.active`);
    return (await tab.getAttribute('data-resource-name')) ?? '';
  }

  /** Runs a command of the editor by its id: what a test needs done, and is not about. */
  execute(command: string, argument?: unknown): Promise<void> {
    return this.#drive({ kind: 'execute', command, argument });
  }

  /** Changes a setting of the user while the window goes on. */
  set(setting: string, value: unknown): Promise<void> {
    return this.#drive({ kind: 'set', setting, value });
  }

  /** Begins to call a tool for agents; its answer will be in that file of the workspace. */
  callTool(name: string, input: object, file: string): Promise<void> {
    return this.#drive({ kind: 'tool', name, input, file });
  }

  closeEditors(): Promise<void> {
    return this.execute('workbench.action.closeAllEditors');
  }

  /** Runs a command by its title in the palette, for example `wikijql: Run Query`. */
  async command(title: string): Promise<void> {
    await this.openCommand(title);
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /**
   * As `command`, for one that asks something by the quick input in turn. The palette opens with the title in it, as all
   * commands cost several times as much to draw. What takes the focus in between closes it again: then all of it is done
   * once more.
   */
  async openCommand(title: string): Promise<void> {
    const entry = this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    const tried = async (): Promise<boolean> => {
      await this.execute('workbench.action.quickOpen', `>${title}`);
      await entry.click({ timeout: short });
      return true;
    };
    await until(`the command ${title}`, () => tried().catch(isTooLate), 2 * patience);
  }

  /** Closes and forgets what earlier files have left. Rejects where watches go on, which no command ends unasked. */
  async tidy(): Promise<void> {
    await this.#drive({ kind: 'tidy' });
    if (await this.watches.isVisible()) throw new Error('Watches go on');
  }

  /** Makes the settings of the user, which are in that file, these. */
  changeSettings(file: string, settings: EditorSettings): Promise<void> {
    return this.#drive({ kind: 'settings', file, settings });
  }

  /** Puts the keyboard's focus into the text editor. */
  async focusEditor(): Promise<void> {
    await this.editor.locator(keyTarget).first().focus();
  }

  /** Puts the cursor at a line and a column, both from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.focusEditor();
    await this.#drive({ kind: 'goTo', document: await this.activeTab(), line, column });
    await this.focusEditor();
  }

  /** Types as a user does: completion lists open. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 10 });
  }

  /** Presses keys one after the other, by Playwright's names: `Control+1`, `F8`, `Escape`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses the key that runs a query, once the window knows that key: until then it would write a line. */
  async runQuery(): Promise<void> {
    await this.page
      .locator('.editor-actions :is([aria-label^="Run Query"], [aria-label^="Cancel"])')
      .first()
      .waitFor();
    await this.page.keyboard.press('Control+Enter');
  }

  /** Opens the quick fixes at the cursor, once one of them fits; a completion list that comes late closes them. */
  async quickFixes(fitting: RegExp): Promise<Locator> {
    const fix = this.page.locator('.action-widget .monaco-list-row', { hasText: fitting }).first();
    const tried = async (): Promise<boolean> => {
      await this.press('Escape', 'Control+.');
      await fix.waitFor({ timeout: short });
      return true;
    };
    await until(`a quick fix with ${fitting}`, () => tried().catch(isTooLate), patience);
    return fix;
  }

  /** Replaces the whole text of the editor, without typing aids. */
  async replaceText(text: string): Promise<void> {
    await this.focusEditor();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.insertText(text);
  }

  /** The lines of the text editor that are to be seen, top to bottom, without the decorations between them. */
  async visibleText(): Promise<string> {
    const lines = await this.editor.locator('.view-line').evaluateAll(elements =>
      elements
        .map(element => ({ top: element.getBoundingClientRect().top, text: element.textContent }))
        .toSorted((one, other) => one.top - other.top)
        .map(({ text }) => text.replaceAll('\u00a0', ' ')),
    );
    return lines.join('\n');
  }

  /** As `visibleText`, without inlay hints: what the file holds. */
  async text(): Promise<string> {
    const lines = await this.editor.locator('.view-line').evaluateAll(elements =>
      elements
        .map(element => {
          const pieces = [...element.querySelectorAll('span > span')];
          const written = pieces.filter(piece => !/dyn-rule/.test(piece.getAttribute('class') ?? ''));
          return {
            top: element.getBoundingClientRect().top,
            text: written.map(piece => piece.textContent).join(''),
          };
        })
        .toSorted((one, other) => one.top - other.top)
        .map(({ text }) => text.replaceAll('\u00a0', ' ')),
    );
    return lines.join('\n');
  }

  /** Waits until a text is somewhere in the window, outside the panels. */
  async waitForText(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Opens the completion list, if it is not open, and answers the labels that it shows. */
  async completions(): Promise<string[]> {
    const list = this.page.locator('.suggest-widget.visible');
    if (!(await list.isVisible())) await this.page.keyboard.press('Control+Space');
    const rows = list.locator('.monaco-list-row .label-name');
    await rows.first().waitFor();
    return rows.allTextContents();
  }

  /**
   * Takes a proposal of the completion list by its label. A list that is drawn anew under the pointer misses a click, and one that
   * has closed meanwhile is opened again.
   */
  async complete(label: string): Promise<void> {
    const list = this.page.locator('.suggest-widget.visible');
    const row = list
      .locator('.monaco-list-row', { has: this.page.getByText(label, { exact: true }) })
      .first();
    const tried = async (): Promise<boolean> => {
      if (!(await list.isVisible())) await this.press('Control+Space');
      await row.click({ timeout: short });
      await list.waitFor({ state: 'hidden', timeout: short });
      return true;
    };
    await until(`the proposal ${label} in the text`, () => tried().catch(isTooLate), patience);
  }

  /**
   * Shows the hover at the cursor and answers its text once it is as expected: problems are there before what
   * a server says. Lines that move close a hover, so it may take another try.
   */
  async hover(expected = /./): Promise<string> {
    const hover = this.page.locator('.monaco-hover:visible', { hasText: expected }).first();
    const tried = async (): Promise<string> => {
      // By its id: between the two keys something else may take the focus. It stays in the text, as late diagnostics replace
      // the hover, and the focus would go with it.
      await this.press('Escape');
      await this.focusEditor();
      await this.execute('editor.action.showHover', { focus: 'noAutoFocus' });
      await hover.waitFor({ timeout: short });
      return (await hover.locator('.hover-contents').allTextContents()).join('\n');
    };
    return until(`a hover with ${expected}`, () => tried().catch(isTooLate), patience);
  }

  /** Waits until so many underlines of a kind are to be seen in the text editor. */
  async waitForUnderlines(kind: 'error' | 'warning' | 'info' | 'hint', count: number): Promise<void> {
    const found = this.editor.locator(`.cdr.squiggly-${kind}`);
    await until(`${count} underlines of kind ${kind}`, async () => (await found.count()) === count, patience);
  }

  /** The messages of the notifications that are to be seen. */
  async notifications(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allTextContents();
  }

  /** The status bar's texts, left to right. */
  async statusBar(): Promise<string[]> {
    const texts = await this.page.locator('.statusbar .statusbar-item:visible').allTextContents();
    return texts.filter(text => text.trim() !== '');
  }

  /** The inner frame of a panel (webview) that holds an element; waits for it. */
  async panel(selector = 'body'): Promise<Frame> {
    return until(
      `a panel with ${selector}`,
      async () => {
        for (const frame of this.page.frames()) {
          // A panel's own page lies in a frame of the editor's, in a frame of the window.
          if (frame.parentFrame()?.parentFrame() !== this.page.mainFrame()) continue;
          // A frame that is about to go may never answer.
          const found = await Promise.race([frame.$(selector).catch(() => null), wait(short)]);
          if (found) return frame;
        }
        return undefined;
      },
      patience,
    );
  }

  /** Takes a picture of the window where pictures are wanted. */
  screenshot(name: string): Promise<void> {
    return takeWantedPicture(this.page, name);
  }

  async #drive(action: DriverAction): Promise<void> {
    if (this.#driver === undefined) throw new Error('This window has no driver');
    await this.#driver.run(action);
  }

  /** Closes the window, ends its editor and removes its data. */
  async close(): Promise<void> {
    await this.#close();
  }
}
