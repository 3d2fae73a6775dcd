/** The playground in a browser, used by pointer and keyboard, in all looks, offline, and opened by links of strangers. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { fragmentOf, stateOf } from '../../client/playground/page-link.ts';
import samples from '../../client/playground/samples.json' with { type: 'json' };
import { type Playground, playgroundFiles, servePlayground } from '../start/playground.ts';
import { prepareAxe, runAxe } from '../support/axe.ts';
import { launchChromium } from '../support/editor/chromium.ts';
import { until } from '../support/until.ts';

let playground: Playground;
let browser: Browser;
let context: BrowserContext;
/** Violations of the content security policy, uncaught errors, and requests for anything but the page's own files. */
const troubles: string[] = [];
before(async () => {
  playground = await servePlayground(0);
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  playground.stop();
});
afterEach(async () => {
  await context.close();
  assert.deepEqual(troubles.splice(0), []);
});

/** Whether a file is one of those before the first run. */
const isOwn = (address: string): boolean =>
  address.startsWith(`${playground.url}parts/`) ||
  ['', ...Object.keys(playgroundFiles)].some(name => address === playground.url + name);

/** Makes the browser’s storage throw, as where its user forbids it. */
const forbidStorage = `{
  const get = () => { throw new DOMException('Forbidden', 'SecurityError'); };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(globalThis, name, { get });
  for (const name of ['serviceWorker', 'storage']) Object.defineProperty(navigator, name, { get });
}`;

async function open(fragment = '', { script = '' } = {}): Promise<Page> {
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  await context.addInitScript(script);
  const page = await context.newPage();
  page.on('pageerror', error => troubles.push(error.message));
  page.on('console', line => {
    if (line.type() === 'error' || line.type() === 'warning') troubles.push(line.text());
  });
  context.on('request', request => {
    const [address = ''] = request.url().split('#');
    if (!isOwn(address)) troubles.push(`requested ${request.url()}`);
  });
  await page.goto(playground.url + fragment);
  await checked(page);
  return page;
}

/** Waits until the text has been checked; returns what the page says about its problems. */
const checked = (page: Page, summary = /problems?\.?$/i): Promise<string> =>
  until('the check', async () => {
    const said = await page.getByRole('status').allInnerTexts();
    return said.find(sentence => summary.test(sentence) && !sentence.includes('Checking'));
  });

const textOf = async (page: Page): Promise<string> =>
  (await page.locator('.cm-line').allTextContents()).join('\n');

const editor = (page: Page) => page.getByRole('textbox', { name: 'Query' });

/** Replaces the text by typing another. */
async function write(page: Page, query: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(query);
}

