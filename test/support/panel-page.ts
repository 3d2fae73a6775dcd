/** A built panel in a browser, with the document and the rules that the editor gives it. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { panelHtml } from '../../client/src/results/panel-html.ts';
import {
  type FromIssuePanel,
  type FromResultsPanel,
  type ToIssuePanel,
  type ToResultsPanel,
  isFromIssuePanel,
  isFromResultsPanel,
} from '#shared/protocol/panel-messages.ts';
import type { SqlTable } from '../../server/src/results/sql/nameable-tables.ts';
import { isQuestion, PanelStore, type Question, type RowsPart } from './panel-store.ts';
import { takeWantedPicture } from './pictures.ts';
import themes from './themes.json' with { type: 'json' };

export type Theme = keyof typeof themes;

const isTheme = (name: string): name is Theme => Object.hasOwn(themes, name);
export const themeNames = Object.keys(themes).filter(isTheme);

/** All variables of themes, so that none of another theme stays. */
const variableNames = [...new Set(Object.values(themes).flatMap(theme => Object.keys(theme)))];

const variablesOf = (theme: Theme): ReadonlyMap<string, string> => {
  const values = new Map(Object.entries(themes[theme]));
  return new Map(variableNames.map(name => [`--vscode-${name}`, values.get(name) ?? 'initial']));
};

/** Changes the theme of an open panel, as the editor does. */
export const changeTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(
    `for (const [name, value] of ${JSON.stringify([...variablesOf(theme)])})
      document.documentElement.style.setProperty(name, value);`,
  );

/** Milliseconds that an action in the panel may take on a busy machine. */
const patience = 60_000;

