/** `wikijql check`: checks files, and writes the findings in one of several formats. */
import type { Severity } from '#shared/base/text/problem.ts';
import type { Arguments } from '../inputs/arguments.ts';
import { type CheckJob, contextFor, type FileOutcome } from './check-file.ts';
import { checkFiles } from './check-pool.ts';
import type { ExpectationRunner, FileExpectations } from './expectation-findings.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import type { CheckedFile, Finding } from '../finding.ts';
import { counted, say } from '../cli-texts.ts';
import type { Program } from '../program.ts';
import {
  contextOf,
  findSettings,
  type FoundSettings,
  mustKnowOrLock,
  withSiteAt,
} from '../inputs/settings-file.ts';
import { isHostFile, type KindOf, kindOf, languageIdOf, readable } from '../inputs/query-paths.ts';
import { inputName, readInput, readsInput } from '../inputs/read-query-file.ts';
import { githubFormat } from '../output-formats/github-format.ts';
import { gitlabFormat } from '../output-formats/gitlab-format.ts';
import { jsonFormat } from '../output-formats/json-format.ts';
import type { OutputFormat, OutputOptions } from '../output-formats/output-format.ts';
import { textFormat } from '../output-formats/text-format.ts';
import { baselineOf } from './check-baseline.ts';
import { namedLock, onlyLock } from '../inputs/site-locks.ts';

/** The output formats. Those that need a library, or pages, load it when they are used, so that a check starts quickly. */
const outputFormats: Readonly<
  Record<string, (options: OutputOptions) => OutputFormat | Promise<OutputFormat>>
> = {
  text: ({ hasColor }) => textFormat(hasColor),
  json: jsonFormat,
  sarif: async ({ version }) => (await import('../output-formats/sarif-format.ts')).sarifFormat(version),
  github: githubFormat,
  gitlab: gitlabFormat,
  junit: async () => (await import('../output-formats/junit-format.ts')).junitFormat(),
};

const severities: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** Counts of files, queries and findings so far. */
class Tally {
  files = 0;
  unread = 0;
  queries = 0;
  fixed = 0;
  fixedFiles = 0;
  passed = 0;
  failed = 0;
  notRun = 0;
  known = 0;
  readonly #countBySeverity = new Map<Severity, number>();

  add(outcome: FileOutcome): void {
    if ('failure' in outcome) {
      this.unread++;
      return;
    }
    this.files++;
    this.queries += outcome.queries.length;
    this.fixed += outcome.fixed;
    if (outcome.fixed > 0) this.fixedFiles++;
    this.addFindings(outcome.findings);
  }

  addFindings(findings: readonly Finding[]): void {
    for (const { severity, isKnown } of findings) {
      if (isKnown === true) this.known++;
      else this.#countBySeverity.set(severity, this.count(severity) + 1);
    }
  }

  addExpectations({ passed, failed, notRun }: FileExpectations): void {
    this.passed += passed;
    this.failed += failed;
    this.notRun += notRun;
  }

  count(severity: Severity): number {
    return this.#countBySeverity.get(severity) ?? 0;
  }

  exit(isStrict: boolean): Exit {
    if (this.unread + this.notRun > 0) return exits.failure;
    const counting = isStrict ? severities : severities.slice(0, 2);
    return counting.some(severity => this.count(severity) > 0) ? exits.findings : exits.fine;
  }

  get summary(): string {
    const scope = { queries: counted('query', this.queries), files: counted('file', this.files) };
    const counts = severities.flatMap(severity =>
      this.count(severity) > 0 ? [counted(severity, this.count(severity))] : [],
    );
    const fixes = { fixes: counted('fix', this.fixed), files: counted('file', this.fixedFiles) };
    return [
      ...(this.fixed > 0 ? [say('summary.fixed', fixes)] : []),
      counts.length === 0
        ? say('summary.clean', scope)
        : say('summary.found', { ...scope, findings: counts.join(', ') }),
      ...(this.known > 0 ? [say('summary.known', { problems: counted('problem', this.known) })] : []),
      ...(this.passed + this.failed > 0
        ? [say('summary.expectations', { passed: this.passed, failed: this.failed })]
        : []),
    ].join(' ');
  }
}

/** Checks files and writes the findings. */
export async function check(program: Program, args: Arguments<'check'>): Promise<Exit> {
  if (readsInput(args) && args.has('fix')) throw new Failure('arguments.fix-input');
  if (args.has('baseline') && args.has('write-baseline')) throw new Failure('arguments.baseline');
  const fileSettings = await findSettings(args, program.terminal);
  const foundSettings = {
    ...fileSettings,
    settings: withSiteAt(fileSettings.settings, args, args.value('site')),
  };
  const runner = args.has('run') ? await expectationRunner(program, foundSettings, args) : undefined;
  try {
    return await checkPaths(program, args, foundSettings, runner);
  } finally {
    await runner?.dispose();
  }
}

async function expectationRunner(
  program: Program,
  { settings }: FoundSettings,
  args: Arguments<'check'>,
): Promise<ExpectationRunner> {
  const expectations = await import('./expectation-findings.ts');
  return new expectations.ExpectationRunner(program, settings, args);
}