async function paste(page: Page, pasted: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pasted)})`);
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
}

const says = (page: Page, sentence: RegExp): Promise<string> => checked(page, sentence);

test('every sample is checked and explained; only those about mistakes have problems', async () => {
  const page = await open();
  for (const { title, language, text } of samples) {
    await page.getByLabel('Sample').selectOption(title);
    await until(`the explanation of ${title}`, async () => {
      if (language === 'markdown') return page.locator('.explanations').isHidden();
      const heading = /### (.+)/.exec(text)?.[1] ?? '';
      const explained = await page.locator('.explanations').innerText();
      return explained.includes(heading.replace(/\{\{.*/, ''));
    });
    assert.equal(await page.getByLabel('Language').inputValue(), language);
    const summary = await checked(page);
    assert.equal(summary === 'No problems.', !title.includes('mistakes'), `${title}: ${summary}`);
  }
});

test('a problem is underlined, explained by the pointer, and fixed by a click or the keyboard', async () => {
  const page = await open();
  await write(page, 'list=allpages\naplimt=5\n');
  await says(page, /^1 problem$/);
  await page.locator('.cm-lintRange-warning', { hasText: 'aplimt' }).hover();
  await page.locator('.cm-tooltip-lint').getByText('Did you mean “aplimit”?').waitFor();
  await page.getByRole('button', { name: 'Change “aplimt” to “aplimit”' }).last().click();
  await says(page, /^No problems\.$/);
  assert.equal(await textOf(page), 'list=allpages\naplimit=5\n');
  await page.keyboard.press('Control+z');
  await says(page, /^1 problem$/);
  await page.getByRole('main').getByRole('button', { name: 'Change “aplimt”' }).focus();
  await page.keyboard.press('Enter');
  await says(page, /^No problems\.$/);
});

test('words are completed, and names explained by the pointer as text', async () => {
  const page = await open();
  await write(page, 'list=allpages\napli');
  await page
    .getByRole('option', { name: /aplimit/ })
    .first()
    .waitFor();
  await page.locator('.cm-completionInfo').getByText('pages').first().waitFor();
  await page.keyboard.press('Enter');
  assert.match(await textOf(page), /^list=allpages\naplimit=/);
  await page.keyboard.press('Escape');
  await page.locator('.token-class').hover();
  await page.locator('.cm-lsp-hover-tooltip').getByText('allpages').first().waitFor();
});

test('the formatter writes the query, and Undo what was there', async () => {
  const page = await open();
  await page.getByLabel('Language').selectOption('JQL');
  await write(page, 'project=OPS and status=Open');
  await page.getByRole('button', { name: 'Format' }).click();
  await until('the format', async () => (await textOf(page)).trim() === 'project = OPS AND status = Open');
});

for (const [name, pasted, language, site, expected] of [
  [
    'an address',
    'https://de.wikipedia.org/w/api.php?action=query&list=allpages&apprefix=B',
    'wikiquery',
    'https://de.wikipedia.org/w/api.php',
    'list=allpages\napprefix=B\n',
  ],
  [
    'a command of curl',
    "curl 'https://en.wikipedia.org/w/api.php?action=query&list=users&ususers=A'",
    'wikiquery',
    'https://en.wikipedia.org/w/api.php',
    'list=users\nususers=A\n',
  ],
  [
    'Python',
    'requests.get("https://en.wikipedia.org/w/api.php", params={"action": "query", "list": "allpages"})',
    'wikiquery',
    'https://en.wikipedia.org/w/api.php',
    'list=allpages\n',
  ],
  [
    'an address of a tracker',
    'https://bugs.example.org/issues/?jql=project%20%3D%20OPS',
    'jql',
    'https://bugs.example.org',
    'project = OPS\n',
  ],
  [
    'JQL in a mail',
    '> JQL: project = OPS AND summary ~ “full disk”',
    'jql',
    'https://issues.apache.org/jira',
    'project = OPS AND summary ~ "full disk"\n',
  ],
  [
    'a request as a browser shows it',
    'GET /w/api.php?action=query&list=allpages HTTP/2\nHost: de.wikipedia.org\nCookie: a=b\n',
    'wikiquery',
    'https://de.wikipedia.org/w/api.php',
    'list=allpages\n',
  ],
  [
    'a recording of a page, of more than a query may have,',
    JSON.stringify({
      log: {
        entries: [
          { request: { url: 'https://de.wikipedia.org/style.css' }, response: 'x'.repeat(2_000_000) },
          { request: { url: 'https://de.wikipedia.org/w/api.php?action=query&list=allpages' } },
        ],
      },
    }),
    'wikiquery',
    'https://de.wikipedia.org/w/api.php',
    'list=allpages\n',
  ],
  [
    'the address of a page',
    'https://de.wikipedia.org/wiki/Albert_Einstein',
    'wikiquery',
    'https://de.wikipedia.org/w/api.php',
    'titles=Albert Einstein\nprop=info\n',
  ],
] as const)
  test(`${name} that is pasted becomes a query`, async () => {
    const page = await open();
    await paste(page, pasted);
    await says(page, /became a query/);
    assert.equal(await textOf(page), expected);
    assert.equal(await page.getByLabel('Language').inputValue(), language);
    assert.equal(await page.getByRole('textbox', { name: /^Wiki|^Jira/ }).inputValue(), site);
  });

for (const [name, pasted, refusal] of [
  [
    'a request that is no query',
    'GET /a.css HTTP/1.1\nHost: example.org\n',
    /^The request to https:\/\/example\.org\/a\.css is not/,
  ],
  ['100,000 brackets', '['.repeat(100_000), /^This text has more than 100 brackets/],
  ['a text that is too long', 'a = b '.repeat(50_000), /^This text has more than 200000 characters/],
  ['a sentence', 'Today we went to the market.', /^No query was found in this text\. Paste an address/],
  ['an address without a query', 'https://example.org/', /^This address contains no query/],
] as const)
  test(`${name} that is pasted is refused, with what to paste instead`, async () => {
    const page = await open();
    await paste(page, pasted);
    await says(page, refusal);
  });

test('a message stays until the user dismisses it, or another one replaces it', async () => {
  const page = await open();
  await paste(page, 'https://example.org/');
  await says(page, /no query/);
  await write(page, 'list=allpages\naplimt=5\n');
  await says(page, /^1 problem$/);
  await says(page, /no query/);
  // Also where the page is scrolled.
  await page.setViewportSize({ width: 375, height: 300 });
  await page.getByText('Licences').scrollIntoViewIfNeeded();
  const { y = -1 } = (await page.getByText(/no query/).boundingBox()) ?? {};
  assert.ok(y >= 0 && y < 100, String(y));
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText(/no query/).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: 'Dismiss' }).count(), 0);
  await page.keyboard.type('x');
  assert.match(await textOf(page), /x/);
});

test('a query is copied as code for the site, without a password that its address had', async () => {
  const page = await open();
  const site = page.getByRole('textbox', { name: 'Wiki (api.php)' });
  await site.fill('https://me:secret@wiki.example.org/w/api.php');
  await write(page, 'list=allpages\n');
  await page.keyboard.press('Control+Home');
  await page.getByRole('button', { name: 'Copy As…' }).click();
  await page.getByRole('button', { name: 'Copy curl' }).click();
  await says(page, /^Copied: curl\.$/);
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  assert.match(copied, /https:\/\/wiki\.example\.org\/w\/api\.php/);
  assert.doesNotMatch(copied + page.url(), /secret/);
});

test('the address holds the state, which a reload and Copy Link give back', async () => {
  const page = await open();
  await page.getByLabel('Language').selectOption('JQL');
  await write(page, 'project = OPS\n');
  const state = await until('the address', async () => {
    const read = await stateOf(new URL(page.url()).hash);
    return read?.text === 'project = OPS\n' && read;
  });
  assert.deepEqual(state, {
    language: 'jql',
    text: 'project = OPS\n',
    site: 'https://issues.apache.org/jira',
  });
  await page.reload();
  await checked(page);
  assert.equal(await textOf(page), 'project = OPS\n');
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await says(page, /^Copied a link/);
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url());
});

test('Copy Link says that a link is long, and a text that is too long gets none', async () => {
  const page = await open();
  await write(page, Array.from({ length: 700 }, (_, index) => `# ${index * 7919} ${index ** 3}`).join('\n'));
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await says(page, /some programs cut links/);
  await write(page, `# ${'a'.repeat(70_000)}`);
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await says(page, /too long for a link/);
});

