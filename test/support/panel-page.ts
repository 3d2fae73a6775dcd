/** A built panel in a browser of its own, with the document and the rules that the editor gives it. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { panelHtml } from '../../client/src/results/panel-html.ts';
import {
  type FromIssuePanel,
  type FromResultsPanel,
  type ToIssuePanel,
  type ToResultsPanel,
  isFromIssuePanel,
  isFromResultsPanel,
} from '../../server/src/protocol/panel-messages.ts';
import themes from './themes.json' with { type: 'json' };

export type Theme = keyof typeof themes;

const isTheme = (name: string): name is Theme => Object.hasOwn(themes, name);
export const themeNames = Object.keys(themes).filter(isTheme);

/** All variables, so that nothing of another theme stays. */
const variableNames = [...new Set(Object.values(themes).flatMap(theme => Object.keys(theme)))];

const variablesOf = (theme: Theme): ReadonlyMap<string, string> => {
  const values = new Map(Object.entries(themes[theme]));
  return new Map(variableNames.map(name => [`--vscode-${name}`, values.get(name) ?? 'initial']));
};

/** Gives an open panel another theme, as the editor does. */
export const changeTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(
    `for (const [name, value] of ${JSON.stringify([...variablesOf(theme)])})
      document.documentElement.style.setProperty(name, value);`,
  );

/** Milliseconds that anything in the panel may take. */
const patience = 10_000;

export interface PanelPage<To = ToResultsPanel, From = FromResultsPanel> {
  readonly page: Page;
  /** What the panel said, in order. */
  readonly said: readonly From[];
  /** Violations of the content security policy and uncaught errors. */
  readonly troubles: readonly string[];
  /** Addresses that the page asked for, besides its own files. */
  readonly requests: readonly string[];
  send(...messages: readonly To[]): Promise<void>;
  close(): Promise<void>;
}

export interface PanelOptions {
  readonly theme?: Theme;
  readonly size?: { readonly width: number; readonly height: number };
  /** Where pictures may come from. */
  readonly pictures?: string;
}

/** `dist` holds results.js and results.css. */
export const openPanel = (
  browser: Browser,
  dist: string,
  theme: Theme,
  size?: PanelOptions['size'],
): Promise<PanelPage> =>
  openPage<ToResultsPanel, FromResultsPanel>(browser, `${dist}/results`, isFromResultsPanel, {
    theme,
    ...(size ? { size } : {}),
  });

/** `dist` holds issue.js and issue.css. */
export const openIssuePanel = (
  browser: Browser,
  dist: string,
  options: PanelOptions = {},
): Promise<PanelPage<ToIssuePanel, FromIssuePanel>> =>
  openPage<ToIssuePanel, FromIssuePanel>(browser, `${dist}/issue`, isFromIssuePanel, options);

async function openPage<To, From>(
  browser: Browser,
  bundle: string,
  check: (message: unknown) => message is From,
  { theme = 'dark', size = { width: 1000, height: 640 }, pictures }: PanelOptions,
): Promise<PanelPage<To, From>> {
  const variables = Array.from(variablesOf(theme), ([name, value]) => `${name}: ${value};`);
  const style = `${await readFile(`${bundle}.css`, 'utf8')}\n:root { ${variables.join(' ')} }`;
  const files = new Map([
    ['/panel.js', { type: 'text/javascript', body: await readFile(`${bundle}.js`, 'utf8') }],
    ['/panel.css', { type: 'text/css', body: style }],
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
  const page = await browser.newPage({ viewport: size });
  page.setDefaultTimeout(patience);
  const said: From[] = [];
  const troubles: string[] = [];
  page.on('pageerror', error => troubles.push(error.message));
  page.on('console', line => {
    if (line.type() === 'error') troubles.push(line.text());
  });
  await page.exposeFunction('heard', (message: unknown) => {
    if (check(message)) said.push(message);
    else troubles.push(`not a message: ${JSON.stringify(message)}`);
  });
  await page.addInitScript(
    `globalThis.acquireVsCodeApi = () => ({ postMessage: message => void heard(message), setState() {} })`,
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  const own = `http://127.0.0.1:${address.port}/`;
  const requests: string[] = [];
  page.on('request', request => {
    if (!['', 'panel.js', 'panel.css'].some(name => request.url() === own + name))
      requests.push(request.url());
  });
  await page.goto(own);
  return {
    page,
    said,
    troubles,
    requests,
    send: async (...messages) => {
      for (const message of messages)
        await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
      await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    },
    close: async () => {
      await page.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
