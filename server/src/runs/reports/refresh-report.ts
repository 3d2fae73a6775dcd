/** Runs the queries of a report in their order, and says what its text and its charts are from then on. */
import { markedChart } from '#shared/base/tables/chart-mark.ts';
import { findColumn } from '#shared/base/tables/table-columns.ts';
import { queryLink } from '#shared/base/queries/query-link.ts';
import { nameList } from '#shared/base/text/name-list.ts';
import type { Edit } from '#shared/base/text/problem.ts';
import { reportOption, type ReportOption } from '../../query-file/options/report-option.ts';
import type { Fence } from '../../embedded/markdown/fences.ts';
import { lostFence, resultEdit } from '../../embedded/markdown/result-edits.ts';
import {
  changelogMarkdown,
  chartMarkdown,
  countMarkdown,
  listMarkdown,
  tableMarkdown,
  wikitextMarkdown,
} from './result-markdown.ts';
import { escapeReportText, type ReportTable, say, sayByKey } from '../../embedded/markdown/report-table.ts';
import { type FencedStatement, Runbook, type RunbookQuery } from '../../embedded/markdown/runbook.ts';
import { runbookProblems } from '../../embedded/markdown/runbook-problems.ts';
import { type ChartFile, ChartNames, drawn, type DrawnChart, groupsOf } from './chart-file.ts';
import { countOf, failedExpectations, runBlock, tableOf } from './run-block.ts';
import type { ReportDependencies, ReportSource } from './report-dependencies.ts';
import { BlockFailure, labelOf, lineOf, type PlacedMessage } from './report-messages.ts';
import {
  type BlockRun,
  planReport,
  type PlannedBlock,
  readyBlock,
  type ReadyBlock,
  type ReportPlans,
} from './report-plans.ts';
import { namedResult, type NamedResult, namedSnapshots } from './named-results.ts';
import { runStatement, storeStatement } from './sql-block.ts';
import { sqlChart } from './sql-chart.ts';

/** A new result of a report. */
export interface RefreshedFence {
  /** The names of its queries. */
  readonly labels: readonly string[];
  /** The line of the fence, from 1. */
  readonly line: number;
  /** Writes the result; it may change nothing. */
  readonly edit: Edit;
  readonly charts: readonly ChartFile[];
}

export type ReportOutcome =
  | {
      readonly fences: readonly RefreshedFence[];
      readonly remarks: readonly PlacedMessage[];
      /** Expectations that failed; the report is refreshed all the same. */
      readonly failed: readonly PlacedMessage[];
      readonly runs: readonly BlockRun[];
    }
  /** Nothing is written. `query` = the one that failed; absent = nothing was sent. */
  | {
      readonly failures: readonly PlacedMessage[];
      readonly query?: string;
      readonly runs?: readonly BlockRun[];
    }
  /** Nothing was sent: the user did not answer a prompt. */
  | 'declined';

/** Called before each query with its name, its index and the number of queries. */
export type ReportProgress = (label: string, index: number, count: number) => void;

/** Resolves for every outcome but a fault inside; a signal ends it with what it rejects with. */
export async function refreshReport(
  dependencies: ReportDependencies,
  source: ReportSource,
  progress: ReportProgress,
  signal: AbortSignal,
): Promise<ReportOutcome> {
  const { text, uri } = source;
  const runbook = new Runbook(uri, text, language => dependencies.languages[language].syntax);
  const problems = runbookProblems(runbook).map(({ code, span, arguments: args }) =>
    failure(text, span.start, sayByKey(code, args)),
  );
  if (problems.length > 0) return { failures: problems };
  if (runbook.queries.length === 0) return { failures: [failure(text, 0, say('no-queries'))] };
  const running = new Set(runbook.queries.map(({ fence }) => fence));
  const places = [...running].map(fence => ({ fence, markdown: say('empty') }));
  const lost = lostFence(text, runbook.fences, places);
  if (lost) return { failures: [lostResult(text, lost)] };
  const plans = await planReport(dependencies, runbook.queries, text);
  if (plans === undefined) return 'declined';
  if ('failures' in plans) return plans;
  const report = new Report(dependencies, source, runbook, signal);
  try {
    for (const [index, query] of runbook.queries.entries()) {
      const label = labelOf(query, index + 1);
      progress(label, index, plans.length);
      signal.throwIfAborted();
      try {
        await report.add(plans[index]!, label);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof BlockFailure)
          return { failures: error.messages, query: label, runs: report.runs };
        throw error;
      }
    }
    signal.throwIfAborted();
    return report.outcome();
  } finally {
    report.release();
  }
}