test('a link that was cut says so; markup in one is text', async () => {
  const state = { language: 'wikiquery', site: 'https://wiki.example.org/w/api.php' } as const;
  const markup = '### <img src=x onerror=alert(1)>\nlist=<b>x</b>\n|<script>alert(1)</script>=1\n';
  const fragment = (await fragmentOf({ ...state, text: markup })) ?? '';
  const page = await open(fragment.slice(0, -20));
  await says(page, /incomplete or damaged/);
  await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
  await until('the text of the link', async () => (await textOf(page)) === markup);
  await says(page, /^[2-9] problems$/);
  await page.locator('.token-namespace').hover();
  await page.locator('.cm-lsp-hover-tooltip').waitFor();
  assert.equal(await page.locator('img, b, script:not([src])').count(), 0);
});

test('it works without a network once it was loaded', async () => {
  const page = await open();
  await write(page, 'list=allpages\naplimt=5\n');
  await until('the address', async () => new URL(page.url()).hash.length > 1);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await context.setOffline(true);
  await page.reload();
  await says(page, /^1 problem$/);
  assert.equal(await textOf(page), 'list=allpages\naplimt=5\n');
  await context.setOffline(false);
});

test('it works in a browser that allows no storage', async () => {
  const page = await open('', { script: forbidStorage });
  await write(page, 'list=allpages\naplimt=5\n');
  await says(page, /^1 problem$/);
  await until('the address', async () => new URL(page.url()).hash.length > 1);
  await page.reload();
  await says(page, /^1 problem$/);
  assert.equal(await textOf(page), 'list=allpages\naplimt=5\n');
});

test('it loads again where storage is full', async () => {
  const page = await open();
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.evaluate(`caches.delete('playground')`);
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(playground.url).origin,
    quotaSize: 1,
  });
  await write(page, 'list=allpages\naplimt=5\n');
  await until('the address', async () => new URL(page.url()).hash.length > 1);
  for (let reload = 0; reload < 2; reload++) {
    await page.reload();
    await says(page, /^1 problem$/);
  }
});

test('the language server is started again after its end, with the text as it is; not for ever', async () => {
  const page = await open();
  await write(page, 'list=allpages\naplimt=5\n');
  await says(page, /^1 problem$/);
  const end = async (): Promise<void> => {
    const server = await until('the server', async () => page.workers()[0]);
    await server.evaluate('self.close()');
  };
  for (const count of [2, 3, 4]) {
    await end();
    await says(page, /was started again/);
    await page.keyboard.insertText('###\nlist=allpages\naplimt=5\n');
    await says(page, new RegExp(`^${count} problems$`));
  }
  const kept = await textOf(page);
  await end();
  await says(page, /does not respond/);
  assert.equal(await textOf(page), kept);
});