export interface PanelPage<To = ToResultsPanel, From = FromResultsPanel> {
  readonly page: Page;
  /** The messages of the panel, in order. */
  readonly said: readonly From[];
  /** Violations of the content security policy and uncaught errors. */
  readonly troubles: readonly string[];
  /** The addresses that the page requested, except its own files. */
  readonly requests: readonly string[];
  send(...messages: readonly To[]): Promise<void>;
  /** Presses keys one after the other, by Playwright's names: `Control+End`, `Escape`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Takes a picture of the panel where pictures are wanted. */
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface PanelOptions {
  readonly theme?: Theme;
  readonly size?: { readonly width: number; readonly height: number };
  /** The allowed sources of images. */
  readonly pictures?: string;
}

export type ResultsMessage = ToResultsPanel | RowsPart;

/** A results panel with a store of its own, which answers its questions. */
export interface ResultsPanelPage extends PanelPage<ResultsMessage> {
  /** The panel's questions to the store, in order; they are not in `said`. */
  readonly asked: readonly Question[];
  /** Waits until the visible rows are those that the user asked for. */
  settle(): Promise<void>;
  /** Stops answering questions. */
  hold(): void;
  /** Answers the pending questions. */
  answer(): Promise<void>;
  /** Answers the pending questions, and from now on all others at once. */
  release(): Promise<void>;
  /** Sets the tables that statements can name. */
  give(tables: readonly SqlTable[]): void;
  /** Removes the rows of a run from the store. */
  forget(run: string): void;
  /** Reloads the panel's document, as the editor does when a covered panel is shown again. */
  reload(): Promise<void>;
}

/** A browser, or a context of one, in which further pages open faster. */
export interface PageMaker {
  newPage(): Promise<Page>;
}

/** Opens a results panel. @param dist holds results.js and results.css */
export async function openPanel(
  browser: PageMaker,
  dist: string,
  theme: Theme,
  size?: PanelOptions['size'],
): Promise<ResultsPanelPage> {
  const store = new PanelStore();
  const said: FromResultsPanel[] = [];
  const asked: Question[] = [];
  let held: Question[] | undefined;
  const answer = async (question: Question): Promise<void> => page.send(store.answer(question));
  const hear = (message: FromResultsPanel): void => {
    if (!isQuestion(message)) said.push(message);
    else {
      asked.push(message);
      if (held) held.push(message);
      // A page that is closed meanwhile needs no answer.
      else answer(message).catch(() => undefined);
    }
  };
  const page = await openPage<ToResultsPanel, FromResultsPanel>(
    browser,
    `${dist}/results`,
    isFromResultsPanel,
    { theme, ...(size ? { size } : {}) },
    hear,
  );
  const settle = async (): Promise<void> => {
    await page.page.locator('.workspace [aria-busy="true"]').waitFor({ state: 'detached' });
  };
  return {
    ...page,
    said,
    asked,
    settle,
    send: async (...messages) => {
      await page.send(...messages.map(each => (each.type === 'rows' ? store.put(each) : each)));
      if (!held) await settle();
    },
    hold: () => {
      held ??= [];
    },
    answer: async () => {
      for (const question of held?.splice(0) ?? []) await answer(question);
    },
    release: async () => {
      const questions = held ?? [];
      held = undefined;
      for (const question of questions) await answer(question);
      await settle();
    },
    give: tables => {
      store.tables = tables;
    },
    forget: run => store.forget(run),
    reload: async () => {
      await page.page.reload();
    },
    close: async () => {
      await page.close();
      store.close();
    },
  };
}

/** Opens an issue panel. @param dist holds issue.js and issue.css */
export const openIssuePanel = (
  browser: PageMaker,
  dist: string,
  options: PanelOptions = {},
): Promise<PanelPage<ToIssuePanel, FromIssuePanel>> =>
  openPage<ToIssuePanel, FromIssuePanel>(browser, `${dist}/issue`, isFromIssuePanel, options);

/** The scripts that a panel loads on demand. */
const scriptsBeside = (bundle: string): Promise<(readonly [string, { type: string; body: string }])[]> =>
  Promise.all(
    laterScripts.map(async name => {
      const body = await readFile(bundle.replace(/\w+$/, name), 'utf8');
      return [`/${name}`, { type: 'text/javascript', body }] as const;
    }),
  );

const laterScripts = ['chart.js', 'sql-editor.js'];

async function openPage<To, From>(
  browser: PageMaker,
  bundle: string,
  check: (message: unknown) => message is From,
  { theme = 'dark', size = { width: 1000, height: 640 }, pictures }: PanelOptions,
  hear?: (message: From) => void,
): Promise<PanelPage<To, From>> {
  const variables = Array.from(variablesOf(theme), ([name, value]) => `${name}: ${value};`);
  const style = `${await readFile(`${bundle}.css`, 'utf8')}\n:root { ${variables.join(' ')} }`;
  const files = new Map([
    ['/panel.js', { type: 'text/javascript', body: await readFile(`${bundle}.js`, 'utf8') }],
    ['/panel.css', { type: 'text/css', body: style }],
    ...(await scriptsBeside(bundle)),
  ]);
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host ?? ''}`;
    const html = panelHtml({
      script: '/panel.js',
      style: '/panel.css',
      source: origin,
      nonce: 'n0nce',
      title: 'wikijql',
      language: 'en',
      ...(pictures === undefined ? {} : { pictures }),
    });
    const { type, body } = files.get(request.url ?? '') ?? { type: 'text/html', body: html };
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  await page.setViewportSize(size);
  page.setDefaultTimeout(patience);
  const said: From[] = [];
  const troubles: string[] = [];
  page.on('pageerror', error => troubles.push(error.message));
  page.on('console', line => {
    if (line.type() === 'error') troubles.push(line.text());
  });
  await page.exposeFunction('heard', (message: unknown) => {
    if (check(message)) (hear ?? ((each: From) => void said.push(each)))(message);
    else troubles.push(`not a message: ${JSON.stringify(message)}`);
  });
  await page.addInitScript(
    `globalThis.acquireVsCodeApi = () => ({
      postMessage: message => void heard(message),
      getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
      setState: state => sessionStorage.setItem('state', JSON.stringify(state)),
    })`,
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  const origin = `http://127.0.0.1:${address.port}/`;
  const requests: string[] = [];
  page.on('request', request => {
    if (!['', 'panel.js', 'panel.css', ...laterScripts].some(name => request.url() === origin + name))
      requests.push(request.url());
  });
  await page.goto(origin);
  return {
    page,
    said,
    troubles,
    requests,
    send: async (...messages) => {
      for (const message of messages)
        // Parsing a text is many times faster than evaluating a literal.
        await page.evaluate(
          `window.postMessage(JSON.parse(${JSON.stringify(JSON.stringify(message))}), '*')`,
        );
      await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    picture: name => takeWantedPicture(page, name),
    close: async () => {
      await page.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
