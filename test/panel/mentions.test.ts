/** Mentions of issues and pages in the texts of results and issues, in a browser: the links and their messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Row } from '#shared/protocol/json.ts';
import type { ToResultsPanel } from '#shared/protocol/panel-messages.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import payloads from '../support/hostile-html.json' with { type: 'json' };
import { issueFullOf, sampleIssue } from '../support/issues.ts';
import type { ResultsPanelPage } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, run, start } from '../support/results.ts';
import { until } from '../support/until.ts';

const table: TableHeader = {
  id: 'recentchanges',
  title: 'recentchanges',
  columns: [
    { key: 'title', title: 'title', type: 'page' },
    { key: 'comment', title: 'comment', type: 'text' },
    { key: 'parsedcomment', title: 'parsedcomment', type: 'html' },
    { key: 'more', title: 'more', type: 'json' },
  ],
};
const wikis = ['https://wiki.example.org'];
const mentions = { type: 'mentions', projects: ['LAMP'], wikis } as const;

const rows: readonly Row[] = [
  {
    title: 'LAMP-1',
    comment: 'moved to UTF-8 for LAMP-12, as LAMP-13 says',
    parsedcomment: '<a href="/wiki/X">LAMP-14</a> &amp; ISO-8601',
    more: { note: 'LAMP-15', other: 'SHA-256' },
  },
  {
    title: 'Mill',
    comment:
      'see https://wiki.example.org/wiki/Old_mill or [[Mill pond|the pond]], not https://evil.example/LAMP',
  },
  { title: 'Long', comment: `${'x '.repeat(197)}LAMP-123456789` },
];

describe('mentions in the results panel', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;
  const open = async (
    shownRows: readonly Row[] = rows,
    before: readonly ToResultsPanel[] = [],
  ): Promise<void> => {
    panel = await panels.results();
    await panel.send(
      ...before,
      start,
      { type: 'rows', run, table, offset: 0, rows: shownRows },
      { ...finish, rows: shownRows.length },
    );
  };
  const shown = (): Promise<string[]> => panel.page.locator('.cell .mention').allInnerTexts();

  it('leave the cursor in the first row, also where they are known before it', async () => {
    await open(rows, [mentions]);
    await panel.page.locator('.grid').focus();
    await panel.press('ArrowDown');
    await until('the second row', async () => {
      const current = panel.page.locator('.row.current .ordinal');
      return (await current.innerText()) === '2';
    });
  });

  it('are none before a project or a wiki is known', async () => {
    await open();
    assert.deepEqual(await shown(), []);
  });

  it('are keys of known projects, addresses of known wikis and titles of pages, each of them a link', async () => {
    await open();
    await panel.send(mentions);
    assert.deepEqual(await shown(), [
      'LAMP-12',
      'LAMP-13',
      'LAMP-14',
      'https://wiki.example.org/wiki/Old_mill',
      '[[Mill pond|the pond]]',
    ]);
    await panel.picture('results-mentions');
    const click = async (text: string, control = false): Promise<unknown> => {
      const modifiers = control ? (['Control'] as const) : [];
      await panel.page.locator('.mention', { hasText: text }).click({ modifiers: [...modifiers] });
      return panel.said.at(-1);
    };
    assert.deepEqual(await click('LAMP-13'), { type: 'issue', run, key: 'LAMP-13', outside: false });
    assert.deepEqual(await click('LAMP-14', true), { type: 'issue', run, key: 'LAMP-14', outside: true });
    const address = 'https://wiki.example.org/wiki/Old_mill';
    assert.deepEqual(await click(address), { type: 'open', run, as: 'wikiAddress', value: address });
    assert.deepEqual(await click('the pond'), { type: 'open', run, as: 'wikiPage', value: 'Mill pond' });
  });

  it('are reached by keyboard where the value is shown whole', async () => {
    await open();
    await panel.send(mentions);
    await panel.page.locator('.cell', { hasText: 'moved to UTF-8' }).click({ position: { x: 3, y: 3 } });
    await panel.press('Enter');
    const link = panel.page.locator('.detail .link', { hasText: 'LAMP-12' });
    await link.focus();
    await panel.press('Enter');
    assert.deepEqual(panel.said.at(-1), { type: 'issue', run, key: 'LAMP-12', outside: false });
    await panel.page.locator('.cell.nested .drawing').first().click();
    await panel.page.locator('.detail .link', { hasText: 'LAMP-15' }).click();
    assert.deepEqual(panel.said.at(-1), { type: 'issue', run, key: 'LAMP-15', outside: false });
    assert.equal(await panel.page.locator('.detail .link').count(), 1);
  });

  it(`ask for nothing but known sites in ${payloads.length} hostile texts`, async () => {
    const hostile = [
      'javascript:taken()',
      'data:text/html,<script>taken()</script>',
      'https://user:pass@wiki.example.org/',
      'https://wiki.example.org@evil.example/',
      'https://evil.example/?https://wiki.example.org/',
      `https://wiki.example.org/${'a'.repeat(5000)}`,
      ...payloads,
    ];
    await open(hostile.map(text => ({ title: 'x', comment: `${text} [[${text}]]`, parsedcomment: text })));
    let taken = 0;
    await panel.page.exposeFunction('taken', () => void taken++);
    await panel.send(mentions);
    await panel.page.evaluate(`(async () => {
      const grid = document.querySelector('.grid');
      for (let top = 0; top < grid.scrollHeight; top += 300) {
        grid.scrollTop = top;
        await new Promise(done => requestAnimationFrame(() => setTimeout(done, 20)));
        for (const each of document.querySelectorAll('.cell .mention')) each.click();
      }
    })()`);
    for (const message of panel.said)
      if (message.type === 'open' && message.as === 'wikiAddress')
        assert.match(message.value, /^https:\/\/wiki\.example\.org\//);
    assert(panel.said.every(({ type }) => type !== 'issue'));
    assert.deepEqual({ taken, requests: panel.requests }, { taken: 0, requests: [] });
  });
});

describe('mentions in the issue panel', () => {
  const panels = panelSuite();
  const trail = { back: false, forward: false };
  const message = { type: 'issue', notices: [], trail, pictures: false, wikis } as const;

  it('are pages of wikis in formatted texts and in plain fields', async () => {
    const panel = await panels.issue({ size: { width: 1100, height: 900 } });
    const issue = {
      ...sampleIssue,
      description:
        '<p>Described in [[Old mill]] and at https://wiki.example.org/wiki/Mill_pond, not at https://evil.example/x; ' +
        '<a href="https://tides.example.org/">[[Tides]]</a></p>',
      fields: [{ id: 'customfield_1', name: 'Wiki page', text: 'https://wiki.example.org/wiki/Tide' }],
    };
    await panel.send({ ...message, issue });
    const link = (text: string) => panel.page.locator('.rich .link, dd .link', { hasText: text }).first();
    assert.deepEqual(await panel.page.locator('[data-section=description] .link').allInnerTexts(), [
      '[[Old mill]]',
      'https://wiki.example.org/wiki/Mill_pond',
      '[[Tides]]',
    ]);
    await link('Old mill').click();
    assert.deepEqual(panel.said.at(-1), { type: 'wikiPage', value: 'Old mill' });
    await link('Mill_pond').focus();
    await panel.page.keyboard.press('Enter');
    const value = 'https://wiki.example.org/wiki/Mill_pond';
    assert.deepEqual(panel.said.at(-1), { type: 'wikiAddress', value });
    await link('Tides').click();
    assert.deepEqual(panel.said.at(-1), { type: 'link', url: 'https://tides.example.org/' });
    await link('wiki/Tide').click();
    assert.deepEqual(panel.said.at(-1), { type: 'wikiAddress', value: 'https://wiki.example.org/wiki/Tide' });
    await panel.picture('issue-mentions');
    await panel.send({ ...message, wikis: [], issue });
    const links = panel.page.locator('[data-section=description] .link');
    await until('one link', async () => (await links.count()) === 1);
  });

  it('are none but those of known sites in hostile texts', async () => {
    const panel = await panels.issue();
    let taken = 0;
    await panel.page.exposeFunction('taken', () => void taken++);
    for (const payload of payloads) {
      await panel.send({ ...message, issue: issueFullOf(`${payload} [[${payload}]]`) });
      await panel.page.evaluate(
        `for (const each of document.querySelectorAll('.page .link')) if (!each.matches('button.key')) each.click()`,
      );
    }
    for (const said of panel.said) {
      if (said.type === 'wikiAddress') assert.match(said.value, /^https:\/\/wiki\.example\.org\//);
      if (said.type === 'wikiPage') assert.doesNotMatch(said.value, /[[\]{}|<>#\n]/);
    }
    assert.deepEqual({ taken, requests: panel.requests }, { taken: 0, requests: [] });
  });
});