const failure = (text: string, offset: number, message: string): PlacedMessage => ({
  line: lineOf(text, offset),
  severity: 'error',
  message,
});

const lostResult = (text: string, { opening }: Fence): PlacedMessage =>
  failure(text, opening.start, say('lost-result'));

interface Block {
  readonly query: RunbookQuery;
  readonly label: string;
  readonly markdown: string;
  readonly chart?: ChartFile;
}

class Report {
  readonly #dependencies: ReportDependencies;
  readonly #source: ReportSource;
  readonly #runbook: Runbook;
  readonly #signal: AbortSignal;
  /** The queries that ran so far. */
  readonly runs: BlockRun[] = [];
  /** The results that statements can name. */
  readonly #results: NamedResult[] = [];
  /** The snapshots that statements have named so far. */
  readonly #snapshots: NamedResult[] = [];
  readonly #started: string[] = [];
  readonly #names: ChartNames;
  readonly #blocks: Block[] = [];
  /** Expectations that failed. */
  readonly #failed: PlacedMessage[] = [];

  constructor(dependencies: ReportDependencies, source: ReportSource, runbook: Runbook, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#source = source;
    this.#runbook = runbook;
    this.#signal = signal;
    this.#names = new ChartNames(source.file);
  }

  async add(planned: ReportPlans[number], label: string): Promise<void> {
    if ('plan' in planned) return this.#run(planned, label, reportOption(planned.query.scope));
    const option = reportOption(planned.scope);
    const table = await this.#answer(planned, option);
    const drawable = option.form === 'chart' ? sqlChart(planned.scope, table) : undefined;
    const chart = drawable && drawn(drawable.chart, drawable.groups, await this.#dependencies.charts());
    return this.#keep(planned, label, option, table, chart);
  }

  /** Runs a statement; the answer of one with a name is stored, where another comes after it. */
  async #answer(statement: FencedStatement, option: ReportOption): Promise<ReportTable> {
    const { backend, newRun } = this.#dependencies;
    const { text } = this.#source;
    const started = (): string => {
      const run = newRun();
      this.#started.push(run);
      return run;
    };
    const namedResults = [...this.#results, ...this.#snapshots];
    this.#snapshots.push(...(await namedSnapshots(backend, statement, namedResults, started, this.#signal)));
    const results = [...this.#results, ...this.#snapshots];
    const table = await runStatement(this.#dependencies, statement, results, text, option, this.#signal);
    const { queries } = this.#runbook;
    const isRead = queries.slice(queries.indexOf(statement) + 1).some(({ language }) => language === 'sql');
    if (statement.name !== undefined && isRead) {
      const run = started();
      this.#results.push(
        await storeStatement(this.#dependencies, statement, run, results, text, this.#signal),
      );
    }
    return table;
  }

  async #run(planned: PlannedBlock, label: string, option: ReportOption): Promise<void> {
    const { backend, newRun, charts, asked } = this.#dependencies;
    const run = newRun();
    for (const site of planned.plan.sites) asked(site);
    this.#started.push(run);
    const { text, uri } = this.#source;
    const ready = await readyBlock(this.#dependencies, planned, this.runs, text);
    const blockRun = await runBlock(backend, run, ready, text, this.#signal);
    this.runs.push(blockRun);
    const namedRun = namedResult(blockRun);
    if (namedRun) this.#results.push(namedRun);
    this.#failed.push(
      ...(await failedExpectations(this.#dependencies, blockRun, { text, uri }, this.#signal)),
    );
    const groups = option.form === 'chart' ? await groupsOf(backend, blockRun) : undefined;
    const chart = blockRun.tables[0]?.header.chart;
    const drawing = groups && chart ? drawn(chart, groups, await charts()) : undefined;
    const isCount = option.form === 'count' || option.form === 'chart';
    const table: ReportTable = isCount
      ? {
          columns: blockRun.tables[0]?.header.columns ?? [],
          rows: [],
          ...countOf(blockRun),
          links: () => undefined,
        }
      : await tableOf(backend, blockRun, option);
    const link = option.hasLink ? editorLink(ready) : undefined;
    this.#keep(planned.query, label, option, table, drawing, link);
  }

  /** @throws BlockFailure where the result cannot have that form */
  #keep(
    query: RunbookQuery,
    label: string,
    option: ReportOption,
    table: ReportTable,
    chart: DrawnChart | undefined,
    link?: string,
  ): void {
    const fail = (message: string): BlockFailure =>
      new BlockFailure([failure(this.#source.text, query.start, message)]);
    if (option.form === 'chart' && table.total > 0 && chart === undefined) throw fail(say('no-chart'));
    const file = chart && {
      name: this.#names.next(label),
      svg: markedChart(chart.svg, this.#source.file),
    };
    const by = option.by === undefined ? undefined : findColumn(option.by, table.columns);
    if (option.form === 'changelog' && by === undefined && table.rows.length > 0) {
      const names = nameList(table.columns.map(({ title }) => title));
      throw fail(say('no-column', { name: option.by ?? '', names }));
    }
    const result =
      file && chart ? chartMarkdown(file.name, chart.description) : markdownOf(option, table, by);
    const markdown = link === undefined ? result : `${result}\n\n${link}`;
    this.#blocks.push({ query, label, markdown, ...(file && { chart: file }) });
  }

  /** The results by their fences, or why they cannot be written. */
  outcome(): ReportOutcome {
    const { text } = this.#source;
    const resultEdits = this.#runbook.fences.flatMap(fence => {
      const blocks = this.#blocks.filter(({ query }) => query.fence === fence);
      return blocks.length === 0 ? [] : { fence, blocks, markdown: markdownOfBlocks(blocks) };
    });
    const lost = lostFence(text, this.#runbook.fences, resultEdits);
    if (lost) {
      const query = this.#blocks.find(block => block.query.fence === lost)?.label;
      return { failures: [lostResult(text, lost)], runs: this.runs, ...(query !== undefined && { query }) };
    }
    return {
      fences: resultEdits.map(({ fence, blocks, markdown }) => ({
        labels: blocks.map(({ label }) => label),
        line: lineOf(text, fence.opening.start),
        edit: resultEdit(text, fence, markdown),
        charts: blocks.flatMap(({ chart }) => chart ?? []),
      })),
      remarks: this.runs.flatMap(({ remarks }) => remarks),
      failed: this.#failed,
      runs: this.runs,
    };
  }

  /** Forgets the rows. */
  release(): void {
    for (const run of this.#started) this.#dependencies.backend.release(run);
  }
}

/**
 * A link that opens a query, as it was sent, in whatever editor a report is read with: reports do not differ by where they are
 * refreshed. `undefined` = the query is too long for a link.
 */
function editorLink({ planned: { plan } }: ReadyBlock): string | undefined {
  const { view, language } = plan.query;
  const query = language.runner.recordedText(view, plan.context);
  const address = queryLink('vscode', {
    language: language.runner.kind === 'tracker' ? 'jql' : 'wikiquery',
    text: `# @site ${plan.site.name}\n${query}\n`,
  });
  return address && `[${say('link')}](${address})`;
}

const markdownOfBlocks = (blocks: readonly Block[]): string =>
  blocks
    .map(({ label, markdown }) =>
      blocks.length === 1 ? markdown : `**${escapeReportText(label)}**\n\n${markdown}`,
    )
    .join('\n\n');

function markdownOf(
  { form }: ReportOption,
  table: ReportTable,
  by: ReportTable['columns'][number] | undefined,
): string {
  switch (form) {
    case 'count':
      return countMarkdown(table);
    case 'list':
      return listMarkdown(table);
    case 'wikitext':
      return wikitextMarkdown(table);
    case 'changelog':
      return by ? changelogMarkdown(table, by) : tableMarkdown(table);
    case 'table':
    case 'chart':
      return tableMarkdown(table);
  }
}
