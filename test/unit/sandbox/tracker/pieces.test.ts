import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edgeOf, readDate, readPeriod } from '../../../sandbox/tracker/jql/dates.ts';
import { readTextSearch } from '../../../sandbox/tracker/jql/text.ts';
import { markupDocument } from '../../../sandbox/tracker/markup/document.ts';
import { markupHtml } from '../../../sandbox/tracker/markup/html.ts';
import { shownDuration, shownStamp, stamp } from '../../../sandbox/tracker/rest/stamps.ts';
import { buildHostile, payloadCount } from '../../../sandbox/tracker/world/hostile.ts';
import { buildWorld } from '../../../sandbox/tracker/world/world.ts';
import { now, world } from './search-fixture.ts';

const shown = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().slice(0, 16);

describe('dates of queries', () => {
  // prettier-ignore
  const dates: readonly [text: string, time: string | undefined][] = [
    ['2026-01-02', '2026-01-02T00:00'], ['2026/1/2', '2026-01-02T00:00'], ['2026-01-02 03:04', '2026-01-02T03:04'],
    ['2026-02-29', undefined], ['2024-02-29', '2024-02-29T00:00'], ['2026-01-02 24:00', undefined],
    ['-1d', '2026-01-14T00:00'], ['-24h', '2026-01-14T10:00'], ['+30m', '2026-01-15T10:30'], ['90', '2026-01-15T11:30'],
    ['-4w 2d', '2025-12-16T00:00'], ['0', '2026-01-15T10:00'], ['1767225600000', '2026-01-01T00:00'],
    ['', undefined], ['1y', undefined], ['tomorrow', undefined],
  ];
  for (const [text, time] of dates)
    it(JSON.stringify(text), () => assert.equal(shown(readDate(text, now)), time));

  // prettier-ignore
  const edges: readonly ['start' | 'end', 'Day' | 'Week' | 'Month' | 'Year', increment: string, time: string | undefined][] = [
    ['start', 'Day', '0', '2026-01-15T00:00'], ['end', 'Day', '0', '2026-01-15T23:59'], ['start', 'Day', '-1', '2026-01-14T00:00'],
    ['start', 'Day', '-12h', '2026-01-14T00:00'], ['start', 'Week', '0', '2026-01-12T00:00'], ['end', 'Week', '+1', '2026-01-25T23:59'],
    ['start', 'Month', '-1M', '2025-12-01T00:00'], ['end', 'Month', '1', '2026-02-28T23:59'], ['start', 'Year', '-1', '2025-01-01T00:00'],
    ['end', 'Year', '0', '2026-12-31T23:59'], ['start', 'Day', '1x', undefined], ['start', 'Month', '3d', '2026-01-01T00:00'],
  ];
  for (const [edge, unit, increment, time] of edges)
    it(`${edge}Of${unit}(${increment})`, () => assert.equal(shown(edgeOf(edge, unit, increment, now)), time));

  it('periods', () =>
    assert.deepEqual(['1w', '-2d 3h', '5', '1.5h'].map(readPeriod), [
      604_800_000,
      -183_600_000,
      300_000,
      undefined,
    ]));
});

describe('text searches', () => {
  const text = 'The Lamp at Baker’s Lane flickers, again.';
  // prettier-ignore
  const cases: readonly [search: string, found: boolean | undefined][] = [
    ['lamp', true], ['lam', false], ['lam*', true], ['l?mp', true], ['lamp flickers', true], ['lamp hums', false],
    ['"lamp at"', true], ['"at lamp"', false], ['"at lamp"~10', false], ['lamp OR hums', true], ['lamp AND hums', false],
    ['lamp NOT hums', true], ['lamp -flickers', false], ['+lamp', true], ['lamp^4', true], ['lamp~', true], ['(lamp)', true],
    ['*amp', undefined], ['AND', undefined], ['lamp OR', undefined], ['"lamp', undefined], ['', undefined],
  ];
  for (const [search, found] of cases)
    it(JSON.stringify(search), () => assert.equal(readTextSearch(search)?.([text]), found));
});

describe('wiki markup', () => {
  // prettier-ignore
  const cases: readonly [markup: string, html: string][] = [
    ['a *b* _c_ {{d}}', '<p>a <b>b</b> <em>c</em> <tt>d</tt></p>'],
    ['[x|https://a.example/?b&c]', '<p><a href="https://a.example/?b&amp;c" class="external-link" rel="nofollow">x</a></p>'],
    ['h2. A\n\n* b\n* c', '<h2>A</h2>\n\n<ul>\n\t<li>b</li>\n\t<li>c</li>\n</ul>'],
    ['# b', '<ol>\n\t<li>b</li>\n</ol>'],
    ['{quote}q{quote}', '<blockquote>q</blockquote>'],
    ['{code}\n<b>\n{code}', '<div class="code panel"><pre class="code-java">&lt;b&gt;</pre></div>'],
    ['a\nb & <i>', '<p>a<br/>\nb &amp; &lt;i&gt;</p>'],
    ['snake_case_name 2*3*4', '<p>snake_case_name 2<b>3</b>4</p>'],
  ];
  for (const [markup, html] of cases)
    it(JSON.stringify(markup), () => assert.equal(markupHtml(markup, false), html));

  it('as a document', () =>
    assert.deepEqual(markupDocument('*b* c').content, [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'b', marks: [{ type: 'strong' }] },
          { type: 'text', text: ' c' },
        ],
      },
    ]));
});

it('times and durations are written as the tracker does', () => {
  assert.equal(stamp(now), '2026-01-15T10:00:00.000+0000');
  assert.equal(shownStamp(now + 9_000_000), '15/Jan/26 12:30 PM');
  assert.equal(shownDuration(28_800 + 3660), '1 day, 1 hour, 1 minute');
});

describe('the works of the town', () => {
  it('are the same every time', () =>
    assert.deepEqual(buildWorld({ now, beacon: 'http://127.0.0.1/beacon' }).issues, world.issues));
  it('are a few hundred issues in five projects and one for odd finds', () => {
    assert.equal(world.issues.length, 5 * 84 + 1);
    assert.equal(world.projects.length, 6);
  });
  it('lie in the past, one thing after the other', () => {
    for (const { key, created, updated, resolved, history, comments, worklogs } of world.issues) {
      const times = [created, ...history.map(({ at }) => at), updated];
      assert(updated < now && created <= updated && (resolved ?? now) >= created, key);
      for (const documents of [history, comments, worklogs])
        assert(
          documents.every(({ at }) => at >= created && at <= updated),
          key,
        );
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
        key,
      );
    }
  });
  it('have histories that lead to what is', () => {
    for (const { key, status, history } of world.issues.filter(({ hostile }) => !hostile)) {
      const steps = history.flatMap(({ items }) => items.filter(({ field }) => field === 'status'));
      for (const [index, { toName }] of steps.entries())
        assert.equal(steps[index + 1]?.fromName ?? status.name, toName, key);
    }
  });
  it('refer to issues that are there', () => {
    for (const { parent, epic, links } of world.issues)
      for (const key of [parent, epic, ...links.map(link => link.key)])
        assert(key === undefined || world.issue(key), key);
  });
  it('have more than a hundred payloads, each in the summary of an issue', () => {
    assert(payloadCount > 100);
    const { issues } = buildHostile(world, payloadCount, now, 'http://127.0.0.1/beacon');
    assert.equal(new Set(issues.map(({ summary }) => summary)).size, payloadCount);
    assert(!issues.some(({ summary }) => /\{(?:run|url)\}/u.test(summary)));
  });
});
