/** The results panel with data of a hostile or broken site, of sizes and depths that no real response has. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filling, flatHtml, hugeLength, manyNotices, nestedHtml, unshownHtml } from '../support/huge.ts';
import type { ResultsMessage, ResultsPanelPage } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, run, start } from '../support/results.ts';

describe('the results panel within bounds', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;

  const show = async (...messages: readonly ResultsMessage[]): Promise<void> => {
    panel = await panels.results();
    await panel.send(start, ...messages);
    await panel.page.locator('.badge').waitFor();
  };
  const columns = (['html', 'text', 'page', 'json'] as const).map(type => ({ key: type, title: type, type }));
  const table = { id: 'pages', title: 'pages', columns };
  const elementCount = (): Promise<number> => panel.page.evaluate("document.querySelectorAll('*').length");

  for (const [name, pieces] of Object.entries({ nestedHtml, flatHtml, unshownHtml }))
    it(`shows, finds and opens cells that are ${hugeLength} characters of ${name}`, async () => {
      const texts = pieces.map(piece => filling(piece));
      const rows = texts.map(text => ({ html: text, text, page: text, json: [text, { [text]: text }] }));
      await show({ type: 'rows', run, table, offset: 0, rows }, finish);
      await panel.page.getByRole('searchbox').fill('x');
      await panel.page.getByRole('searchbox').fill('');
      await panel.page.locator('.grid').focus();
      for (const piece of pieces) {
        for (const key of ['Home', ' ', 'End', 'ArrowDown']) await panel.page.keyboard.press(key);
        await panel.page.locator('.detail').waitFor();
        assert.ok((await elementCount()) < 50_000, piece);
        assert.ok((await panel.page.locator('.detail .mark').count()) < 3000, piece);
      }
    });

  it('shows a huge nested value in batches', async () => {
    const list = Array.from({ length: 300_000 }, (_, index) => ({ index, more: [1, [2, [3]]] }));
    const row = { json: { list, deep: [[list.slice(0, 5)]] } };
    await show({ type: 'rows', run, table, offset: 0, rows: [row] }, finish);
    panel.hold();
    await panel.page.locator('.cell.nested .drawing').click();
    await panel.release();
    const detail = panel.page.locator('.detail');
    await detail.locator('summary', { hasText: '300,000 items' }).click();
    const more = detail.getByRole('button', { name: 'Show 200 More' });
    await more.click();
    assert.equal(await detail.locator('ul.list > li > details > summary', { hasText: 'index' }).count(), 400);
    assert.ok((await elementCount()) < 20_000);
  });

  it('shows a long text in batches', async () => {
    await show({ type: 'rows', run, table, offset: 0, rows: [{ text: `${'x'.repeat(30_000)}END` }] }, finish);
    await panel.page.locator('.body .cell').nth(1).dblclick();
    assert.doesNotMatch(await panel.page.locator('.detail .whole').first().innerText(), /END/);
    await panel.page.getByRole('button', { name: 'Show 10,003 More Characters' }).click();
    assert.match(await panel.page.locator('.detail .whole').first().innerText(), /END$/);
  });

  it('shows a text that turns round with every character in smaller batches', async () => {
    const text = 'xع'.repeat(1800);
    await show({ type: 'rows', run, table, offset: 0, rows: [{ text }] }, finish);
    await panel.page.locator('.body .cell').nth(1).dblclick();
    const whole = panel.page.locator('.detail .whole').first();
    assert.equal((await whole.innerText()).length, 2001);
    await panel.page.getByRole('button', { name: 'Show 1,599 More Characters' }).click();
    assert.equal((await whole.innerText()).length, text.length);
  });

  it('shows the first of 200,000 messages', async () => {
    await show({ ...finish, notices: manyNotices });
    assert.equal(await panel.page.locator('.notice').count(), 50);
    assert.match(await panel.page.locator('.notices').innerText(), /199,950 more messages are not shown\.$/);
  });

  it('shows titles, sites and messages of any length', async () => {
    const text = filling('\u202Ex');
    await show(
      {
        type: 'rows',
        run,
        table: { id: text, title: text, columns: [{ key: text, title: text, type: 'text' }] },
        offset: 0,
        rows: [],
      },
      {
        ...finish,
        title: text,
        site: text,
        notices: [{ severity: 'error', code: text, isSiteCode: true, message: text }],
      },
    );
    assert.ok((await panel.page.locator('body').innerText()).length < 50_000);
  });
});
