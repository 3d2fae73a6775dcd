/** `wikijql run report.md`: runs the queries in the fences of a Markdown file, and writes their results below them. */
import { nameList } from '#shared/base/text/name-list.ts';
import { randomUUID } from 'node:crypto';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOfSameReport } from '#shared/base/tables/chart-mark.ts';
import { contactRemark } from '#shared/base/contact.ts';
import { hostIdOf } from '#shared/base/queries/embedded-hosts.ts';
import { applyEdits } from '#shared/base/text/edits.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { ChartFile } from '../../runs/reports/chart-file.ts';
import { type RefreshedFence, refreshReport, type ReportOutcome } from '../../runs/reports/refresh-report.ts';
import type { PlacedMessage } from '../../runs/reports/report-messages.ts';
import { maxUnattendedRequests } from '../../runs/run-chain.ts';
import { Runbook } from '../../embedded/markdown/runbook.ts';
import { staleEdits } from '../../embedded/markdown/result-edits.ts';
import type { Arguments, OptionOf } from '../inputs/arguments.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import type { Program } from '../program.ts';
import { promptAsker } from '../inputs/prompt-answers.ts';
import { contextOf, findSettings, mustKnow, withSiteAt } from '../inputs/settings-file.ts';
import { contactOf, startNetwork } from '../inputs/start-network.ts';
import { readQueryFile } from '../inputs/read-query-file.ts';
import { counted, say } from '../cli-texts.ts';
import { mustBeWritable, readStored, writeQueryFile, writeWhole } from '../inputs/write-files.ts';

/** Options that are about the rows of one query. */
const others: readonly OptionOf<'run'>[] = [
  'output',
  'columns',
  'limit',
  'table',
  'to',
  'keep',
  'stdin-name',
];

