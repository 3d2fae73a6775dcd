/** The playground in a real browser: how long until its first problem is underlined, and until a typed character is painted. */
import type { Page } from 'playwright-core';
import { fragmentOf } from '../../client/playground/page-link.ts';
import { servePlayground } from '../start/playground.ts';
import { launchChromium } from '../support/editor/chromium.ts';
import { median } from './figures.ts';
import type { Report } from './report.ts';

const loads = 5;
const keystrokes = 40;
const milliseconds = (value: number): string => `${value.toFixed(0)} ms`;

const text = '### Pages\nlist=allpages\naplimt=5\n';
const content = `document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content')`;

/** Milliseconds since the page was asked for, once a problem is underlined and painted. */
const untilUnderlined = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise(done => {
    const look = () => {
      if (${content}?.querySelector('.cm-lintRange')) requestAnimationFrame(() => done(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  })`);

/** Milliseconds from a pressed key until its character is painted. */
async function untilPainted(page: Page): Promise<number> {
  await page.evaluate(`(() => {
    const length = ${content}.textContent.length;
    globalThis.painted = new Promise(done => {
      const look = since => {
        if (${content}.textContent.length > length) requestAnimationFrame(() => done(performance.now() - since));
        else requestAnimationFrame(() => look(since));
      };
      addEventListener('keydown', () => look(performance.now()), { capture: true, once: true });
    });
  })()`);
  await page.keyboard.press('x');
  return page.evaluate<number>('painted');
}

export async function measurePlayground(report: Report): Promise<void> {
  report.heading('The playground in Chromium');
  const playground = await servePlayground(0);
  const browser = await launchChromium();
  try {
    const site = 'https://wiki.example.org/w/api.php';
    const address = playground.url + ((await fragmentOf({ language: 'wikiquery', text, site })) ?? '');
    const firsts: number[] = [];
    const times: number[] = [];
    for (let load = 0; load < loads; load++) {
      // Another context has nothing stored.
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(address, { waitUntil: 'commit' });
      firsts.push(await untilUnderlined(page));
      await page.getByRole('textbox', { name: 'Query' }).click();
      await page.keyboard.press('Control+End');
      for (let count = 0; count < keystrokes / loads; count++) times.push(await untilPainted(page));
      await context.close();
    }
    report.bound('cold load to the first underlined problem', median(firsts), 1500, milliseconds);
    report.bound('a keystroke to its character', median(times), 50, milliseconds);
    report.figure('the slowest keystroke', milliseconds(Math.max(...times)));
  } finally {
    await browser.close();
    playground.stop();
  }
}
