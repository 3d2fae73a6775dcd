/** The issue panel in a browser, under the editor's rules: its appearance, its messages, hostile HTML. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { FromIssuePanel, ToIssuePanel } from '#shared/protocol/panel-messages.ts';
import { documentHtml } from '../../server/src/network/table/rich-document.ts';
import payloads from '../support/hostile-html.json' with { type: 'json' };
import { issueFullOf, sampleIssue } from '../support/issues.ts';
import type { PanelOptions, PanelPage } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { until } from '../support/until.ts';

const trail = { back: true, forward: false };
const shown = (issue = sampleIssue, pictures = false): ToIssuePanel => ({
  type: 'issue',
  issue,
  notices: [],
  trail,
  pictures,
});

describe('the issue panel', () => {
  const panels = panelSuite();
  let panel: PanelPage<ToIssuePanel, FromIssuePanel>;
  afterEach(() => {
    assert.deepEqual(panel.requests, []);
  });

  const open = async (options: PanelOptions = {}): Promise<void> => {
    panel = await panels.issue({
      size: { width: 1100, height: 1500 },
      ...options,
    });
  };
  const picture = (name: string): Promise<void> => panel.picture(name);
  const press = (name: string): Promise<void> =>
    panel.page.getByRole('button', { name, exact: true }).first().click();
  const last = (): FromIssuePanel | undefined => panel.said.at(-1);

  it('opens its epic, and the issues that its fields name', async () => {
    await open();
    const fields = [
      { id: 'epic', name: 'Epic Link', text: 'TOWN-5', isIssue: true as const },
      { id: 'notes', name: 'Notes', text: 'after HARBOR-99 and TOWN-6, in UTF-8' },
    ];
    await panel.send(shown({ ...sampleIssue, fields }));
    const facts = panel.page.locator('.facts');
    await facts.getByRole('button', { name: 'TOWN-5' }).click();
    assert.deepEqual(last(), { type: 'issue', reference: 'TOWN-5' });
    assert.deepEqual(await facts.locator('[role=link]').allInnerTexts(), ['HARBOR-99', 'TOWN-6']);
    await facts.getByText('TOWN-6').click();
    assert.deepEqual(last(), { type: 'issue', reference: 'TOWN-6' });
  });

  it('marks the comments and the work that only some users can see, draws a document, and says what the tracker left out', async () => {
    await open();
    const [comment] = sampleIssue.comments;
    const [worklog] = sampleIssue.worklogs;
    assert.ok(comment && worklog);
    const content = [
      {
        type: 'panel',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Not on production' }] }],
      },
      { type: 'codeBlock', content: [{ type: 'text', text: 'a\n  b' }] },
    ];
    await panel.send(
      shown({
        ...sampleIssue,
        description: documentHtml({ type: 'doc', content }),
        comments: [
          { ...comment, visibleTo: { kind: 'named', name: 'Administrators' } },
          { ...comment, visibleTo: { kind: 'internal', name: '' } },
          comment,
        ],
        commentTotal: 9,
        fields: [{ id: 'security', name: 'Security Level', text: 'Staff' }],
        worklogs: [{ ...worklog, visibleTo: { kind: 'named', name: 'Developers' } }],
      }),
    );
    const marks = panel.page.locator('.restricted');
    assert.deepEqual((await marks.allInnerTexts()).slice(0, 3), [
      'Only Staff',
      'Only Administrators',
      'Internal note',
    ]);
    assert.equal(await panel.page.locator('.rich aside').first().innerText(), 'Not on production');
    assert.equal(await panel.page.locator('.rich pre').first().innerText(), 'a\n  b');
    assert.ok(await panel.page.getByText('3 of 9 entries are shown').isVisible());
    await picture('issue-restricted');
  });

  it('asks for another row by a key, which does not scroll', async () => {
    await open({ size: { width: 900, height: 300 } });
    await panel.send(shown());
    const scrolled = (): Promise<number> =>
      panel.page.locator('.stage').evaluate(({ scrollTop }) => scrollTop);
    await panel.page.locator('h1').focus();
    for (const [key, by] of [
      ['Alt+ArrowDown', 1],
      ['Alt+ArrowUp', -1],
    ] as const) {
      await panel.page.keyboard.press(key);
      assert.deepEqual(last(), { type: 'row', by });
    }
    await panel.page.keyboard.press('Alt+ArrowDown');
    // A plain key scrolls: what the key before it has scrolled would be there as well.
    await panel.page.keyboard.press('ArrowDown');
    await until('the issue is scrolled by one line', async () => (await scrolled()) === 40);
  });

  it('says that it is ready before anything else', async () => {
    await open();
    assert.deepEqual(panel.said, [{ type: 'ready' }]);
  });

  for (const theme of ['dark', 'light', 'contrast'] as const)
    it(`looks well in a ${theme} theme`, async () => {
      await open({ theme });
      await panel.send(shown());
      await picture(`issue-${theme}`);
      const text = await panel.page.locator('.page').innerText();
      for (const part of [
        /HARBOR-123/,
        /In Progress/,
        /Unresolved/,
        /Inga Solberg/,
        /19 days ago|2 weeks ago/,
        /in 4 days/,
        /Spring tide 3/,
        /drift = clock/,
        /gauge-march\.csv/,
        /is caused by/,
      ])
        assert.match(text, part);
    });

  it('fits a narrow panel', async () => {
    await open({ size: { width: 420, height: 900 } });
    await panel.send(shown());
    await picture('issue-narrow');
    const width = await panel.page.evaluate(
      "document.querySelector('.stage').scrollWidth - document.querySelector('.stage').clientWidth",
    );
    assert.equal(width, 0);
    const sections = await Promise.all(
      ['description', 'people', 'dates', 'comments', 'details'].map(async name => {
        const box = await panel.page.locator(`[data-section=${name}]`).boundingBox();
        return { name, top: box?.y ?? NaN };
      }),
    );
    const order = sections.toSorted((one, other) => one.top - other.top).map(({ name }) => name);
    assert.deepEqual(order, ['description', 'people', 'dates', 'comments', 'details']);
  });

  it('asks for what the bar offers', async () => {
    await open();
    await panel.send(shown());
    for (const name of ['Back', 'Refresh', 'Copy Key', 'Copy Link', 'Open in Browser']) await press(name);
    assert.deepEqual(
      panel.said.slice(1).map(({ type }) => type),
      ['back', 'refresh', 'copyKey', 'copyLink', 'browse'],
    );
    assert.ok(await panel.page.getByRole('button', { name: 'Forward' }).isDisabled());
  });

  it('opens other issues here and every other link in the browser', async () => {
    await open();
    await panel.send(shown());
    await press('HARBOR-131');
    assert.deepEqual(last(), { type: 'issue', reference: 'HARBOR-131' });
    const inText = panel.page.locator('.rich .link', { hasText: 'HARBOR-118' });
    await inText.click();
    assert.deepEqual(last(), { type: 'issue', reference: 'https://issues.example.org/browse/HARBOR-118' });
    await inText.click({ modifiers: ['Control'] });
    assert.deepEqual(last(), { type: 'link', url: 'https://issues.example.org/browse/HARBOR-118' });
    await panel.page.locator('.rich .link', { hasText: 'table of the office' }).focus();
    await panel.page.keyboard.press('Enter');
    assert.deepEqual(last(), { type: 'link', url: 'https://tides.example.org/mole?day=3' });
    await press('gauge-march.csv');
    assert.deepEqual(last(), { type: 'link', url: sampleIssue.attachments[1]?.url });
  });

  it('shows the history, the latest change first, once it is asked for', async () => {
    await open();
    await panel.send(shown());
    assert.equal(await panel.page.locator('.changes').count(), 0);
    await panel.page.locator('[data-section=history] summary').focus();
    await panel.page.keyboard.press('Enter');
    await panel.page.locator('.changes').waitFor();
    assert.match(
      await panel.page.locator('.changes > li').first().innerText(),
      /status\s+To Do\s+→\s+In Progress/,
    );
    await panel.send(shown());
    assert.ok(
      await panel.page.locator('.changes').isVisible(),
      'it stays open when the issue is fetched again',
    );
  });

  it('shows the work that was booked once it is asked for, and how much more there is', async () => {
    await open();
    await panel.send(shown());
    const section = panel.page.locator('[data-section=worklogs]');
    assert.equal(await section.locator('.worklog').count(), 0);
    assert.match(await section.locator('summary').innerText(), /Work log\s+2/);
    await section.locator('summary').click();
    await section.locator('.worklog').first().waitFor();
    assert.match(
      await section.innerText(),
      /Inga Solberg\s+1d 2h[\s\S]+a whole year[\s\S]+Tomás Quintela\s+45m[\s\S]+2 of 31 entries/,
    );
    await section.scrollIntoViewIfNeeded();
    await picture('issue-work');
  });

  it('loads no picture unasked, and offers to', async () => {
    await open();
    await panel.send(shown());
    assert.match(await panel.page.locator('.picture').innerText(), /not loaded: The mole at low water/);
    assert.equal(await panel.page.locator('img').count(), 0);
    await panel.page.locator('.picture').click();
    const url = 'https://issues.example.org/secure/attachment/10071/mole.png';
    assert.deepEqual(last(), { type: 'link', url });
    await press('Load Pictures');
    assert.deepEqual(last(), { type: 'pictures' });
  });

  it('says that it loads, that it failed and what helps, and that it was closed', async () => {
    await open({ theme: 'light', size: { width: 900, height: 500 } });
    await panel.send({ type: 'loading', reference: 'HARBOR-7', trail });
    assert.match(await panel.page.locator('.blank').innerText(), /Fetching HARBOR-7/);
    const notice = {
      severity: 'error',
      code: 'http401',
      message: 'The tracker requires sign-in.',
      action: 'signIn',
    } as const;
    await panel.send({ type: 'failed', reference: 'HARBOR-7', notices: [notice], trail });
    await picture('issue-failed');
    await press('Sign In');
    assert.deepEqual(last(), { type: 'action', action: 'signIn' });
    await panel.send({ type: 'idle', reference: 'HARBOR-7' });
    await press('Fetch Again');
    assert.deepEqual(last(), { type: 'refresh' });
  });

  it(`takes no harm from ${payloads.length} hostile texts in every place`, async () => {
    assert.ok(payloads.length >= 100);
    await open();
    const { page } = panel;
    let dialogs = 0;
    let taken = 0;
    page.on('dialog', dialog => {
      dialogs++;
      void dialog.dismiss();
    });
    await page.exposeFunction('taken', () => void taken++);
    const address = page.url();
    for (const [index, payload] of payloads.entries()) {
      await panel.send(shown(issueFullOf(payload)));
      if (index === 0)
        for (const id of ['history', 'worklogs']) await page.locator(`[data-section=${id}] summary`).click();
      await page.evaluate(`for (const found of document.querySelectorAll('.page *'))
        for (const type of ['mouseover', 'pointerenter', 'focus', 'click', 'auxclick', 'toggle', 'error', 'load'])
          if (!found.matches('summary, summary *')) found.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))`);
      const foreign = await page.evaluate(`(() => {
        const rich = [...document.querySelectorAll('.rich')];
        const inside = rich.flatMap(each => [...each.querySelectorAll('*')]);
        const allowed = new Set(['title', 'class', 'role', 'tabindex', 'type', 'colspan', 'rowspan', 'start', 'viewBox', 'aria-hidden', 'd']);
        return [
          rich.length < 5 ? 'missing texts' : '',
          ...inside.filter(each => each.matches('script, style, img, iframe, object, embed, form, input, link, meta, base, template, video, audio')).map(each => each.outerHTML),
          ...inside.flatMap(each => each.getAttributeNames().filter(name => !allowed.has(name)).map(name => each.outerHTML)),
          document.querySelectorAll('body > :not(script)').length === 3 ? '' : 'more in the body',
          document.title === 'wikijql' ? '' : document.title,
        ].filter(each => each !== '');
      })()`);
      assert.deepEqual(foreign, [], payload);
    }
    await page.evaluate('new Promise(done => setTimeout(done, 300))');
    assert.equal(page.url(), address, 'no navigation');
    for (const message of panel.said)
      if (message.type === 'link' && !payloads.includes(message.url)) assert.match(message.url, /^https?:/);
    console.log(`${payloads.length} payloads: ${taken} scripts run, ${panel.requests.length} requests made`);
    assert.deepEqual(
      { taken, dialogs, requests: panel.requests.length },
      { taken: 0, dialogs: 0, requests: 0 },
    );
  });

  it('would notice a payload that works', async () => {
    await open();
    let taken = 0;
    await panel.page.exposeFunction('taken', () => void taken++);
    await panel.page.evaluate('taken()');
    assert.equal(taken, 1);
    const refused = panel.page.waitForEvent('console', line => /Content Security Policy/.test(line.text()));
    await panel.page.evaluate(
      `document.querySelector('.stage').innerHTML = '<img src=https://evil.example/x onerror=taken()>'`,
    );
    await refused;
    assert.ok(panel.troubles.some(trouble => trouble.includes('Content Security Policy')));
    await panel.close();
    await open();
  });
});
