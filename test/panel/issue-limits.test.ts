/** The issue panel with data of a hostile or broken tracker, of sizes and depths that no real issue has. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Notice } from '#shared/protocol/notice.ts';
import type { FromIssuePanel, ToIssuePanel } from '#shared/protocol/panel-messages.ts';
import { filling, flatHtml, hugeLength, manyNotices, nestedHtml, unshownHtml } from '../support/huge.ts';
import { issueFullOf, sampleIssue } from '../support/issues.ts';
import type { PanelPage } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';

const many = <T>(item: T): readonly T[] => Array.from({ length: 20_000 }, () => item);

describe('the issue panel within bounds', () => {
  const panels = panelSuite();
  let panel: PanelPage<ToIssuePanel, FromIssuePanel>;

  const send = async (issue = sampleIssue, notices: readonly Notice[] = []): Promise<void> => {
    const trail = { back: false, forward: false };
    await panel.send({ type: 'issue', issue, notices, trail, pictures: false });
  };
  const show = async (issue = sampleIssue, notices: readonly Notice[] = []): Promise<void> => {
    panel = await panels.issue();
    await send(issue, notices);
  };
  const elementCount = (): Promise<number> => panel.page.evaluate("document.querySelectorAll('*').length");

  for (const [name, pieces] of Object.entries({ nestedHtml, flatHtml, unshownHtml }))
    it(`shows issues whose texts are ${hugeLength} characters of ${name}`, async () => {
      await show();
      for (const piece of pieces) {
        const text = filling(piece);
        await send({
          ...sampleIssue,
          summary: piece,
          description: text,
          comments: [{ id: '1', body: '<p>Comment</p>' }],
          fields: [{ id: 'f', name: 'Rich', text: '', html: text }],
        });
        assert.match(await panel.page.locator('.page').innerText(), /Comments/);
        assert.ok((await elementCount()) < 30_000, piece);
      }
    });

  it('says that a text was cut, and where all of it is', async () => {
    await show({ ...sampleIssue, description: filling('<b>x', 20_000) });
    const rest = panel.page.locator('[data-section=description] .rest');
    assert.match(await rest.innerText(), /^Only the beginning of this text is shown\./);
    await rest.getByRole('button').click();
    assert.deepEqual(panel.said.at(-1), { type: 'browse' });
  });

  it('cuts a text that turns round more often than any real one', async () => {
    await show({
      ...sampleIssue,
      description: 'xع'.repeat(10_001),
      comments: [{ id: '1', body: 'ع x'.repeat(3) }],
    });
    const description = panel.page.locator('[data-section=description]');
    assert.equal(await description.locator('.rest').count(), 1);
    assert.equal((await description.locator('.rich').innerText()).match(/ع/g)?.length, 10_000);
    assert.equal(await panel.page.locator('.comment .rest').count(), 1);
  });

  it('keeps a text whole that is long and deep as real ones are', async () => {
    const quoted = `${'<blockquote>'.repeat(60)}deep${'</blockquote>'.repeat(60)}`;
    const rows = '<tr><td>one</td><td>two</td></tr>'.repeat(2000);
    const mixed = 'שלום עולם 1948 '.repeat(4000);
    await show({
      ...sampleIssue,
      description: `${quoted}<table>${rows}</table><p>${mixed}</p><p>The end</p>`,
    });
    assert.equal(await panel.page.locator('.rest').count(), 0);
    assert.equal(await panel.page.locator('[data-section=description] tr').count(), 2000);
    assert.match(await panel.page.locator('[data-section=description]').innerText(), /deep[^]*The end/);
  });

  it(`shows issues that have ${hugeLength} characters of text in every place`, async () => {
    await show();
    for (const id of ['history', 'worklogs'])
      await panel.page.locator(`[data-section=${id}] summary`).click();
    for (const piece of ['x\u202Eع', '\u202E', 'a\n']) {
      await send(issueFullOf(filling(piece)));
      await panel.page.locator('.changes li li').waitFor();
      assert.ok((await elementCount()) < 40_000, piece);
    }
  });

  it('shows long lists in batches', async () => {
    const link = { relation: 'blocks', key: 'A-1', summary: 'Another' };
    await show({
      ...sampleIssue,
      labels: many('label'),
      links: many(link),
      subtasks: many({ ...link, relation: '' }),
      attachments: many({ name: 'file' }),
      comments: many({ id: '1', body: '<p>Comment</p>' }),
      fields: many({ id: 'f', name: 'Field', text: 'value' }),
    });
    const comments = panel.page.locator('[data-section=comments]');
    assert.equal(await comments.locator('.comment').count(), 50);
    await comments.getByRole('button', { name: 'Show 50 More' }).click();
    assert.equal(await comments.locator('.comment').count(), 100);
    assert.ok((await elementCount()) < 10_000);
  });

  it('shows all of a list once all was asked for', async () => {
    await show({ ...sampleIssue, labels: Array.from({ length: 130 }, (_, index) => `label-${index}`) });
    const more = panel.page.getByRole('button', { name: 'Show 30 More' });
    await more.click();
    await more.waitFor({ state: 'detached' });
    assert.equal(await panel.page.locator('.chip', { hasText: 'label-' }).count(), 130);
    assert.equal(await panel.page.evaluate('document.activeElement.textContent'), 'label-100');
  });

  it('shows the first of 200,000 messages', async () => {
    await show(sampleIssue, manyNotices);
    assert.equal(await panel.page.locator('.notice').count(), 50);
    assert.match(await panel.page.locator('.notices').innerText(), /199,950 more messages are not shown\.$/);
  });
});
