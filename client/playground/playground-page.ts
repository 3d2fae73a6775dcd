/** The page: its parts, its state, and what the user does with it. */
import { formatDocument, type LSPClient } from '@codemirror/lsp-client';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { withoutUserInfo } from '#shared/base/site-address.ts';
import {
  copyAsRequest,
  pasteAsRequest,
  type PasteAsResult,
} from '#shared/protocol/documents/query-conversion.ts';
import { positionNow, queriesRequest } from '#shared/protocol/run.ts';
import { element } from '../webview/dom.ts';
import { copyText, showForms } from './copy-dialog.ts';
import { type Explanation, explanation } from './explanation.ts';
import { fragmentOf, maxLinkedTextLength, type PageState, type QueryLanguage } from './page-link.ts';
import { type PageToolbar, pageToolbar } from './page-toolbar.ts';
import { pageMessage } from './page-message.ts';
import { text } from './playground-texts.ts';
import { type ProblemList, problemList } from './problem-list.ts';
import { checkAgain, createEditor, editorState, type PastedPlace, uriOf } from './query-editor.ts';
import type { QueryPlace } from './results/result-runs.ts';
import { ResultsView } from './results/results-view.ts';
import samples from './samples.json' with { type: 'json' };
import { ask, changeSites, connectServer, reconnectServer } from './server-connection.ts';
import type { EditorProblem } from './server-problems.ts';
import type { ServerWorker } from './server-worker.ts';

/** Links that are longer are cut by some programs. */
const longLink = 2000;
/** Milliseconds after the last change before the address of the page holds it. */
const linkAfter = 300;

/** The sites as long as the user names no others; a runbook has that of wiki queries. */
const firstSites = {
  wikiquery: 'https://en.wikipedia.org/w/api.php',
  jql: 'https://issues.apache.org/jira',
};

const siteKeyOf = (language: QueryLanguage): keyof typeof firstSites =>
  language === 'markdown' ? 'wikiquery' : language;

const firstSample = (language: QueryLanguage): string =>
  samples.find(sample => sample.language === language)?.text ?? '';

/** An address without characters that look like others or hide some: they are written as they are sent. */
const visibleAddress = (address: string): string =>
  /[^\u0020-\u007E]/.test(address) && URL.canParse(address) ? new URL(address).href : address;

interface Place {
  readonly line: number;
  readonly character: number;
}