const looks = [
  { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' },
  { colorScheme: 'dark', contrast: 'no-preference', forcedColors: 'none' },
  { colorScheme: 'light', contrast: 'more', forcedColors: 'none' },
  { colorScheme: 'dark', contrast: 'more', forcedColors: 'none' },
  { colorScheme: 'dark', contrast: 'more', forcedColors: 'active' },
] as const;

test('the whole page is used by the keyboard alone', async () => {
  const page = await open();
  const focused = (): Promise<string> =>
    page.evaluate<string>(
      `document.activeElement?.labels?.[0]?.innerText ?? document.activeElement?.textContent ?? ''`,
    );
  const tabTo = async (name: string): Promise<void> => {
    for (let count = 0; count < 20 && !(await focused()).startsWith(name); count++)
      await page.keyboard.press('Tab');
    assert.match(await focused(), new RegExp(`^${name}`));
  };
  await tabTo('Sample');
  await page.keyboard.type('Wiki: mistakes');
  await page.keyboard.press('Enter');
  await says(page, /^[2-9] problems$/);
  await tabTo('Format');
  await page.keyboard.press('Enter');
  await tabTo('Copy As…');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await tabTo('Copy As…');
  // The editor is left by Escape and Tab.
  await editor(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText('list=allpages\naplimt=5\n');
  await says(page, /^1 problem$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await tabTo('Change');
  await page.keyboard.press('Enter');
  await says(page, /^No problems\.$/);
  assert.equal(await textOf(page), 'list=allpages\naplimit=5\n');
});

test('axe finds nothing, in any look', async () => {
  const page = await open();
  await page.getByLabel('Sample').selectOption('JQL: mistakes to fix');
  await says(page, /^[1-9] problems$/);
  await prepareAxe(page);
  const findings: string[] = [];
  const look = async (name: string): Promise<void> => {
    for (const media of looks) {
      await page.emulateMedia(media);
      const { violations, undecided } = await runAxe(page);
      findings.push(
        ...[...violations, ...undecided].map(line => `${name}, ${JSON.stringify(media)}: ${line}`),
      );
    }
  };
  await look('with problems');
  await page.getByRole('button', { name: 'Copy As…' }).click();
  await page.getByRole('dialog').waitFor();
  // Axe ignores the top layer of the page, which has the dialog.
  await page.evaluate(`document.querySelector('dialog').style.zIndex = '1000'`);
  await look('with the forms of a query');
  assert.deepEqual(findings, []);
});

for (const width of [360, 375, 400])
  test(`explanations leave the toolbar free, at the width of ${width}`, async () => {
    const page = await open();
    await page.setViewportSize({ width, height: 640 });
    const isFree = async (): Promise<void> => {
      const controls = page.locator('.toolbar').locator('select, input, button');
      // Throws where something else would get the click.
      for (const control of await controls.all()) await control.click({ trial: true });
    };
    await write(page, 'list=allpages\naplimt=5\n');
    await says(page, /^1 problem$/);
    const box = async (selector: string) =>
      (await page.locator(selector).first().boundingBox()) ?? assert.fail(selector);
    const toolbarEnd = async (): Promise<number> => {
      const { y, height } = await box('.toolbar');
      return y + height;
    };
    for (const [tooltip, show] of [
      ['.cm-lsp-hover-tooltip', () => page.locator('.token-class').first().hover()],
      ['.cm-tooltip-lint', () => page.locator('.cm-lintRange-warning').hover()],
      ['.cm-tooltip-autocomplete', () => page.keyboard.type('ap')],
      ['.cm-completionInfo', async () => undefined],
    ] as const) {
      await show();
      await page.locator(tooltip).first().waitFor();
      await until(`${tooltip} in its place`, async () => {
        const { x, y, width: wide } = await box(tooltip);
        return y >= (await toolbarEnd()) && y < 600 && x >= 0 && x + wide <= width + 1;
      });
    }
    await page.keyboard.press('Escape');
    await isFree();
  });

test('it fits the width of a phone', async () => {
  const page = await open();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByLabel('Sample').selectOption('Wiki: mistakes to fix');
  await says(page, /^[1-9] problems$/);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  assert.equal(await page.evaluate(overflow), 0);
  await page.getByRole('button', { name: 'Copy As…' }).click();
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.evaluate(overflow), 0);
});
