/** Reports over stdio: the same core as the command line's. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { RefreshReportResult } from '#shared/protocol/documents/reports.ts';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { inRoot } from '../support/paths.ts';

let wiki: SandboxWiki;
let tracker: SandboxTracker;
let client: LanguageClient;
before(async () => {
  [wiki, tracker] = await Promise.all([startSandboxWiki(), startSandboxTracker()]);
  const sites = {
    sandbox: { kind: 'wiki', url: wiki.url },
    tracker: { kind: 'tracker', url: tracker.url },
  };
  client = await startLanguageClient({
    options: { panels: true, settings: { sites, defaultSite: 'sandbox' } },
  });
});
after(async () => {
  await client.stop();
  await Promise.all([wiki.stop(), tracker.stop()]);
});

const refresh = (text: string): Promise<RefreshReportResult> =>
  client.connection.sendRequest('wikijql/refreshReport', {
    uri: 'file:///a/report.md',
    text,
    file: 'report.md',
  });

/** The lines of the queries that ran, each with whether it is about open issues. */
const placesOfRuns = ({ runs }: RefreshReportResult): unknown =>
  runs.map(({ position, result }) => [position.line, result.asked?.query.includes('status = Open')]);

const applied = (text: string, { edits }: RefreshReportResult): string =>
  edits
    .toReversed()
    .reduce((left, { start, end, newText }) => left.slice(0, start) + newText + left.slice(end), text);

test('the sample joins the wiki with the tracker, draws a chart, and is the same the second time', async () => {
  const text = readFileSync(inRoot('test/sandbox/samples/30-runbook.md'), 'utf8');
  const first = await refresh(text);
  assert.deepEqual(first.failures, []);
  assert.equal(first.results, 5);
  const written = applied(text, first);
  assert.match(written, /\| Mill Quarter \| \d+ \| \[Mill Quarter\]\([^)]+\) \| \d+ \|/);
  assert.match(written, /!\[Stacked bar chart: open by ward\]\(\.\/report-by-ward\.svg\)/);
  assert.match(written, /\*\*Upper Ward\*\*\n\n- \[[A-Z]+-\d+\]/);
  assert.match(written, /\n5 of \d+ rows\.\n/);
  const [chart] = first.charts;
  assert.match(chart?.svg ?? '', /^<svg [^]*Harbour Side[^]*<\/svg>\n$/);
  const again = await refresh(written);
  assert.deepEqual(again, { ...first, edits: [], runs: again.runs });
});

test('the queries that ran are reported for the history, each at its place, also before one that fails', async () => {
  const open = '```jql\n# @site tracker\nstatus = Open\n```\n';
  const refreshed = await refresh(`# A\n\n${open}`);
  assert.deepEqual(placesOfRuns(refreshed), [[2, true]]);
  const uri = await client.open(`# A\n\n${open}`, 'markdown');
  const place = { uri, position: refreshed.runs[0]!.position };
  const addressed: { query?: string } | null = await client.connection.sendRequest('wikijql/request', place);
  assert.match(addressed?.query ?? '', /status = Open/);
  assert.ok(refreshed.runs[0]!.result.rows > 0);
  const failed = await refresh(`${open}\n\`\`\`jql\n# @site tracker\nnosuchfield = 1\n\`\`\`\n`);
  assert.equal(failed.failures.length, 1);
  assert.deepEqual(placesOfRuns(failed), [[0, true]]);
});

test('a query that fails says where, and nothing changes', async () => {
  const result = await refresh('# A\n\n```jql\n# @site tracker\nnosuchfield = 1\n```\n');
  assert.equal(result.query, '1');
  assert.deepEqual(result.edits, []);
  assert.equal(result.failures[0]?.line, 5);
});
