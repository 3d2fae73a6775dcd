/** The playground against strangers: links, windows that opened it, pages around it, hosts without policies, and hostile wikis. */
import assert from 'node:assert/strict';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { fragmentOf, type PageState } from '../../client/playground/page-link.ts';
import { firstRunFiles, type Hosting, type Playground, servePlayground } from '../start/playground.ts';
import { type BadServer, reply, startBadServer } from '../support/bad-server.ts';
import { launchChromium } from '../support/editor/chromium.ts';
import { inRoot } from '../support/paths.ts';
import { until } from '../support/until.ts';

let browser: Browser;
let context: BrowserContext;
let wiki: BadServer;
const playgrounds: Playground[] = [];
const strangers: BadServer[] = [];
/** Violations of the content security policy, and uncaught errors. */
const troubles: string[] = [];
const requests: string[] = [];

/** Texts that a wiki may write anywhere; none of it may become more than text. */
const hostile = [
  '<img src=x onerror="top.hacked = 1">',
  '<script>top.hacked = 1</script>',
  'javascript:alert(1)',
  '[x](javascript:alert(1))',
  '\u202Egnp.exe\u0000\u0007\u001B[31m',
  '__proto__',
];
const allpages = hostile.map((title, index) => ({
  pageid: index + 1,
  ns: 0,
  title,
  ['__proto__']: { hacked: title },
  constructor: title,
  url: hostile[2],
  [hostile[0]!]: { [hostile[1]!]: title },
}));
const answer = JSON.stringify({
  batchcomplete: true,
  warnings: { main: { warnings: hostile.join(' ') } },
  query: { allpages },
}).replaceAll('"constructor"', '"__proto__":{"hacked":true},"constructor"');

before(async () => {
  const anywhere = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
  [browser, wiki] = await Promise.all([launchChromium(), startBadServer([reply(200, anywhere, answer)])]);
});
after(async () => {
  await browser.close();
  await wiki.stop();
});
afterEach(async () => {
  await context.close();
  for (const playground of playgrounds.splice(0)) playground.stop();
  await Promise.all(strangers.splice(0).map(server => server.stop()));
  assert.deepEqual(troubles.splice(0), []);
});

async function serve(hosting: Hosting = {}): Promise<Playground> {
  const playground = await servePlayground(0, hosting);
  playgrounds.push(playground);
  return playground;
}

/** The address of a page of a stranger. */
async function strangerWith(body: string): Promise<string> {
  const html = { 'content-type': 'text/html' };
  const server = await startBadServer([reply(200, html, `<!doctype html><title>Stranger</title>${body}`)]);
  strangers.push(server);
  return server.origin;
}

async function newPage(): Promise<Page> {
  context = await browser.newContext();
  requests.splice(0);
  context.on('request', request => requests.push(request.url()));
  context.on('page', page => {
    page.on('pageerror', error => troubles.push(error.message));
    page.on('console', line => {
      if (line.type() === 'error' || line.type() === 'warning') troubles.push(line.text());
    });
  });
  return context.newPage();
}

const checked = (page: Page): Promise<void> => page.getByText(/^(?:No problems\.|\d+ problems?)$/).waitFor();

const linkTo = async (state: Partial<PageState>): Promise<string> =>
  (await fragmentOf({ language: 'wikiquery', text: '', site: wiki.url, ...state })) ?? assert.fail();

const markup = hostile.slice(0, 4).join(' ');
const forged: Readonly<Record<string, Partial<PageState>>> = {
  'a runbook': {
    language: 'markdown',
    text: `# ${markup}\n\n${markup}\n\n\`\`\`wikiquery\n# @name ${hostile[0]}\n# @prompt x: text "${hostile[1]}" = ${hostile[0]}\nlist={{x}}\n\`\`\`\n\n\`\`\`sql\n-- @view chart bar x=${hostile[0]} y=title\nSELECT '${hostile[1]}' FROM "${hostile[0]}"\n\`\`\`\n`,
  },
  'a query with prompts': {
    text: `### ${markup}\n# @prompt ${hostile[0]}: text "${hostile[1]}" = x\n# @view chart ${hostile[0]}\nlist=allpages\n${hostile[0]}={{x}}\n`,
  },
  JQL: { language: 'jql', text: `### ${markup}\nproject = "${hostile[1]}" AND ${hostile[0]} = 1\n` },
  'a site that is a script': { site: 'javascript:alert(1)', text: 'list=allpages\n' },
};
for (const [name, state] of Object.entries(forged))
  test(`a link with ${name} is text, and sends nothing`, async () => {
    const { url } = await serve();
    const page = await newPage();
    await page.goto(url + (await linkTo(state)));
    await checked(page);
    for (const mark of await page.locator('.token-property, .token-class, .cm-lintRange').all()) {
      await mark.hover();
      if ((await page.locator('.cm-tooltip').count()) > 0) break;
    }
    assert.equal(await page.locator('img, script:not([src]), a[href^="javascript"]').count(), 0);
    assert.equal(await page.evaluate('top.hacked'), undefined);
    assert.deepEqual(
      requests.filter(address => !address.startsWith(url)),
      [],
    );
    const loaded = Object.keys(firstRunFiles).filter(file => requests.includes(url + file));
    assert.deepEqual(loaded, []);
  });

test('the site of a link is shown as it is asked, without characters that hide a part of it', async () => {
  const { url } = await serve();
  const page = await newPage();
  await page.goto(
    url + (await linkTo({ site: 'https://wíki.example/\u202Egro.aidepikiw/api.php', text: 'list=x' })),
  );
  await checked(page);
  const shown = await page.getByRole('textbox', { name: 'Wiki (api.php)' }).inputValue();
  assert.equal(shown, 'https://xn--wki-rma.example/%E2%80%AEgro.aidepikiw/api.php');
});

