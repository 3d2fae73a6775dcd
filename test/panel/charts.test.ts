/** Charts in the results panel: drawn on demand, from groups in the store, in the colors of the theme. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Chart } from '#shared/protocol/grouping.ts';
import type { Row } from '#shared/protocol/json.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import { changeTheme, type ResultsPanelPage, type Theme, themeNames } from '../support/panel-page.ts';
import { panelSuite } from '../support/panel-suite.ts';
import { finish, revisionRows, revisions, run, start } from '../support/results.ts';
import { until } from '../support/until.ts';

const byUser: Chart = { kind: 'bar', x: { column: 'user' }, y: { name: 'count' } };

describe('a chart', () => {
  const panels = panelSuite();
  let panel: ResultsPanelPage;

  const open = async (
    chart: Chart | undefined,
    rows: readonly Row[] = revisionRows(600),
    theme: Theme = 'light',
    header: TableHeader = revisions,
  ): Promise<void> => {
    panel = await panels.results(theme);
    // Pictures of moving elements differ.
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    const table = { ...header, ...(chart && { chart }) };
    await panel.send(start, { type: 'rows', run, table, offset: 0, rows }, { ...finish, rows: rows.length });
  };
  const canvas = () => panel.page.locator('.chart-canvas');
  const drawn = async (): Promise<void> => canvas().locator('svg text').first().waitFor();
  const description = async (): Promise<string> => (await canvas().getAttribute('aria-label')) ?? '';
  const choose = (label: string, option: string) =>
    panel.page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
  const described = (pattern: RegExp): Promise<boolean> =>
    until(`a chart that is ${String(pattern)}`, async () => pattern.test(await description()));
  const numbers = async (): Promise<readonly string[]> =>
    (await panel.page.locator('.chart-numbers tr').allTextContents()).map(text => text.trim());
  /** The texts with a contrast to the background below 4.5, the minimum of WCAG. */
  const faintTexts = (): Promise<readonly string[]> =>
    panel.page.evaluate(`(() => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const luminance = (color, opacity, below) => {
        canvas.globalAlpha = 1;
        canvas.fillStyle = below;
        canvas.fillRect(0, 0, 1, 1);
        canvas.globalAlpha = opacity;
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map(part =>
          part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const below = getComputedStyle(document.body).backgroundColor;
      const ground = luminance(below, 1, below);
      return [...document.querySelectorAll('.chart-canvas text')].flatMap(text => {
        const { fill, fillOpacity } = getComputedStyle(text);
        const foreground = luminance(fill, Number(fillOpacity), below);
        const contrast = (Math.max(foreground, ground) + 0.05) / (Math.min(foreground, ground) + 0.05);
        return contrast < 4.5 ? [text.textContent + ' ' + contrast] : [];
      });
    })()`);
  const picture = (name: string): Promise<void> => panel.picture(`chart-${name}`);

  it('is not loaded before it is wanted', async () => {
    await open(undefined);
    assert.equal(await panel.page.evaluate('typeof globalThis.wikijqlChart'), 'undefined');
    await panel.page.getByRole('button', { name: 'Chart', exact: true }).click();
    await drawn();
    assert.equal(await panel.page.locator('.grid').isVisible(), false);
    await panel.page.getByRole('button', { name: 'Chart', exact: true }).click();
    assert.equal(await panel.page.locator('.grid').isVisible(), true);
    assert.equal(await canvas().isVisible(), false);
  });

  it('is what the query says, and has the numbers of the rows', async () => {
    await open(byUser);
    await drawn();
    await described(/^Bars: count for each user\. /);
    const counts = new Map<string, number>();
    for (const { user } of revisionRows(600)) {
      assert.ok(typeof user === 'string');
      counts.set(user, (counts.get(user) ?? 0) + 1);
    }
    const expected = [...counts].map(([user, count]) => `${user}${count}`).toSorted();
    assert.deepEqual((await numbers()).slice(1).toSorted(), expected);
    await picture('bars');
  });

  it('of a group’s rows names the group', async () => {
    await open(undefined);
    await panel.page.getByRole('columnheader', { name: 'user', exact: true }).click({ button: 'right' });
    await panel.page.getByRole('menuitem', { name: 'Group by This Column', exact: true }).click();
    await panel.settle();
    const name = await panel.page.locator('.body .row .cell').first().innerText();
    await panel.page.locator('.grid').focus();
    await panel.press('Enter');
    await panel.settle();
    await panel.page.getByRole('button', { name: 'Chart', exact: true }).click();
    await drawn();
    assert.equal(await panel.page.locator('.chart-note').innerText(), `user: ${name}`);
  });

  it('has its tools beside one another in a panel of any width', async () => {
    await open(byUser);
    await drawn();
    for (const width of [330, 400, 520, 570, 640, 900]) {
      await panel.page.setViewportSize({ width, height: 700 });
      const tools = await panel.page
        .locator('.chart-form button')
        .evaluateAll(buttons => buttons.map(each => Math.round(each.getBoundingClientRect().top)));
      assert.deepEqual([tools.length, new Set(tools).size], [3, 1], String(width));
    }
  });

  it('of groups begins with what they are grouped by', async () => {
    const group = {
      by: [{ column: 'user' }, { column: 'minor' }],
      aggregates: [{ name: 'sum' as const, column: 'change' }],
    };
    await open(undefined, revisionRows(600), 'light', { ...revisions, group });
    await panel.page.getByRole('button', { name: 'Chart', exact: true }).click();
    await drawn();
    await described(/^Stacked bars: sum of change for each user\. /);
    assert.deepEqual((await numbers())[0], 'userfalsetrue');
  });

  it('of each kind, in each theme', async () => {
    await open({ ...byUser, kind: 'stacked', series: { column: 'minor' } });
    await drawn();
    for (const theme of themeNames) {
      await changeTheme(panel.page, theme);
      await choose('Kind', 'Stacked bars');
      await described(/^Stacked/);
      await picture(`stacked-${theme}`);
      assert.deepEqual(await faintTexts(), [], theme);
      await choose('Kind', 'Pie');
      await described(/^Pie/);
      await picture(`pie-${theme}`);
      assert.deepEqual(await faintTexts(), [], theme);
    }
  });

  it('of a pie has one number for each value, and offers no other', async () => {
    const average: Chart = { ...byUser, kind: 'pie', y: { name: 'average', column: 'newlen' } };
    await open(average);
    await drawn();
    const undivided = await numbers();
    await open({ ...average, series: { column: 'minor' } });
    await drawn();
    assert.deepEqual(await numbers(), undivided);
    assert.equal(await panel.page.getByRole('combobox', { name: 'Divided by' }).count(), 0);
    await panel.page.getByRole('button', { name: 'Copy as Directive' }).click();
    await until('the line', async () =>
      panel.said.some(
        said => said.type === 'copy' && said.text === '# @view chart pie x=user y="average newlen"',
      ),
    );
    await choose('Kind', 'Bars');
    await described(/^Bar/);
    assert.deepEqual((await numbers())[0], 'userfalsetrue');
  });

  it('over time has its periods in order, those without rows too', async () => {
    const rows = revisionRows(600).filter(
      ({ timestamp }) => !JSON.stringify(timestamp).startsWith('"2026-01-13'),
    );
    await open(
      { kind: 'line', x: { column: 'timestamp', unit: 'day' }, y: { name: 'sum', column: 'change' } },
      rows,
    );
    await drawn();
    await described(/^Line: /);
    const days = (await numbers()).slice(1).map(text => text.slice(0, 10));
    assert.deepEqual(days, ['2026-01-12', '2026-01-13', '2026-01-14', '2026-01-15']);
    assert.match((await numbers())[2] ?? '', /^2026-01-130$/);
    await picture('line');
  });

  it('of many values draws the largest, and the others as one', async () => {
    const rows = Array.from({ length: 4000 }, (_, index) => ({
      title: `Page ${index % 1500}`,
      ns: index % 3,
    }));
    await open({ ...byUser, x: { column: 'title' } }, rows);
    await drawn();
    await until('the note', async () =>
      (await panel.page.locator('.chart-note').innerText()).startsWith(
        'The 50 largest are drawn; 1,450 more are drawn together',
      ),
    );
    const [last = ''] = (await numbers()).slice(-1);
    assert.match(last, /^Others3,850$/);
    await picture('many');
  });

  it('follows the search', async () => {
    await open(byUser);
    await drawn();
    await panel.page.getByRole('searchbox').fill('Marlin');
    await until('one bar', async () => (await numbers()).length === 2);
    assert.match(await description(), /Marlin 99\.$|Marlin \d+\.$/);
  });

  it('is chosen by lists, and copied as a directive', async () => {
    await open(undefined);
    await panel.page.getByRole('button', { name: 'Chart', exact: true }).click();
    await drawn();
    await choose('For each', 'timestamp, by month');
    await choose('Value', 'Average of newlen');
    await choose('Divided by', 'minor');
    await choose('Kind', 'Line');
    await panel.page.getByRole('button', { name: 'Copy as Directive' }).click();
    await until('the line', async () => panel.said.some(({ type }) => type === 'copy'));
    assert.deepEqual(
      panel.said.filter(({ type }) => type === 'copy'),
      [{ type: 'copy', text: '# @view chart line x="timestamp by month" y="average newlen" series=minor' }],
    );
  });

  it('is saved and copied as a picture with all of its text', async () => {
    await open(byUser);
    await drawn();
    await panel.page.getByRole('button', { name: 'Save as SVG…' }).click();
    await until('the picture', async () => panel.said.some(({ type }) => type === 'saveChart'));
    const saved = panel.said.find(message => message.type === 'saveChart');
    assert(saved?.type === 'saveChart');
    assert.match(saved.svg, /^<svg [^]*Kelp &amp; Co[^]*<\/svg>$/);
    assert.ok(!saved.svg.includes('<script'));
  });

  it('is reached by the keyboard, its numbers too, and left by Escape', async () => {
    await open(byUser);
    await drawn();
    await panel.page.locator('.chart-data summary').focus();
    await panel.page.keyboard.press('Enter');
    await panel.page.keyboard.press('Tab');
    assert.equal(await panel.page.evaluate('document.activeElement.className'), 'chart-numbers');
    await panel.page.keyboard.press('Escape');
    assert.equal(await panel.page.locator('.grid').isVisible(), true);
  });

  it('is as the user left it when the panel was covered', async () => {
    await open(undefined);
    await panel.page.getByRole('button', { name: 'Chart', exact: true }).click();
    await drawn();
    await choose('Kind', 'Pie');
    await described(/^Pie/);
    await until('it to be kept', async () =>
      /"kind":"pie"/.test(String(await panel.page.evaluate(`sessionStorage.getItem('state')`))),
    );
    await panel.reload();
    await panel.send(start, { type: 'rows', run, table: revisions, offset: 600, rows: [] }, finish);
    await drawn();
    await described(/^Pie/);
  });
});
