/** A user inside the extension host: what the extension asks or says by the window comes here, and is answered here. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';

/** A prompt or message of the extension. */
interface Question {
  /** Title, explanation and, of a list, what its empty field says; the words of a message. */
  readonly text: string;
  /** The entries of a list; the buttons of a message. */
  readonly labels: readonly string[];
  /** The initial value of an input field. */
  readonly value: string;
  readonly isHidden: boolean;
  /** Whether nothing else can be done before it is answered. */
  readonly isModal: boolean;
  /** Says why a text is refused; empty = it is not. */
  readonly refusal: (typed: string) => Promise<string>;
  readonly answer: (chosen: string | undefined) => void;
}

const wordsOf = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(part => part !== undefined).join('\n');

const plain = { labels: [], value: '', isHidden: false, isModal: false, refusal: async () => '' };

/** The parts of the window that a user takes the place of. */
const ownParts = ({
  showInformationMessage,
  showWarningMessage,
  showErrorMessage,
  showInputBox,
  showQuickPick,
  showSaveDialog,
}: typeof vscode.window): Partial<typeof vscode.window> => ({
  showInformationMessage,
  showWarningMessage,
  showErrorMessage,
  showInputBox,
  showQuickPick,
  showSaveDialog,
});

export class User implements Disposable {
  /** The addresses that were opened in the browser, in order. */
  readonly opened: string[] = [];
  /** The text that was copied last. */
  copied = '';
  readonly #questions: Question[] = [];
  readonly #window = ownParts(vscode.window);
  readonly #env = Object.getOwnPropertyDescriptors(vscode.env);

  constructor() {
    const say = (words: string, ...items: readonly (string | vscode.MessageOptions)[]): Promise<unknown> =>
      this.#ask({
        ...plain,
        text: words,
        labels: items.filter(item => typeof item === 'string'),
        isModal: items.some(item => typeof item === 'object' && item.modal === true),
      });
    Object.assign(vscode.window, {
      showInformationMessage: say,
      showWarningMessage: say,
      showErrorMessage: say,
      showInputBox: (options: vscode.InputBoxOptions) => this.#askText(options),
      showSaveDialog: async ({ title, defaultUri }: vscode.SaveDialogOptions) => {
        const file = await this.#ask({ ...plain, text: wordsOf(title), value: defaultUri?.fsPath ?? '' });
        return file === undefined ? undefined : vscode.Uri.file(file);
      },
      showQuickPick: async (
        items: readonly vscode.QuickPickItem[],
        options: vscode.QuickPickOptions = {},
      ) => {
        const text = wordsOf(options.title, options.placeHolder);
        const label = await this.#ask({ ...plain, text, labels: items.map(item => item.label) });
        return items.find(item => item.label === label);
      },
    });
    const openExternal = async (address: vscode.Uri): Promise<boolean> => {
      this.opened.push(address.toString(true));
      return true;
    };
    const clipboard: vscode.Clipboard = {
      readText: async () => this.copied,
      writeText: async text => {
        this.copied = text;
      },
    };
    Object.defineProperties(vscode.env, {
      openExternal: { value: openExternal, configurable: true },
      clipboard: { value: clipboard, configurable: true },
    });
  }

  /** Leaves the window to itself again; what is not answered yet never will be. */
  [Symbol.dispose](): void {
    Object.assign(vscode.window, this.#window);
    const { openExternal, clipboard } = this.#env;
    Object.defineProperties(vscode.env, { openExternal, clipboard });
  }

  /** Waits until something is asked or said whose words fit. */
  asked(pattern: RegExp): Promise<Question> {
    return until(`the question ${String(pattern)}`, async () =>
      this.#questions.find(({ text }) => pattern.test(text)),
    );
  }

  /** Takes the entry of a list, or presses the button of a message. */
  async choose(pattern: RegExp, label: string): Promise<Question> {
    const question = await this.asked(pattern);
    assert.ok(question.labels.includes(label), `${label} is not among ${question.labels.join(', ')}`);
    this.#close(question, label);
    return question;
  }

  /** Types what is asked for, which must not be refused. */
  async type(pattern: RegExp, typed: string): Promise<Question> {
    const question = await this.asked(pattern);
    assert.equal(await question.refusal(typed), '');
    this.#close(question, typed);
    return question;
  }

  /** Goes away without an answer. */
  async leave(pattern: RegExp): Promise<Question> {
    const question = await this.asked(pattern);
    this.#close(question, undefined);
    return question;
  }

  #close(question: Question, answer: string | undefined): void {
    this.#questions.splice(this.#questions.indexOf(question), 1);
    question.answer(answer);
  }

  #ask(question: Omit<Question, 'answer'>): Promise<string | undefined> {
    return new Promise(resolve => {
      this.#questions.push({ ...question, answer: resolve });
    });
  }

  #askText(options: vscode.InputBoxOptions): Promise<string | undefined> {
    const { title, prompt, placeHolder, value = '', password = false } = options;
    return this.#ask({
      ...plain,
      text: wordsOf(title, prompt, placeHolder),
      value,
      isHidden: password,
      refusal: async typed => {
        const refused = await options.validateInput?.(typed);
        return typeof refused === 'object' ? (refused?.message ?? '') : (refused ?? '');
      },
    });
  }
}
