/** Queries that are run in the playground, at wikis that answer pages of any origin, at others, and at none. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, FrameLocator, Page, Worker } from 'playwright-core';
import { fragmentOf, type QueryLanguage } from '../../client/playground/page-link.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import {
  json,
  reply,
  silence,
  startBadServer,
  type BadServer,
  type Behaviour,
} from '../support/bad-server.ts';
import { certificates } from '../support/certificates.ts';
import { prepareAxe, runAxe } from '../support/axe.ts';
import { launchChromium } from '../support/editor/chromium.ts';
import { manyPages } from '../support/many-pages.ts';
import { takeWantedPicture } from '../support/pictures.ts';
import { until } from '../support/until.ts';
import { firstRunFiles, type Playground, servePlayground } from '../start/playground.ts';

let playground: Playground;
let browser: Browser;
let wiki: SandboxWiki;
let context: BrowserContext | undefined;
/** The servers of a test. */
const servers: BadServer[] = [];
/** Violations of the content security policy, and uncaught errors. */
const troubles: string[] = [];
const requests: string[] = [];
before(async () => {
  [playground, browser, wiki] = await Promise.all([servePlayground(0), launchChromium(), startSandboxWiki()]);
});
after(async () => {
  await browser.close();
  playground.stop();
  await wiki.stop();
});
afterEach(async () => {
  await context?.close();
  await Promise.all(servers.splice(0).map(server => server.stop()));
  context = undefined;
});

const allPages = '### Pages\nlist=allpages\naplimit=50\n';

async function serverOf(behaviours: readonly Behaviour[]): Promise<BadServer> {
  const server = await startBadServer(behaviours);
  servers.push(server);
  return server;
}

/** Opens the page with a query, which is not run. */
async function open(text: string, site = wiki.url, language: QueryLanguage = 'wikiquery'): Promise<Page> {
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  troubles.splice(0);
  requests.splice(0);
  const page = await context.newPage();
  page.on('pageerror', error => troubles.push(error.message));
  page.on('console', line => {
    if (line.type() === 'error' || line.type() === 'warning') troubles.push(line.text());
  });
  context.on('request', request => requests.push(request.url()));
  await page.goto(playground.url + ((await fragmentOf({ language, text, site })) ?? ''));
  await page.getByText(/^(?:No problems\.|\d+ problems?)$/).waitFor();
  return page;
}

const results = (page: Page): FrameLocator => page.frameLocator('.results iframe');
const editor = (page: Page) => page.getByRole('textbox', { name: 'Query' });

/** Runs the query by the button; returns what the results say at the end. */
async function run(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  return ended(page);
}

/** Waits until a run is over; returns what the results say about it. */
async function ended(page: Page): Promise<string> {
  await results(page).locator('.status').waitFor({ state: 'attached' });
  return until('the end of the run', async () => {
    const [said = ''] = await results(page).locator('.status').allInnerTexts();
    const notices = await results(page).locator('.notices').allInnerTexts();
    const isOver = /\d rows?\b(?! so far)/.test(said) || notices.join('') !== '';
    return isOver ? [said, ...notices].join('\n') : undefined;
  });
}

/** The texts of the first row. */
const firstRow = (page: Page): Promise<string> => results(page).getByRole('row').nth(1).innerText();

test('nothing of a run is loaded before the first one', async () => {
  await open(allPages);
  const loaded = Object.keys(firstRunFiles).filter(name => requests.includes(playground.url + name));
  assert.deepEqual([loaded, wiki.requests.length], [[], 0]);
  assert.deepEqual(troubles, []);
});

/** The worker that sends requests and keeps rows. */
const networkWorker = (page: Page): Worker | undefined =>
  page.workers().find(worker => worker.url().endsWith('network-worker.js'));

