/** The results below the editor: the page of the editor's panel in a frame, which the first run loads. */
import { wikiPageAddress } from '#shared/base/site-address.ts';
import { answerTo } from '#shared/protocol/panel-answers.ts';
import {
  type FromResultsPanel,
  isFromResultsPanel,
  type ToResultsPanel,
} from '#shared/protocol/panel-messages.ts';
import { copyRequest, type CopyParams } from '#shared/protocol/results.ts';
import { moreRequest, rawRequest, runRequest } from '#shared/protocol/run.ts';
import { sqlRunRequest } from '#shared/protocol/sql-requests.ts';
import { element } from '../../webview/dom.ts';
import { webAddress } from '../../webview/web-address.ts';
import { copyText } from '../copy-dialog.ts';
import { text } from '../playground-texts.ts';
import { askForValues } from '../prompt-dialog.ts';
import { uriOf } from '../query-editor.ts';
import { type QueryPlace, ResultRuns } from './result-runs.ts';
import { PageRunRequests } from './page-run-requests.ts';
import type { ServerWorker } from '../server-worker.ts';

export interface ResultsEvents {
  readonly say: (sentence: string) => void;
  /** The user wants to run a query again; the text may have changed. */
  readonly rerun: (title: string, place: QueryPlace) => void;
  readonly changeSite: () => void;
  /** The user wants to see a part of the text. */
  readonly reveal: (range: Extract<FromResultsPanel, { readonly type: 'reveal' }>['range']) => void;
}

export class ResultsView {
  readonly section: HTMLElement;
  readonly #frame = element('iframe', { attributes: { title: text('results') } });
  readonly #events: ResultsEvents;
  readonly #server: PageRunRequests;
  readonly #runs: ResultRuns;
  /** The messages to a page that does not listen yet; `undefined` = it listens. */
  #waiting: ToResultsPanel[] | undefined = [];