async function checkPaths(
  program: Program,
  args: Arguments<'check'>,
  { settings, file: settingsFile }: FoundSettings,
  runner: ExpectationRunner | undefined,
): Promise<Exit> {
  const { terminal, checker, now, version } = program;
  const site = args.value('site');
  const lock = namedLock(args, terminal.folder);
  if (site !== undefined)
    mustKnowOrLock(site, settings, lock ? onlyLock(lock) : checker.locksFor('.', terminal.folder));
  const output = args.value('output') ?? 'text';
  const format = await outputFormats[output]!({ version, hasColor: program.hasColor(args.value('color')) });
  const job: CheckJob = {
    folder: terminal.folder,
    context: contextOf(settings, now(), site, lock),
    offersFixes: format.hasFixes,
    fixes: args.has('fix'),
  };
  const baseline = await baselineOf(args, terminal);
  const tally = new Tally();
  const checksHosts = (args.value('embedded') ?? settings.language.embeddedQueries) !== 'never';
  const kind = checksHosts ? kindOf : languageIdOf;
  const unusable = new Set<string>();
  const checkedRules = new Set<string>();
  const writeRules = async ({ file, rulesFile }: CheckedFile): Promise<void> => {
    const rules =
      rulesFile === undefined || checkedRules.has(rulesFile)
        ? undefined
        : checker.rulesFor(file, terminal.folder);
    if (rulesFile === undefined || rules === undefined) return;
    checkedRules.add(rulesFile);
    const { checkRules } = await import('../inputs/rule-findings.ts');
    const checked = baseline.compared(checkRules(rules, terminal.folder));
    tally.addFindings(checked.findings);
    if (checked.findings.length > 0) await write(format.file(shownOf(checked, format)));
  };
  // Only the format of workflows has commands of its own.
  const write = async (text: string): Promise<void> => {
    if (text !== '') await (output === 'github' ? terminal.out : terminal.writeUntrusted)(text);
  };
  const writeOutcome = async (outcome: FileOutcome): Promise<void> => {
    if (isWithoutQueries(outcome)) return;
    if (!('failure' in outcome)) await writeRules(outcome);
    const filtered = settingsFile === undefined ? withoutUnknownSites(outcome) : outcome;
    const judging = isHostFile(filtered.file) ? undefined : runner;
    const { outcome: judged, expectations } = (await judging?.judged(filtered)) ?? { outcome: filtered };
    const shown = 'failure' in judged ? judged : baseline.compared(judged);
    for (const text of 'failure' in shown ? [] : (shown.unusableLocks ?? [])) {
      if (unusable.has(text)) continue;
      unusable.add(text);
      tally.unread++;
      terminal.error(`${text}\n`);
    }
    tally.add(shown);
    if (expectations) tally.addExpectations(expectations);
    if ('failure' in shown) terminal.error(`${shown.failure}\n`);
    await write('failure' in shown ? format.unread(shown) : format.file(shownOf(shown, format)));
  };
  await terminal.out(format.head());
  if (readsInput(args)) await writeOutcome(await checkInput(program, args, job, runner, kind));
  else {
    const paths = args.paths.length === 0 ? ['.'] : args.paths;
    const files = readable(
      paths,
      terminal.folder,
      failure => writeOutcome({ file: failure.file, failure: failure.message }),
      kind,
    );
    for await (const outcome of checkFiles(files, checker, job, program)) await writeOutcome(outcome);
  }
  if (terminal.signal.aborted) return exits.interrupted;
  const ofBaseline = baseline.isGiven ? { known: tally.known } : {};
  await terminal.out(format.foot({ files: tally.files, queries: tally.queries, ...ofBaseline }));
  if (tally.files === 0 && tally.unread > 0) return exits.failure;
  if (tally.files === 0) {
    terminal.error(`${say('files.none')}\n`);
    return args.has('allow-no-files') ? exits.fine : exits.failure;
  }
  for (const sentence of await baseline.end()) if (!args.has('quiet')) terminal.error(`${sentence}\n`);
  if (!args.has('quiet')) {
    const summary = `${tally.summary}\n`;
    if (output === 'text') await terminal.writeMessage(summary);
    else terminal.error(summary);
  }
  return tally.exit(args.has('strict'));
}

/** The findings that a format writes. */
const shownOf = (checked: CheckedFile, { hasKnown = false }: OutputFormat): CheckedFile =>
  hasKnown ? checked : { ...checked, findings: checked.findings.filter(({ isKnown }) => isKnown !== true) };

/** Standard input, checked under its name. */
async function checkInput(
  { terminal, checker }: Program,
  args: Arguments<'check'>,
  job: CheckJob,
  runner: ExpectationRunner | undefined,
  kind: KindOf,
): Promise<FileOutcome> {
  try {
    const { name, text } = await readInput(args, terminal, kind);
    if (runner) runner.input = text;
    const { context, unusableLocks, rules } = contextFor(checker, name, job);
    const checked = await checker.check(name, kind(name)!, text, { ...job, context });
    return {
      ...checked,
      ...(unusableLocks.length > 0 && { unusableLocks }),
      ...(rules && { rulesFile: rules.file }),
    };
  } catch (error) {
    if (error instanceof Failure)
      return { file: args.value('stdin-name') ?? inputName, failure: error.message };
    throw error;
  }
}

/** A file of another language that has no query is not reported. */
const isWithoutQueries = (outcome: FileOutcome): boolean =>
  !('failure' in outcome) &&
  outcome.queries.length === 0 &&
  outcome.findings.length === 0 &&
  isHostFile(outcome.file);

/** Without settings no site is known, so unknown sites are not reported. */
function withoutUnknownSites(outcome: FileOutcome): FileOutcome {
  if ('failure' in outcome) return outcome;
  return { ...outcome, findings: outcome.findings.filter(({ code }) => code !== 'unknown-site') };
}