export class PlaygroundPage {
  readonly parts: readonly HTMLElement[];
  readonly #client: LSPClient;
  readonly #view: EditorView;
  readonly #toolbar: PageToolbar;
  readonly #problems: ProblemList;
  readonly #explanation: Explanation;
  readonly #results: ResultsView;
  readonly #message = pageMessage(() => this.#view.focus());
  readonly #sites = { ...firstSites };
  /** The editors of the languages that are not shown, with their pasts. */
  readonly #others = new Map<QueryLanguage, EditorState>();
  #language: QueryLanguage = 'wikiquery';
  #linkTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: ServerWorker) {
    this.#client = connectServer(worker, this.#addresses());
    worker.onFailure = () => this.#say(text('failed'));
    worker.onRestart = () => this.#attempt(this.#reconnect(worker));
    const host = element('div', { class: 'editor' });
    this.#view = createEditor(host);
    this.#toolbar = pageToolbar({
      changeLanguage: language => this.#show(language),
      openSample: (language, query) => this.#replace(language, query),
      changeSite: address => this.#changeSite(this.#language, address),
      run: () => this.#attempt(this.#run()),
      format: () => void formatDocument(this.#view),
      copyAs: () => this.#attempt(this.#copyAs()),
      copyLink: () => this.#attempt(this.#copyLink()),
    });
    this.#problems = problemList(this.#view);
    this.#explanation = explanation(this.#client);
    this.#results = new ResultsView(worker, {
      say: sentence => this.#say(sentence),
      rerun: (title, place) => this.#attempt(this.#runAgain(title, place)),
      changeSite: () => this.#toolbar.focusSite(),
      reveal: ({ start, end }) => this.#reveal(start, end),
    });
    this.parts = [
      element('header', {
        children: [
          element('h1', { text: text('title') }),
          element('p', { class: 'quiet', text: text('about') }),
          this.#toolbar.bar,
        ],
      }),
      this.#message.bar,
      element('main', {
        children: [host, element('div', { children: [this.#problems.list, this.#explanation.section] })],
      }),
      this.#results.section,
      element('footer', {
        children: [element('a', { text: text('licences'), attributes: { href: 'third-party-notices.txt' } })],
      }),
    ];
    this.#view.setState(this.#stateFor(this.#language));
    this.#toolbar.show(this.#language, this.#site);
  }

  /** Shows the state of a link; without a state, that the link is damaged. It never runs anything. */
  open(state: PageState | undefined): void {
    if (state === undefined) {
      this.#say(text('link.broken'));
      return;
    }
    if (state.language === this.#language && state.text === this.#text) return;
    this.#changeSite(state.language, state.site);
    this.#replace(state.language, state.text);
  }

  get #text(): string {
    return this.#view.state.doc.toString();
  }

  get #site(): string {
    return this.#sites[siteKeyOf(this.#language)];
  }

  #addresses() {
    return { wiki: this.#sites.wikiquery, tracker: this.#sites.jql };
  }

  #say(sentence: string): void {
    this.#message.show(sentence);
  }

  /** Says so where the server does not answer. */
  #attempt(work: Promise<void>): void {
    work.catch(() => this.#say(text('failed')));
  }

  /** Gives another server the texts of the one that has ended. */
  async #reconnect(worker: ServerWorker): Promise<void> {
    await reconnectServer(this.#client, worker, this.#addresses());
    this.#view.dispatch({ effects: checkAgain.of(null) });
    this.#say(text('restarted'));
  }

  #stateFor(language: QueryLanguage): EditorState {
    return editorState(firstSample(language), language, this.#client, {
      checked: problems => this.#checked(problems),
      changed: () => this.#changed(),
      pasted: (pasted, place) => this.#attempt(this.#convert(pasted, place)),
      failed: () => this.#say(text('failed')),
      run: () => this.#attempt(this.#run()),
    });
  }

  /** Shows the editor of a language. */
  #show(language: QueryLanguage): void {
    if (language !== this.#language) {
      this.#others.set(this.#language, this.#view.state);
      this.#language = language;
      this.#view.setState(this.#others.get(language) ?? this.#stateFor(language));
      this.#changed();
    }
    this.#toolbar.show(language, this.#site);
  }

  /** Replaces the text of a language, which is shown; the user can undo it. */
  #replace(language: QueryLanguage, query: string): void {
    this.#show(language);
    const insert = this.#view.state.toText(query);
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert },
      selection: { anchor: insert.length },
    });
  }

  #changeSite(language: QueryLanguage, address: string): void {
    this.#sites[siteKeyOf(language)] = visibleAddress(withoutUserInfo(address.trim()));
    changeSites(this.#client, this.#addresses());
    this.#toolbar.show(this.#language, this.#site);
    this.#changed();
    this.#view.dispatch({ effects: checkAgain.of(null) });
  }

  #checked(problems: readonly EditorProblem[]): void {
    this.#problems.show(problems);
    this.#attempt(this.#explanation.update(this.#text, this.#language));
  }

  #changed(): void {
    clearTimeout(this.#linkTimer);
    this.#linkTimer = setTimeout(() => {
      void this.#fragment().then(fragment => history.replaceState(null, '', fragment ?? '#'));
    }, linkAfter);
  }

  #fragment(): Promise<string | undefined> {
    const language = this.#language;
    return fragmentOf({ language, text: this.#text, site: this.#site });
  }

  async #copyLink(): Promise<void> {
    const fragment = await this.#fragment();
    if (fragment === undefined) {
      this.#say(text('link.tooLong', { most: maxLinkedTextLength }));
      return;
    }
    history.replaceState(null, '', fragment);
    const isCopied = await copyText(location.href);
    const { length } = location.href;
    if (!isCopied) this.#say(text('copy.failed'));
    else if (length > longLink) this.#say(text('link.long', { count: length, most: longLink }));
    else this.#say(text('link.copied', { count: length }));
  }

  /** The place of the cursor, as LSP counts. */
  get #position() {
    const { doc, selection } = this.#view.state;
    const line = doc.lineAt(selection.main.head);
    return { line: line.number - 1, character: selection.main.head - line.from };
  }

  async #run(): Promise<void> {
    this.#message.show('');
    this.#client.sync();
    // The text is sent when this is over, and must not arrive after the request to run it.
    await this.#client.initializing;
    await this.#results.run({ language: this.#language, position: this.#position });
  }

  /** Runs a query again, at its current place. */
  async #runAgain(title: string, { language, position }: QueryPlace): Promise<void> {
    this.#message.show('');
    this.#show(language);
    const queries = await ask(this.#client, queriesRequest, { uri: uriOf(language) });
    await this.#results.run({ language, position: positionNow(queries, { title, position }) });
  }

  #reveal(start: Place, end: Place): void {
    const { doc } = this.#view.state;
    const offsetOf = ({ line, character }: Place): number =>
      Math.min(doc.length, doc.line(Math.min(doc.lines, line + 1)).from + character);
    this.#view.dispatch({
      selection: { anchor: offsetOf(start), head: offsetOf(end) },
      scrollIntoView: true,
    });
    this.#view.focus();
  }

  async #copyAs(): Promise<void> {
    const position = this.#position;
    const forms = await ask(this.#client, copyAsRequest, { uri: uriOf(this.#language), position });
    if (forms === null || forms.forms.length === 0) this.#say(forms?.refusal ?? text('copyAs.none'));
    else showForms(forms, sentence => this.#say(sentence));
  }

  /** Makes a query of a pasted text that holds one in another form: in its place, or after all others. */
  async #convert(pasted: string, { from, to }: PastedPlace): Promise<void> {
    // A runbook may hold anything.
    if (this.#language === 'markdown') return;
    const { doc } = this.#view.state;
    const result = await ask(this.#client, pasteAsRequest, { text: pasted, uri: uriOf(this.#language) });
    if (this.#view.state.doc !== doc) return;
    if (result === null) return;
    const { query, refusal, remark = '' } = result;
    if (query === undefined) {
      this.#say(refusal ?? '');
      return;
    }
    if (query.language !== this.#language) {
      this.#replaceByPasted(query.kind === 'wiki' ? 'wikiquery' : 'jql', query);
      this.#say(`${text('paste.language')} ${remark}`);
      return;
    }
    const others = doc.sliceString(0, from) + doc.sliceString(to);
    if (others.trim() === '') this.#replaceByPasted(this.#language, query);
    else this.#replace(this.#language, `${others.trimEnd()}\n\n###\n${query.text}`);
    this.#say(`${text('paste.converted')} ${remark}`);
  }

  /** Replaces the text of a language by a pasted query, and the site by the query's own. */
  #replaceByPasted(language: QueryLanguage, { body, address }: NonNullable<PasteAsResult['query']>): void {
    if (address !== undefined) this.#changeSite(language, address);
    this.#replace(language, body);
  }
}
