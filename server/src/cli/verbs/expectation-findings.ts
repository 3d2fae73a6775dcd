/** Runs the queries of files with expectations, and reports failed expectations as findings. */
import { randomUUID } from 'node:crypto';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import { fetchRows } from '../../runs/fetch-rows.ts';
import { hasExpectations, type JudgedExpectation } from '../../runs/judge-query.ts';
import type { ServerSettings } from '../../sites/settings/read-settings.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { RunOutcome } from '../../network/backend.ts';
import type { Arguments } from '../inputs/arguments.ts';
import type { FileOutcome } from './check-file.ts';
import { type ChosenQuery, wordedProblemLine } from '../inputs/chosen-query.ts';
import { Failure } from '../failure.ts';
import { say } from '../cli-texts.ts';
import { type Finding, findingAt } from '../finding.ts';
import { judgeRun, rowLines } from './judged-run.ts';
import type { Program } from '../program.ts';
import { contextOf } from '../inputs/settings-file.ts';
import { labelledQueries } from '../../query-file/query-names.ts';
import { languageIdOf } from '../inputs/query-paths.ts';
import { readQueryFile } from '../inputs/read-query-file.ts';
import { planQuery, readyRun } from './run-plan.ts';
import { type Network, startNetwork } from '../inputs/start-network.ts';

/** Counts of the expectations of a file, by their outcome. */
export interface FileExpectations {
  readonly passed: number;
  readonly failed: number;
  /** Queries that did not run. */
  readonly notRun: number;
}

/** Runs one query after the other; the network is started by the first. */
export class ExpectationRunner {
  readonly #program: Program;
  readonly #settings: ServerSettings;
  readonly #args: Arguments<'check'>;
  #network: Network | undefined;
  readonly #sites = new Set<Site>();
  /** The text of standard input, which is not a file; `undefined` = it was not read. */
  input: string | undefined;

  constructor(program: Program, settings: ServerSettings, args: Arguments<'check'>) {
    this.#program = program;
    this.#settings = settings;
    this.#args = args;
  }

  /** A checked file with what became of its expectations. */
  async judged(
    outcome: FileOutcome,
  ): Promise<{ readonly outcome: FileOutcome; readonly expectations?: FileExpectations }> {
    if ('failure' in outcome) return { outcome };
    try {
      const { findings, expectations } = await this.#judge(outcome.file);
      const all = [...outcome.findings, ...findings];
      const inOrder = all.toSorted((a, b) => a.line - b.line || a.column - b.column);
      return { outcome: { ...outcome, findings: inOrder }, expectations };
    } catch (error) {
      if (error instanceof Failure) return { outcome: { file: outcome.file, failure: error.message } };
      throw error;
    }
  }

  /** Runs the queries of a file that have expectations. */
  async #judge(
    file: string,
  ): Promise<{ readonly findings: readonly Finding[]; readonly expectations: FileExpectations }> {
    const { signal, folder } = this.#program.terminal;
    const text = this.input ?? (await readQueryFile(file, folder));
    const counts = { passed: 0, failed: 0, notRun: 0 };
    const findings: Finding[] = [];
    if (!text.includes('@expect')) return { expectations: counts, findings };
    for (const query of await this.#queriesOf(file, text)) {
      if (signal.aborted) break;
      const outcome = await this.#judgeQuery(query);
      if (typeof outcome === 'string') {
        counts.notRun++;
        findings.push(notRun(query, outcome));
        continue;
      }
      const failed = outcome.judged.filter(({ verdict }) => !verdict.isPassed);
      counts.failed += failed.length;
      counts.passed += outcome.judged.length - failed.length;
      findings.push(...failed.map(judged => findingOf(query, judged, outcome.lines(judged))));
    }
    return { expectations: counts, findings };
  }

  async dispose(): Promise<void> {
    await this.#network?.end(this.#sites);
  }

  async #queriesOf(file: string, text: string): Promise<readonly ChosenQuery[]> {
    const languageId = languageIdOf(file)!;
    const language = await this.#program.language(languageId);
    const document = new QueryDocument(file, languageId, 1, text, language.syntax);
    return labelledQueries(document).flatMap(({ index, label }): ChosenQuery[] => {
      const placed = document.placed(index);
      if (!placed.block.isReadable) return [];
      const view = uncachedView(placed.block, document.header, language.syntax);
      return hasExpectations(view) ? [{ file, label, document, placed, view, language }] : [];
    });
  }

  /** Runs a query and returns its verdicts, or as a text why it did not run. */
  async #judgeQuery(
    query: ChosenQuery,
  ): Promise<
    string | { judged: readonly JudgedExpectation[]; lines: (judged: JudgedExpectation) => readonly string[] }
  > {
    const { terminal, now } = this.#program;
    const [settings, args] = [this.#settings, this.#args];
    const context = contextOf(settings, now(), args.value('site'));
    const run = randomUUID();
    try {
      const surroundings = { settings, context, args, terminal };
      const plan = await planQuery(query, surroundings, 'check');
      this.#network ??= await startNetwork(this.#program, settings, args);
      const { backend } = this.#network;
      for (const site of plan.sites) this.#sites.add(site);
      const { ready } = await readyRun(backend, query, plan, surroundings, run);
      try {
        const { outcome } = await fetchRows(backend, run, ready, terminal.signal);
        if (outcome.fault !== undefined) throw outcome.fault;
        if (outcome.status === 'failed') return this.#reasonOf(query, outcome);
        const { site } = ready;
        const runQuery = { ...ready.query, file: query.file };
        const ended = { run, query: runQuery, outcome, site, context, folder: terminal.folder };
        const judgement = await judgeRun(backend, ended, terminal.signal);
        return { judged: judgement, lines: ({ verdict }) => rowLines({ verdict, site }) };
      } finally {
        backend.release(run);
      }
    } catch (error) {
      if (error instanceof Failure) return error.message;
      throw error;
    }
  }

  #reasonOf(query: ChosenQuery, { errors, warnings, notices }: RunOutcome): string {
    const { view, language } = query;
    const context = contextOf(this.#settings, this.#program.now(), this.#args.value('site'));
    const [problem] = language.runner.locateMessages(view, context, errors, warnings);
    if (problem) return wordedProblemLine(query, problem);
    return notices.find(({ severity }) => severity === 'error')?.message ?? '';
  }
}

function findingOf(
  query: ChosenQuery,
  { option: { text, directive, place }, verdict }: JudgedExpectation,
  rows: readonly string[],
): Finding {
  const message = say('expectation.finding', { text, message: verdict.message });
  return findingAt(query, place, directive.span, {
    code: 'expectation',
    message: rows.length === 0 ? message : `${message} ${rows.join('; ')}`,
  });
}

/** A query that did not run, at its first expectation. */
function notRun(query: ChosenQuery, reason: string): Finding {
  const [first] = query.view.scope.directives('expect');
  const message = say('expectation.not-run', { reason }).trim();
  return findingAt(query, first!.place, first!.directive.span, { code: 'not-run', message });
}
