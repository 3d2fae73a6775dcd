/** The SQL view: a statement, the tables that it can name, and the button that runs it. */
import { nameInSql } from '../../../server/src/results/sql/keywords.ts';
import type { FromResultsPanel } from '#shared/protocol/panel-messages.ts';
import { button, drawing, element } from '../dom.ts';
import icons from '../icons.json' with { type: 'json' };
import { loadScript } from '../load-script.ts';
import type { Questions } from '../rows/questions.ts';
import type * as library from '../sql-editor.ts';
import type { SqlEditor } from '../sql-editor.ts';
import { text } from '../panel-texts.ts';
import { type SqlAnswers, sqlAnswers } from './sql-questions.ts';
import { tableList } from './table-list.ts';

type SqlLibrary = typeof library;

declare global {
  // The global name that the script assigns its exports to.
  var wikijqlSqlEditor: SqlLibrary | undefined;
}

const editorScript = loadScript('sql-editor.js', () => globalThis.wikijqlSqlEditor);

export class SqlPane {
  readonly element: HTMLElement;
  readonly #send: (message: FromResultsPanel) => void;
  readonly #changed: () => void;
  readonly #answers: SqlAnswers;
  readonly #host = element('div', { class: 'sql-editor' });
  readonly #note = element('p', { class: 'sql-note quiet', attributes: { role: 'status' } });
  readonly #tables = element('div', { class: 'sql-tables-list' });
  /** The list of tables with its title, which folds it. */
  readonly #fold = element('details', {
    class: 'sql-tables-fold',
    children: [element('summary', { children: [element('h2', { text: text('sql.tables') })] }), this.#tables],
  });
  readonly #run: HTMLButtonElement;
  #editor: SqlEditor | undefined;
  #text = '';
  /** The statement that an empty editor shows, and runs; `undefined` = there was no table. */
  #example: string | undefined;
  #isShown = false;
  /** The problem to show that the last check found. */
  #problem: string | undefined;
  /** The same, also about words that the user is still typing. */
  #anyProblem: string | undefined;
  /** Why the statement with a text was not executed. */
  #refusal: { readonly sql: string; readonly message: string } | undefined;

  /** @param changed is called when the statement has changed */
  constructor(questions: Questions, send: (message: FromResultsPanel) => void, changed: () => void) {
    this.#send = send;
    this.#changed = changed;
    this.#answers = sqlAnswers(questions);
    this.#run = button('', () => this.#runStatement(), {
      class: 'primary',
      attributes: { 'aria-label': text('sql.run') },
      title: text('sql.run'),
      children: [drawing(icons.run), element('span', { text: text('sql.run') })],
    });
    const actions = element('div', {
      class: 'sql-actions',
      children: [this.#run, element('span', { class: 'sql-keys quiet', text: text('sql.keys') }), this.#note],
    });
    const statement = element('div', { class: 'sql-statement', children: [this.#host, actions] });
    const tables = element('aside', {
      class: 'sql-tables',
      attributes: { 'aria-label': text('sql.tables'), tabindex: '0' },
      children: [this.#fold],
    });
    this.#fold.open = true;
    this.element = element('section', {
      class: 'sql',
      attributes: { 'aria-label': text('sql.label') },
      children: [statement, tables],
    });
    this.element.hidden = true;
    this.element.addEventListener('keydown', event => {
      const isRun = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isRun || event.key !== 'Enter') return;
      event.preventDefault();
      // The workbench hears it too, and would run the statement of the run in front.
      event.stopPropagation();
      this.#runStatement();
    });
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  get text(): string {
    return this.#editor?.text ?? this.#text;
  }

  set text(statement: string) {
    this.#text = statement;
    if (this.#editor) this.#editor.text = statement;
  }

  /** Shows the view with a statement; a statement that the user has written is kept. */
  show(statement: string, isNew: boolean): void {
    this.element.hidden = false;
    const isFirst = !this.#isShown;
    this.#isShown = true;
    if (isNew || (isFirst && this.text === '')) this.text = statement;
    if (isFirst) {
      void this.#load();
      return;
    }
    this.refresh();
    this.#editor?.focus();
  }

  /** Folds the list of tables, to give its room to the rows of an answer. */
  makeRoom(): void {
    this.#fold.open = false;
  }

  /** Says why the statement was not executed, unless a check has said it; `undefined` = it was, or is running. */
  refuse(message: string | undefined): void {
    this.#refusal = message === undefined ? undefined : { sql: this.text, message };
    this.#showProblem();
  }

  /** Updates the tables. */
  refresh(): void {
    if (this.#isShown) void this.#showTables();
  }

  async #showTables(): Promise<void> {
    const tables = await this.#answers.tables();
    const [latest] = tables;
    this.#example ??= latest && text('sql.example', { table: nameInSql(latest.name) });
    const open = new Set(
      Array.from(this.#tables.querySelectorAll('details[open] .name'), name => name.textContent),
    );
    this.#tables.replaceChildren(...tableList(tables, name => this.#editor?.insert(name)));
    for (const details of this.#tables.querySelectorAll('details'))
      details.open = open.has(details.querySelector('.name')?.textContent ?? '');
  }

  #runStatement(): void {
    if (isEmpty(this.text)) this.text = this.#example ?? '';
    const sql = this.text;
    if (isEmpty(sql)) {
      this.#note.textContent = text('sql.empty');
      this.#editor?.focus();
    } else this.#send({ type: 'runSql', sql });
  }

  #showProblem(): void {
    const refusal =
      this.#refusal?.sql === this.text ? (this.#anyProblem ?? this.#refusal.message) : undefined;
    const problem = isEmpty(this.text) ? undefined : (this.#problem ?? refusal);
    this.#note.classList.toggle('problem', problem !== undefined);
    // The same text again would be read aloud again.
    if (this.#note.textContent !== (problem ?? '')) this.#note.textContent = problem ?? '';
  }

  async #load(): Promise<void> {
    try {
      const [{ createSqlEditor }] = await Promise.all([editorScript.load(), this.#showTables()]);
      this.#editor = createSqlEditor(this.#host, {
        text: this.#text,
        label: text('sql.statement'),
        placeholder: this.#example ?? text('sql.placeholder'),
        answers: this.#answers,
        leave: () => this.#run.focus(),
        changed: () => {
          this.#text = this.text;
          if (isEmpty(this.text)) this.#showProblem();
          this.#changed();
        },
        // An empty statement has no problems to show, and the message of the last run stays.
        checked: (problem, anyProblem) => {
          this.#problem = problem;
          this.#anyProblem = anyProblem;
          if (!isEmpty(this.text)) this.#showProblem();
        },
      });
      // The user may have moved the focus elsewhere while the script loaded.
      if (document.hasFocus()) this.#editor.focus();
      else window.addEventListener('focus', () => this.#editor?.focus(), { once: true });
    } catch {
      this.#note.textContent = text('sql.notLoaded');
    }
  }
}

const isEmpty = (sql: string): boolean => sql.trim() === '';