/** Whether a path is that of a report, with or without the name of a query. */
export const isReport = (argument: string): boolean =>
  hostIdOf(argument.replace(/#[^#/\\]*$/, '')) === 'markdown' || hostIdOf(argument) === 'markdown';

/** Runs all of a report; with `--check` nothing is written. */
export async function runReport(program: Program, args: Arguments<'run'>): Promise<Exit> {
  const { terminal } = program;
  const file = reportFile(args);
  const text = await readQueryFile(file, terminal.folder);
  const target = await targetOf(file, terminal.folder);
  const outcome = await refreshFile(program, args, target, text);
  if (outcome === 'declined') return exits.interrupted;
  if ('failures' in outcome) return reportFailures(program, file, outcome);
  for (const remark of [...outcome.remarks, ...outcome.failed]) terminal.error(lineOf(file, remark));
  const isAsExpected = outcome.failed.length === 0;
  const chartFolder = path.resolve(terminal.folder, path.dirname(target));
  const stale = await staleFences(outcome.fences, text, chartFolder);
  if (args.has('check')) {
    const exit = await checkFile(program, args, file, stale);
    return isAsExpected ? exit : exits.findings;
  }
  if (stale.length > 0) {
    await write({ file, target, folder: terminal.folder, text }, stale);
  }
  if (!args.has('quiet')) {
    const values = { file, results: counted('result', outcome.fences.length), changed: stale.length };
    terminal.error(`${say(stale.length > 0 ? 'report.written' : 'report.same', values)}\n`);
  }
  return isAsExpected ? exits.fine : exits.findings;
}

function reportFile(args: Arguments<'run'>): string {
  const [file = '', ...more] = args.paths;
  if (more.length > 0) throw new Failure('arguments.one-file');
  if (hostIdOf(file) !== 'markdown') throw new Failure('report.named', { file });
  const option = others.find(other => args.has(other));
  if (option !== undefined) throw new Failure('arguments.report', { option: `--${option}` });
  return file;
}

async function refreshFile(
  program: Program,
  args: Arguments<'run'>,
  file: string,
  text: string,
): Promise<ReportOutcome> {
  const { terminal, now } = program;
  const site = args.value('site');
  const settings = withSiteAt((await findSettings(args, terminal)).settings, args, site);
  if (site !== undefined) mustKnow(site, settings);
  const [wikiquery, jql] = await Promise.all([program.language('wikiquery'), program.language('jql')]);
  const uri = pathToFileURL(path.resolve(terminal.folder, file)).href;
  const runbook = new Runbook(uri, text, language => ({ wikiquery, jql })[language].syntax);
  const ask = promptAsker(
    args,
    terminal,
    runbook.queries.map(({ scope }) => scope),
  );
  const { backend, end } = await startNetwork(program, settings, args);
  const askedSites = new Map<string, Site>();
  try {
    return await refreshReport(
      {
        languages: { wikiquery, jql },
        settings,
        context: contextOf(settings, now(), site),
        backend,
        askSql: program.askSql,
        charts: program.charts,
        newRun: randomUUID,
        ask,
        mostRequests: maxUnattendedRequests,
        asked: askedSite => void askedSites.set(askedSite.name, askedSite),
        ...(site !== undefined && { site }),
      },
      {
        uri,
        text,
        file: path.basename(file),
      },
      () => undefined,
      terminal.signal,
    );
  } finally {
    const remarks = [...askedSites.values()].map(({ url }) =>
      contactRemark(url, contactOf(terminal, settings)),
    );
    for (const remark of new Set(remarks))
      if (remark !== undefined && !args.has('quiet')) terminal.error(`${say(remark)}\n`);
    await end(askedSites.values());
  }
}

function reportFailures(
  { terminal }: Program,
  file: string,
  { failures, query }: Extract<ReportOutcome, { readonly failures: unknown }>,
): Exit {
  for (const failure of failures) terminal.error(lineOf(file, failure));
  terminal.error(
    `${say(query === undefined ? 'report.refused' : 'report.failed', { file, query: query ?? '' })}\n`,
  );
  return exits.failure;
}

const lineOf = (file: string, { line, severity, message }: PlacedMessage): string =>
  `${file}:${line}: ${severity}: ${message}\n`;

/** The path of the report, or the target of a link: charts are stored beside the file itself. */
async function targetOf(file: string, folder: string): Promise<string> {
  const absolutePath = path.resolve(folder, file);
  const stats = await lstat(absolutePath).catch(() => undefined);
  return stats?.isSymbolicLink() === true ? realpath(absolutePath).catch(() => file) : file;
}

/** The results that are not in the report, or whose charts are not beside it. */
async function staleFences(
  fences: readonly RefreshedFence[],
  text: string,
  folder: string,
): Promise<readonly RefreshedFence[]> {
  const stale: RefreshedFence[] = [];
  for (const fence of fences) {
    const charts = await Promise.all(fence.charts.map(chart => isSame(chart, folder)));
    if (staleEdits(text, [fence.edit]).length > 0 || charts.includes(false)) stale.push(fence);
  }
  return stale;
}

async function isSame({ name, svg }: ChartFile, folder: string): Promise<boolean> {
  return svg === (await readStored(path.join(folder, name)));
}

async function checkFile(
  { terminal }: Program,
  args: Arguments<'run'>,
  file: string,
  stale: readonly RefreshedFence[],
): Promise<Exit> {
  for (const { line, labels } of stale)
    await terminal.writeMessage(`${file}:${line}: ${say('report.stale', { names: nameList(labels) })}\n`);
  if (!args.has('quiet') && stale.length === 0) terminal.error(`${say('report.same', { file })}\n`);
  return stale.length === 0 ? exits.fine : exits.findings;
}

interface WrittenReport {
  /** The path as the command line has it. */
  readonly file: string;
  readonly target: string;
  readonly folder: string;
  readonly text: string;
}

/** Writes the charts first, so that the report never refers to a missing one. */
async function write(
  { file, target, folder, text }: WrittenReport,
  stale: readonly RefreshedFence[],
): Promise<void> {
  if ((await readQueryFile(file, folder)) !== text) throw new Failure('file.changed', { file });
  await mustBeWritable(file, folder);
  const charts = stale.flatMap(fence => fence.charts);
  const pathOf = ({ name }: ChartFile): string => path.join(path.dirname(target), name);
  for (const chart of charts) {
    const stored = await readStored(path.resolve(folder, pathOf(chart)));
    if (stored !== undefined && !isOfSameReport(stored, chart.svg))
      throw new Failure('report.chart-taken', { file: pathOf(chart) });
  }
  for (const chart of charts) await writeWhole(pathOf(chart), folder, chart.svg);
  const edits = staleEdits(
    text,
    stale.map(({ edit }) => edit),
  );
  if (edits.length > 0) await writeQueryFile(file, folder, text, applyEdits(text, edits));
}