  constructor(worker: ServerWorker, events: ResultsEvents) {
    this.#events = events;
    this.#server = new PageRunRequests(worker, {
      progress: progress => this.#runs.progress(progress),
      table: state => this.#runs.table(state),
      answer: askForValues,
    });
    this.#runs = new ResultRuns(this.#server, message => this.#send(message));
    this.section = element('section', {
      class: 'results',
      attributes: { 'aria-labelledby': 'results-heading' },
      children: [
        element('h2', { text: text('results'), attributes: { id: 'results-heading' } }),
        this.#frame,
      ],
    });
    this.section.hidden = true;
    addEventListener('message', ({ data, source, origin }: MessageEvent<unknown>) => {
      if (source === this.#frame.contentWindow && origin === location.origin && isFromResultsPanel(data))
        void this.#receive(data).catch(() => events.say(text('failed')));
    });
  }

  /** Runs the query at a place of the text that the server already has. */
  async run(place: QueryPlace): Promise<void> {
    const { language, position } = place;
    this.#show();
    this.section.scrollIntoView({ block: 'nearest' });
    await this.#runs.follow({ place }, (run, signal) =>
      this.#server.request(runRequest, { run, uri: uriOf(language), position }, signal),
    );
  }

  async #runSql(sql: string): Promise<void> {
    await this.#runs.follow({ sql }, (run, signal) =>
      this.#server.request(sqlRunRequest, { run, sql }, signal),
    );
  }

  #show(): void {
    if (!this.section.hidden) return;
    this.section.hidden = false;
    this.#frame.src = 'results.html';
  }

  #send(message: ToResultsPanel): void {
    if (this.#waiting === undefined) this.#frame.contentWindow?.postMessage(message, location.origin);
    else this.#waiting.push(message);
  }

  async #receive(message: FromResultsPanel): Promise<void> {
    if ('question' in message) {
      this.#send(await answerTo(message, (type, params) => this.#server.request(type, params)));
      return;
    }
    switch (message.type) {
      case 'ready': {
        const waiting = this.#waiting ?? [];
        this.#waiting = undefined;
        for (const each of waiting) this.#send(each);
        return;
      }
      case 'cancel':
        this.#runs.cancel(message.run);
        return;
      case 'rerun':
        return this.#rerun(message.run);
      case 'raw':
        return this.#saveResponse(message.run);
      case 'more':
        await this.#runs.continue(message.run, signal => {
          this.#send({ type: 'resume', run: message.run });
          return this.#server.request(moreRequest, { run: message.run }, signal);
        });
        return;
      case 'openSql':
        this.#send({ type: 'sql', statement: '', isNew: false });
        return;
      case 'runSql':
        return this.#runSql(message.sql);
      case 'reveal':
        this.#events.reveal(message.range);
        return;
      case 'action':
        if (message.action === 'retry') return this.#rerun(message.run);
        if (message.action === 'configureSite' || message.action === 'checkSite') this.#events.changeSite();
        return;
      case 'open':
        this.#open(message);
        return;
      case 'copy':
      case 'copyRows':
      case 'export':
      case 'saveChart':
        return this.#give(message);
      case 'issue':
      case 'stored':
        this.#events.say(text('results.notHere'));
        return;
      // The page has no other place for results, and keeps nothing of them.
      case 'shown':
      case 'pin':
      case 'focused':
      case 'dismiss':
      case 'layout':
        return;
    }
  }

  async #rerun(id: string): Promise<void> {
    const run = this.#runs.get(id);
    if (run?.place) this.#events.rerun(run.title, run.place);
    if (run?.sql !== undefined) await this.#runSql(run.sql);
  }

  async #saveResponse(run: string): Promise<void> {
    const response = await this.#server.request(rawRequest, { run });
    if (response === null) this.#events.say(text('results.gone'));
    else saveFile('response.json', 'application/json', response.text);
  }

  #open({ run, as, value }: Extract<FromResultsPanel, { readonly type: 'open' }>): void {
    const pattern = this.#runs.get(run)?.pageUrl ?? '';
    const title = as === 'user' ? `User:${value}` : value;
    const isAddress = as === 'link' || as === 'wikiAddress';
    const address = webAddress(isAddress ? value : wikiPageAddress(pattern, title));
    if (address === undefined) this.#events.say(text('results.noLink'));
    else window.open(address, '_blank', 'noopener,noreferrer');
  }

  /** Puts rows or a chart into the clipboard or into a file. */
  async #give(
    message: Extract<FromResultsPanel, { readonly type: 'copy' | 'copyRows' | 'export' | 'saveChart' }>,
  ): Promise<void> {
    const { say } = this.#events;
    switch (message.type) {
      case 'copy':
        return this.#copy(message.text);
      case 'saveChart':
        saveFile(`${message.name}.svg`, 'image/svg+xml', message.svg);
        return;
      case 'copyRows': {
        const { type: _type, ...params } = message;
        const rows = await this.#textOf(params);
        if (rows !== undefined) await this.#copy(rows);
        return;
      }
      case 'export': {
        const { type: _type, name, format, ...params } = message;
        if (format === 'xlsx' || format === 'sqlite') {
          say(text('results.formats'));
          return;
        }
        const rows = await this.#textOf({ ...params, format, offset: 0, titles: true });
        if (rows !== undefined) saveFile(`${name}.${endings[format] ?? format}`, 'text/plain', rows);
      }
    }
  }

  /** Rows as text; `undefined` = nothing to give, and the user knows why. */
  async #textOf(params: CopyParams): Promise<string | undefined> {
    const result = await this.#server.request(copyRequest, params);
    if (result !== null && 'text' in result) return result.text;
    this.#events.say(text(result === null ? 'results.gone' : 'results.tooLong'));
    return undefined;
  }

  async #copy(copied: string): Promise<void> {
    this.#events.say(text((await copyText(copied)) ? 'results.copied' : 'copy.failed'));
  }
}

/** The endings of files whose formats have another name. */
const endings: Readonly<Record<string, string>> = { markdown: 'md' };

/** Downloads a text as a file. */
function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  element('a', { attributes: { href: address, download: name } }).click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
