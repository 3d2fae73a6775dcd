import type { Severity } from '../language/problem.ts';
import type { Arguments } from './arguments.ts';
import { type CheckJob, contextFor, type FileOutcome } from './check-file.ts';
import { checkFiles } from './check-pool.ts';
import { ExpectationRunner, type FileExpectations, withExpectations } from './expectation-findings.ts';
import { counted, Failure, say } from './failure.ts';
import type { Program } from './program.ts';
import { contextOf } from './query-context.ts';
import { languageIdOf, readable } from './query-paths.ts';
import { inputName, readInput } from './read-query-file.ts';
import { githubReport } from './reports/github.ts';
import { jsonReport } from './reports/json.ts';
import { junitReport } from './reports/junit.ts';
import type { Report, ReportOptions } from './reports/report.ts';
import { sarifReport } from './reports/sarif.ts';
import { textReport } from './reports/text.ts';
import { findSettings, type FoundSettings, mustKnowOrLock } from './settings-file.ts';
import { namedLock, onlyLock } from './site-locks.ts';
import { type Exit, exits } from './terminal.ts';

const reports: Readonly<Record<string, (options: ReportOptions) => Report>> = {
  text: ({ hasColor }) => textReport(hasColor),
  json: jsonReport,
  sarif: ({ version }) => sarifReport(version),
  github: githubReport,
  junit: junitReport,
};

const severities: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** What was found so far. */
class Tally {
  files = 0;
  unread = 0;
  queries = 0;
  fixed = 0;
  fixedFiles = 0;
  passed = 0;
  failed = 0;
  notRun = 0;
  readonly #found = new Map<Severity, number>();

  add(outcome: FileOutcome): void {
    if ('failure' in outcome) {
      this.unread++;
      return;
    }
    this.files++;
    this.queries += outcome.queries.length;
    this.fixed += outcome.fixed;
    if (outcome.fixed > 0) this.fixedFiles++;
    for (const { severity } of outcome.findings) this.#found.set(severity, this.count(severity) + 1);
  }

  addExpectations({ passed, failed, notRun }: FileExpectations): void {
    this.passed += passed;
    this.failed += failed;
    this.notRun += notRun;
  }

  count(severity: Severity): number {
    return this.#found.get(severity) ?? 0;
  }

  exit(isStrict: boolean): Exit {
    if (this.unread + this.notRun > 0) return exits.failure;
    const counting = isStrict ? severities : severities.slice(0, 2);
    return counting.some(severity => this.count(severity) > 0) ? exits.findings : exits.fine;
  }

  get summary(): string {
    const scope = { queries: counted('query', this.queries), files: counted('file', this.files) };
    const found = severities.flatMap(severity =>
      this.count(severity) > 0 ? [counted(severity, this.count(severity))] : [],
    );
    const fixes = { fixes: counted('fix', this.fixed), files: counted('file', this.fixedFiles) };
    return [
      ...(this.fixed > 0 ? [say('summary.fixed', fixes)] : []),
      found.length === 0
        ? say('summary.clean', scope)
        : say('summary.found', { ...scope, findings: found.join(', ') }),
      ...(this.passed + this.failed > 0
        ? [say('summary.expectations', { passed: this.passed, failed: this.failed })]
        : []),
    ].join(' ');
  }
}

/** Checks files and writes what is found. */
export async function check(program: Program, given: Arguments): Promise<Exit> {
  const found = await findSettings(given.value('settings'), program.terminal.folder);
  const runner = given.has('run') ? new ExpectationRunner(program, found.settings, given) : undefined;
  try {
    return await checkPaths(program, given, found, runner);
  } finally {
    await runner?.dispose();
  }
}

async function checkPaths(
  program: Program,
  given: Arguments,
  { settings, file: settingsFile }: FoundSettings,
  runner: ExpectationRunner | undefined,
): Promise<Exit> {
  const { terminal, checker, now, version } = program;
  const site = given.value('site');
  const lock = namedLock(given, terminal.folder);
  if (site !== undefined)
    mustKnowOrLock(site, settings, lock ? onlyLock(lock) : checker.locksFor('.', terminal.folder));
  const output = given.value('output') ?? 'text';
  const report = reports[output]!({ version, hasColor: program.hasColor(given.value('color')) });
  const job: CheckJob = {
    folder: terminal.folder,
    context: contextOf(settings, now(), site, lock),
    offersFixes: report.hasFixes,
    fixes: given.has('fix'),
  };
  const tally = new Tally();
  const unusable = new Set<string>();
  const written = async (outcome: FileOutcome): Promise<void> => {
    const known = settingsFile === undefined ? withoutUnknownSites(outcome) : outcome;
    const { outcome: shown, expectations } = await withExpectations(known, runner);
    for (const text of 'failure' in shown ? [] : (shown.unusableLocks ?? [])) {
      if (unusable.has(text)) continue;
      unusable.add(text);
      tally.unread++;
      terminal.error(`${text}\n`);
    }
    tally.add(shown);
    if (expectations) tally.addExpectations(expectations);
    if ('failure' in shown) terminal.error(`${shown.failure}\n`);
    const text = 'failure' in shown ? report.unread(shown) : report.file(shown);
    if (text !== '') await terminal.out(text);
  };
  await terminal.out(report.head());
  if (given.paths.length === 1 && given.paths[0] === '-')
    await written(await checkInput(program, given, job, runner));
  else {
    const paths = given.paths.length === 0 ? ['.'] : given.paths;
    const files = readable(paths, terminal.folder, failure =>
      written({ file: failure.file, failure: failure.message }),
    );
    for await (const outcome of checkFiles(files, checker, job, {
      threadFile: program.threadFile,
      signal: terminal.signal,
    }))
      await written(outcome);
  }
  if (terminal.signal.aborted) return exits.interrupted;
  await terminal.out(report.foot({ files: tally.files, queries: tally.queries }));
  if (tally.files === 0 && tally.unread > 0) return exits.failure;
  if (tally.files === 0) {
    terminal.error(`${say('files.none')}\n`);
    return given.has('allow-no-files') ? exits.fine : exits.failure;
  }
  if (!given.has('quiet')) {
    const summary = `${tally.summary}\n`;
    if (output === 'text') await terminal.out(summary);
    else terminal.error(summary);
  }
  return tally.exit(given.has('strict'));
}

/** Standard input, checked under the name that it is given; without one it is a wiki query. */
async function checkInput(
  { terminal, checker }: Program,
  given: Arguments,
  job: CheckJob,
  runner: ExpectationRunner | undefined,
): Promise<FileOutcome> {
  const name = inputName(given);
  try {
    const text = await readInput(name, terminal);
    if (runner) runner.input = text;
    const { context, unusableLocks } = contextFor(checker, name, job);
    const checked = await checker.check(name, languageIdOf(name)!, text, { ...job, context });
    return { ...checked, ...(unusableLocks.length > 0 && { unusableLocks }) };
  } catch (error) {
    if (error instanceof Failure) return { file: name, failure: error.message };
    throw error;
  }
}

/** Without settings nobody can say which sites there are. */
function withoutUnknownSites(outcome: FileOutcome): FileOutcome {
  if ('failure' in outcome) return outcome;
  return { ...outcome, findings: outcome.findings.filter(({ code }) => code !== 'unknown-site') };
}