test('Ctrl+Enter runs a query at the wiki; its rows are sorted, searched and saved', async () => {
  const page = await open(allPages);
  await editor(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Enter');
  assert.match(await ended(page), /50 rows\s+1 request/);
  assert.match(await firstRow(page), /SUM/);
  await takeWantedPicture(page, 'playground-results');
  const frame = results(page);
  await frame.getByRole('columnheader', { name: 'pageid' }).click();
  await until('another order', async () => /\b17$/m.test(await firstRow(page)));
  await frame.getByRole('searchbox').fill('clock');
  await until('the search', async () => /A Clock for Anselm/.test(await firstRow(page)));
  await frame.getByRole('searchbox').fill('');
  const download = page.waitForEvent('download');
  await frame.getByRole('button', { name: 'Export' }).click();
  await frame.getByRole('button', { name: 'Save as CSV…' }).click();
  const saved = await download;
  assert.equal(saved.suggestedFilename(), 'Pages.csv');
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
  assert.deepEqual(
    [lines.length, lines[0], lines[1]?.startsWith('"A lonely page",')],
    [51, '"title","ns","pageid"', true],
  );
  assert.deepEqual(troubles, []);
  const { headers, parameters } = wiki.requests.at(-1)!;
  assert.deepEqual(
    [parameters.get('origin'), headers.cookie, headers.authorization, headers.referer],
    ['*', undefined, undefined, undefined],
  );
});

test('Run Again runs the query of the result, wherever it and the cursor are now', async () => {
  const page = await open('### One\nlist=allpages\naplimit=5\n\n### Two\nlist=allpages\naplimit=7\n');
  await page.locator('.cm-line', { hasText: 'aplimit=5' }).click();
  await page.keyboard.press('Control+Enter');
  await ended(page);
  await page.locator('.cm-line', { hasText: 'aplimit=7' }).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('### Zero\nlist=allpages\naplimit=3\n\n');
  const sent = wiki.requests.length;
  await results(page).getByRole('button', { name: 'Run Again' }).click();
  await until('the request', async () => wiki.requests.length > sent);
  assert.equal(wiki.requests.at(-1)!.parameters.get('aplimit'), '5');
  assert.deepEqual(troubles, []);
});

test('the keyboard alone runs a query, and reaches and sorts its rows', async () => {
  const page = await open(allPages);
  await editor(page).focus();
  await page.keyboard.press('Control+Enter');
  await ended(page);
  await page.keyboard.press('Escape');
  const isInRows = (): Promise<boolean> =>
    results(page).locator('body').evaluate(`document.activeElement?.closest('.grid') !== null`);
  for (let count = 0; count < 30 && !(await isInRows()); count++) await page.keyboard.press('Tab');
  assert.ok(await isInRows());
  assert.equal(await results(page).locator('[aria-sort="ascending"]').count(), 0);
  for (const key of ['Control+ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await results(page).locator('[aria-sort="ascending"]').waitFor();
  assert.deepEqual(troubles, []);
});

test('the results fit the width of a phone', async () => {
  const page = await open(allPages);
  await page.setViewportSize({ width: 375, height: 740 });
  await run(page);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  assert.equal(await page.evaluate(overflow), 0);
  assert.equal(await results(page).locator('body').evaluate(overflow), 0);
  await results(page).getByRole('button', { name: 'Chart' }).click();
  await results(page).locator('.chart svg').first().waitFor();
  assert.equal(await page.evaluate(overflow), 0);
  assert.equal(await results(page).locator('body').evaluate(overflow), 0);
});

test('a query runs that is run before the server is ready', async () => {
  const page = await open(allPages);
  await page.reload();
  await page.locator('.cm-line', { hasText: 'list=allpages' }).waitFor();
  assert.match(await run(page), /50 rows/);
  assert.deepEqual(troubles, []);
});

test('a statement about the rows is answered', async () => {
  const page = await open(allPages);
  await run(page);
  const statement = 'SELECT ns, count(*) AS number FROM pages GROUP BY ns';
  await results(page).getByRole('button', { name: 'More', exact: true }).click();
  await results(page).getByText('Query with SQL').click();
  await results(page).getByRole('textbox').last().click();
  await page.keyboard.insertText(statement);
  await page.keyboard.press('Control+Enter');
  await until('the answer', async () => /number/.test(await results(page).getByRole('grid').innerText()));
  assert.deepEqual(troubles, []);
});

const runbook = `# Lengths

\`\`\`wikiquery
# @name pages
generator=allpages
gaplimit=20
prop=info
\`\`\`

\`\`\`sql
-- @name lengths
-- @view chart bar x=title y=length
SELECT title, length FROM pages ORDER BY length DESC LIMIT 10
\`\`\`
`;

test('a runbook runs its queries, and draws the chart of a statement about their rows', async () => {
  const page = await open(runbook, wiki.url, 'markdown');
  const runLine = async (words: string): Promise<void> => {
    await page.locator('.cm-line', { hasText: words }).click();
    await page.keyboard.press('Control+Enter');
  };
  await runLine('SELECT');
  await results(page).getByText('Run its query first').waitFor();
  await runLine('generator');
  await results(page).getByText('20 rows').waitFor();
  await runLine('SELECT');
  await results(page).locator('.chart svg').first().waitFor();
  await takeWantedPicture(page, 'playground-runbook');
  await page.locator('.cm-line', { hasText: 'gaplimit' }).click();
  await page.keyboard.press('End');
  await page.keyboard.insertText('\ngaplimt=1');
  await page.getByText('Did you mean “gaplimit”?').first().waitFor();
  assert.deepEqual(troubles, []);
});

test('a query asks for the values of its prompts, with their defaults; Escape sends nothing', async () => {
  const page = await open(
    '# @prompt first: text "The first title" = B\nlist=allpages\napfrom={{first}}\naplimit=5\n',
  );
  const runButton = page.getByRole('button', { name: 'Run', exact: true }).first();
  await runButton.click();
  const field = page.getByRole('dialog').getByLabel(/The first title/);
  assert.equal(await field.inputValue(), 'B');
  await prepareAxe(page);
  const { violations, undecided } = await runAxe(page);
  assert.deepEqual([...violations, ...undecided], []);
  await takeWantedPicture(page, 'playground-prompts');
  const sent = wiki.requests.length;
  await page.keyboard.press('Escape');
  await ended(page);
  assert.equal(wiki.requests.length, sent);
  await runButton.click();
  await field.fill('Clock');
  await page.keyboard.press('Enter');
  await until('the request', async () => wiki.requests.length > sent);
  assert.equal(wiki.requests.at(-1)!.parameters.get('apfrom'), 'Clock');
  assert.deepEqual(troubles, []);
});

test('200,000 rows are shown and sorted; the page says that there are more', async () => {
  const server = await serverOf([manyPages()]);
  const page = await open('# @limit 200000\nlist=allpages\naplimit=max\n', server.url);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const frame = results(page);
  await frame.locator('.status').waitFor({ state: 'attached' });
  await until('the rows', async () => {
    const [said = ''] = await frame.locator('.status').allInnerTexts();
    return /More available\s+200,000 rows/.test(said);
  });
  await frame.getByRole('columnheader', { name: 'pageid' }).click();
  await frame.getByRole('columnheader', { name: 'pageid' }).click();
  await until('the last first', async () => /199,?999/.test(await firstRow(page)));
  assert.deepEqual(troubles, []);
});

test('two tabs have results of their own, and one keeps them when the other is closed', async () => {
  const page = await open(allPages);
  await run(page);
  const other = await context!.newPage();
  await other.goto(page.url());
  await other.getByText('No problems.').waitFor();
  assert.match(await run(other), /50 rows/);
  await page.close();
  await results(other).getByRole('columnheader', { name: 'pageid' }).click();
  await until('another order', async () => /\b17$/m.test(await firstRow(other)));
  assert.deepEqual(troubles, []);
});

const anywhere = { 'access-control-allow-origin': '*' };
const pages = { query: { allpages: [{ pageid: 1, ns: 0, title: 'Found' }] } };
const outcomes: Readonly<Record<string, { server: Behaviour; says: RegExp }>> = {
  'does not answer other pages': { server: json(pages), says: /not to pages of other sites \(CORS\)/ },
  'answers a page': {
    server: reply(200, { ...anywhere, 'content-type': 'text/html' }, '<!doctype html><title>Hi</title>'),
    says: /web page instead of|HTML/i,
  },
  'closes the connection': { server: socket => void socket.destroy(), says: /did not answer/ },
};
for (const [name, { server: behaviour, says }] of Object.entries(outcomes))
  test(`a wiki that ${name} is reported`, async () => {
    const server = await serverOf([behaviour]);
    const page = await open(allPages, server.url);
    assert.match(await run(page), says);
  });

test('a page that came by https says that its browser does not let it ask a wiki by http', async () => {
  const authority = certificates();
  const secure = await servePlayground(0, { certificate: authority.make('localhost') });
  context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const site = 'http://wiki.example.org/w/api.php';
  await page.goto(secure.url + ((await fragmentOf({ language: 'wikiquery', text: allPages, site })) ?? ''));
  await page.getByText('No problems.').waitFor();
  assert.match(
    await run(page),
    /browsers do not allow a page that was loaded by https to ask a site by http/,
  );
  secure.stop();
  authority.remove();
});

test('a slow wiki is waited for: the page says that it runs, can be used meanwhile, and stops by a click', async () => {
  const answered = Promise.withResolvers<void>();
  const slow: Behaviour = (socket, request) =>
    void answered.promise.then(() => json(pages, anywhere)(socket, request));
  const server = await serverOf([slow, silence]);
  const page = await open(allPages, server.url);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await until('the request', async () => server.requests.length === 1);
  const cancel = results(page).getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('aplimt=5\n');
  await page.getByText('1 problem').waitFor();
  answered.resolve();
  await until('the row', async () => /Found/.test(await firstRow(page)));
  await page.keyboard.press('Control+Enter');
  await until('the second request', async () => server.requests.length === 2);
  await cancel.click();
  await until('the end', async () => cancel.isHidden());
  assert.deepEqual(troubles, []);
});

test('no run asks for a contact, which a browser cannot send', async () => {
  const authority = certificates();
  const server = await startBadServer([json(pages, anywhere)], authority.make('wiki'));
  const mapped = await launchChromium([
    '--host-resolver-rules=MAP en.wikipedia.org 127.0.0.1',
    '--ignore-certificate-errors',
  ]);
  const page = await mapped.newPage();
  const site = `https://en.wikipedia.org:${server.port}/api.php`;
  const state = { language: 'wikiquery', text: '### Pages\nlist=allpages\naplimit=max\n', site } as const;
  await page.goto(playground.url + ((await fragmentOf(state)) ?? ''));
  await page.getByText('No problems.').waitFor();
  await run(page);
  await until('the row', async () => /Found/.test(await firstRow(page)));
  const texts = [page.locator('body'), results(page).locator('body')];
  for (const text of texts) assert.doesNotMatch(await text.innerText(), /contact/i);
  await mapped.close();
  await server.stop();
  authority.remove();
});

test('a tracker is not asked, and the page says why', async () => {
  const server = await serverOf([json({})]);
  const page = await open('project = OPS\n', server.url, 'jql');
  assert.match(await run(page), /does not answer pages of other sites/);
  assert.equal(server.requests.length, 0);
  assert.deepEqual(troubles, []);
});

test('a run whose worker ends is reported, the text is kept, and the next run has another worker', async () => {
  const server = await serverOf([silence, json(pages, anywhere)]);
  const page = await open(allPages, server.url);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await until('the request', async () => server.requests.length === 1);
  await networkWorker(page)?.evaluate('self.close()');
  assert.match(await ended(page), /stopped/);
  assert.match(await editor(page).innerText(), /list=allpages/);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await until('the row', async () => /Found/.test(await firstRow(page)));
});

test('axe finds nothing in the page with results', async () => {
  const page = await open(allPages);
  await run(page);
  await prepareAxe(page);
  const { violations, undecided } = await runAxe(page);
  assert.deepEqual([...violations, ...undecided], []);
});