test('what a hostile wiki answers is text in the table, in a row, in a group and in a file', async () => {
  const { url } = await serve();
  const page = await newPage();
  await page.goto(url + (await linkTo({ text: '### Pages\nlist=allpages\n' })));
  await checked(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const frame = page.frameLocator('.results iframe');
  await frame.locator('.body .row').nth(5).waitFor();
  assert.match(await frame.locator('.grid').innerText(), /<img src=x onerror/);
  const isText = async (): Promise<void> => {
    const elements = 'img, iframe, script:not([src]), a[href^="javascript" i], [onerror]';
    assert.equal(await frame.locator(elements).count(), 0);
    assert.equal(await page.evaluate('top.hacked ?? {}.hacked'), undefined);
  };
  await isText();
  await frame.locator('.body .row').first().locator('[role="gridcell"]').nth(1).click();
  await page.keyboard.press('Enter');
  await isText();
  for (const format of ['CSV', 'JSON', 'HTML', 'Markdown']) {
    const saves = frame.getByRole('button', { name: `Save as ${format}…` });
    if ((await saves.count()) === 0) await frame.getByRole('button', { name: 'Export' }).click();
    if ((await saves.count()) === 0) continue;
    const download = page.waitForEvent('download');
    await saves.click();
    const text = await readFile(await (await download).path(), 'utf8');
    if (format === 'JSON') assert.equal(JSON.parse(text).length, hostile.length);
    if (format === 'HTML') assert.doesNotMatch(text, /<img|<script|href="javascript/);
  }
  await isText();
});

test('another window shows no rows in the results, and gets no messages', async () => {
  const { url } = await serve({ sendsPolicies: false });
  const page = await newPage();
  await page.goto(url + (await linkTo({ text: '### Pages\nlist=allpages\n' })));
  await checked(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const frame = page.frameLocator('.results iframe');
  await frame.locator('.body .row').first().waitFor();
  const other = await context.newPage();
  await other.goto(await strangerWith(''));
  await other.evaluate(`globalThis.heard = []; addEventListener('message', ({ data }) => heard.push(data));`);
  // A stranger's window with a reference to the page, as one that opened it has.
  const address = JSON.stringify(url + (await linkTo({ text: '### Pages\nlist=allpages\n' })));
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    other.evaluate(`globalThis.opened = open(${address}, '<img src=x onerror=alert(1)>'); undefined`),
  ]);
  await checked(opened);
  await opened.getByRole('button', { name: 'Run', exact: true }).click();
  const shown = opened.frameLocator('.results iframe');
  await shown.locator('.body .row').first().waitFor();
  await other.evaluate(`
    for (const target of [opened, opened.frames[0]])
      for (const message of [
        { type: 'start', run: 'forged', title: 'Forged', file: '', started: 0, layouts: {} },
        { type: 'runSql', sql: 'SELECT 1' }, { type: 'copy', text: 'forged' },
      ]) target.postMessage(message, '*');`);
  const sent = wiki.requests.length;
  // A message of the page itself comes after those.
  await shown.getByRole('columnheader', { name: 'pageid' }).click();
  await shown.locator('[aria-sort="ascending"]').waitFor();
  assert.equal(await shown.getByRole('heading', { name: 'Forged' }).count(), 0);
  assert.equal(await shown.getByRole('heading', { name: 'Pages' }).count(), 1);
  assert.equal(wiki.requests.length, sent);
  assert.deepEqual(await other.evaluate('heard'), []);
});

test('a page around the playground gets a link instead of it, also at a host without policies', async () => {
  const { url } = await serve({ sendsPolicies: false });
  const page = await newPage();
  await page.goto(await strangerWith(`<iframe src="${url}"></iframe>`));
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name: /window of its own/ }).waitFor();
  assert.equal(await frame.getByRole('button').count(), 0);
});

test('a user with an older version gets the new one, also when the network is gone later', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'playground-'));
  await cp(inRoot('dist/playground'), folder, { recursive: true });
  const { url } = await serve({ folder });
  const page = await newPage();
  await page.goto(url);
  await checked(page);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  const old = JSON.stringify(`${url}parts/old.js`);
  await page.evaluate(`caches.open('playground').then(cache => cache.put(${old}, new Response('')))`);
  const index = path.join(folder, 'index.html');
  await writeFile(index, (await readFile(index, 'utf8')).replace('wikijql playground<', 'newer version<'));
  await appendFile(path.join(folder, 'service-worker.js'), '// newer');
  await page.reload();
  await until('the new version', async () => (await page.title()) === 'newer version');
  await checked(page);
  await until('the newer worker', () =>
    page.evaluate(
      `navigator.serviceWorker.getRegistration().then(({ waiting, installing }) => waiting !== null || installing !== null)`,
    ),
  );
  // The newer worker takes over when no page of the older one is open.
  await page.close();
  const next = await context.newPage();
  await until('the older parts to be gone', async () => {
    // A page that comes before the browser has let go of the last one keeps the older worker.
    await next.goto('about:blank');
    await next.goto(url);
    return next.evaluate(
      `caches.open('playground').then(cache => cache.match(${old})).then(found => found === undefined)`,
    );
  });
  await context.setOffline(true);
  await next.reload();
  await checked(next);
  assert.equal(await next.title(), 'newer version');
  await context.setOffline(false);
  await rm(folder, { recursive: true });
});
