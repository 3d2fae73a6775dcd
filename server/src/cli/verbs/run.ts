/** `wikijql run`: runs a query, and writes the rows of one of its tables. */
import { eachOnce } from '#shared/base/text/problem.ts';
import { nameList } from '#shared/base/text/name-list.ts';
import { createReadStream } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning } from '../../files/owner-presence.ts';
import { isOwn } from '../../files/private-folder.ts';
import { isSameFile } from '../../files/replace-file.ts';
import { contactRemark } from '#shared/base/contact.ts';
import type { ResultColumns } from '../../query-file/language/result-columns.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import { columnsOption } from '../../query-file/options/columns-option.ts';
import { exportNoRows } from '../../results/export/export-file.ts';
import { Scope } from '../../query-file/scope.ts';
import { withColumnsFirst } from '../../runs/apply-directives.ts';
import { fetchRows, type FetchedTable } from '../../runs/fetch-rows.ts';
import { exportEndings, type ExportFormat, exportFormatSchema } from '#shared/protocol/results.ts';
import type { RanQuery } from '#shared/protocol/snapshots.ts';
import type { RunRequest } from '#shared/protocol/request.ts';
import type { ReadyRun } from '../../runs/plan-run.ts';
import type { TableHeader } from '#shared/protocol/run.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Backend, RunOutcome, RunSink } from '../../network/backend.ts';
import type { Arguments } from '../inputs/arguments.ts';
import { chooseQuery, wordedProblemLine } from '../inputs/chosen-query.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import { counted, say } from '../cli-texts.ts';
import { judgeRun, keepRun, ranQueryOf, verdictLines } from './judged-run.ts';
import type { Program } from '../program.ts';
import { promptAsker } from '../inputs/prompt-answers.ts';
import { contextOf, findSettings, withSiteAt } from '../inputs/settings-file.ts';
import { contactOf, startNetwork } from '../inputs/start-network.ts';
import { isStandardInput } from '../inputs/read-query-file.ts';
import { planQuery, readyRun } from './run-plan.ts';
import { isReport, runReport } from './run-report.ts';
import { terminalTable } from '../terminal-table.ts';
import { mustBeWritable, unwritable } from '../inputs/write-files.ts';

/** The run of a query that only counts its issues. @throws Failure for a query of a wiki, which has no counts */
function counting(ready: ReadyRun): ReadyRun {
  const { parts, request, ...others } = ready.request;
  const countedParts = parts && {
    ...parts,
    list: parts.list.map(part => ({ ...part, request: countOf(part.request) })),
  };
  return {
    ...ready,
    request: { ...others, request: countOf(request), ...(countedParts && { parts: countedParts }) },
  };
}

function countOf(request: RunRequest['request']): RunRequest['request'] {
  if (request.kind === 'wiki') throw new Failure('arguments.count-wiki');
  return { ...request, isCount: true };
}

/** Runs one query, writes the rows of one of its tables, and checks its expectations; in a report, runs all queries. */
export async function run(program: Program, args: Arguments<'run'>): Promise<Exit> {
  if (args.paths.some(isReport)) return runReport(program, args);
  if (args.has('check')) throw new Failure('arguments.check-report');
  const { terminal, now } = program;
  const { settings: written, file: settingsFile } = await findSettings(args, terminal);
  const chosenQuery = await chooseQuery(program, args);
  const settings = withSiteAt(written, args, args.value('site'), chosenQuery.language.runner.kind);
  await checkOutput(args, terminal.folder, [
    ...(args.paths.some(isStandardInput) ? [] : [chosenQuery.file]),
    ...(settingsFile === undefined ? [] : [settingsFile]),
  ]);
  const context = contextOf(settings, now(), args.value('site'));
  const surroundings = { settings, context, args, terminal };
  const ask = promptAsker(
    args,
    terminal,
    chosenQuery.document.blocks.map(block => new Scope(block)),
  );
  const plan = await planQuery(chosenQuery, surroundings, 'command', ask);
  if (terminal.signal.aborted) return exits.interrupted;
  const { sites } = plan;
  if (sites.length > 1 && !args.has('quiet'))
    terminal.error(`${say('run.sites', { count: sites.length, names: namesOf(sites) })}\n`);
  const { backend, end } = await startNetwork(program, settings, args);
  try {
    const { ready: whole, requests } = await readyRun(backend, chosenQuery, plan, surroundings, runId);
    const ready = args.has('count') ? counting(whole) : whole;
    const query = { ...ready.query, file: chosenQuery.file };
    const { view, language } = query;
    const { tables, ...ended } = await fetchRows(
      backend,
      runId,
      ready,
      terminal.signal,
      args.has('quiet') ? undefined : announcement(program, ready),
    );
    const outcome = { ...ended.outcome, requests: ended.outcome.requests + requests };
    const problems = language.runner.locateMessages(view, context, outcome.errors, outcome.warnings);
    for (const problem of eachOnce(problems)) terminal.error(`${wordedProblemLine(query, problem)}\n`);
    const remark = contactRemark(ready.site.url, contactOf(terminal, settings));
    if (remark !== undefined && !args.has('quiet')) terminal.error(`${say(remark)}\n`);
    for (const { severity, message } of outcome.notices) terminal.error(`${severity}: ${message}\n`);
    if (outcome.fault !== undefined) throw outcome.fault;
    if (terminal.signal.aborted) return exits.interrupted;
    if (outcome.status === 'failed') return exits.failure;
    const judgeable = { run: runId, query, outcome, site: ready.site, context, folder: terminal.folder };
    await writeTable(program, args, backend, { tables, about: ranQueryOf(judgeable) }, () =>
      emptyTable(chosenQuery.view, chosenQuery.language.service.resultColumns(view, context)),
    );
    if (!args.has('quiet')) terminal.error(`${summary(outcome, namesOf(sites))}\n`);
    const judgement = await judgeRun(backend, judgeable, terminal.signal);
    if (terminal.signal.aborted) return exits.interrupted;
    terminal.error(verdictLines(judgement, ready.site, args.has('quiet')));
    const snapshot = args.value('keep');
    if (snapshot !== undefined) await keepRun(backend, judgeable, snapshot, terminal.signal);
    if (judgement.some(({ verdict }) => !verdict.isPassed)) return exits.findings;
    const isLimited =
      ready.isLimited || ready.request.ownLimits?.some(({ rows }) => rows !== undefined) === true;
    const isWhole = outcome.status === 'complete' || (outcome.status === 'more' && isLimited);
    return isWhole ? exits.fine : exits.incomplete;
  } finally {
    await end(sites);
  }
}

/** Says once how many issues there are, before a long run fetches the rest. */
function announcement({ terminal }: Program, { request }: ReadyRun): RunSink['progress'] {
  let isSaid = false;
  return ({ rows, total, estimatedTotal = total ?? 0 }) => {
    if (isSaid || Math.min(estimatedTotal, request.limit) <= longRun || rows >= estimatedTotal) return;
    isSaid = true;
    terminal.error(`${say(total === undefined ? 'run.about' : 'run.total', { count: estimatedTotal })}\n`);
  };
}

/** The number of rows from which a run is announced. */
const longRun = 1000;

/** @throws Failure where the file to write the rows to is one of the inputs, or cannot be written */
async function checkOutput(args: Arguments<'run'>, folder: string, inputs: readonly string[]): Promise<void> {
  const to = args.value('to');
  if (to === undefined) return;
  if (args.value('output') === 'table') throw new Failure('arguments.table-file');
  for (const input of inputs)
    if (await isSameFile(path.resolve(folder, to), path.resolve(folder, input)))
      throw new Failure('file.is-input', { file: to });
  await mustBeWritable(to, folder);
}

/** The name of the only run in the store of the command. */
const runId = 'run';

const namesOf = (sites: readonly Site[]): string => nameList(sites.map(({ name }) => name));

const summary = (
  { status, rows, total, requests, milliseconds, bytes = 0, waited = 0 }: RunOutcome,
  site: string,
): string =>
  say(status === 'more' && total !== undefined ? 'run.more.total' : `run.${status}`, {
    rows: counted('row', rows),
    ...(total !== undefined && { total }),
    site,
    requests: counted('request', requests),
    usage: [
      ...(bytes > 0 ? [say('run.bytes', { size: sizeInWords(bytes) })] : []),
      ...(waited > 0 ? [say('run.waited', { count: waited })] : []),
    ].join(''),
    seconds: (milliseconds / 1000).toFixed(1),
  });

/** In steps of 1,000: 12.3 kB. */
function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function chooseTable(args: Arguments<'run'>, tables: readonly FetchedTable[]): FetchedTable | undefined {
  const name = args.value('table');
  if (name === undefined) return tables[0];
  const namedTable = tables.find(({ header }) => header.id === name || header.title === name);
  if (namedTable) return namedTable;
  throw new Failure('table.missing', { name, names: nameList(tables.map(({ header }) => header.title)) });
}

/** The columns to write: those of the option, else those of the query, else all that are shown at first. */
function chooseColumns(args: Arguments<'run'>, header: TableHeader): TableHeader['columns'] {
  const names = args
    .value('columns')
    ?.split(',')
    .map(name => name.trim());
  if (names === undefined) return header.columns.filter(({ hidden }) => hidden !== true);
  const columnNames = new Set(
    header.columns.flatMap(({ key, title }) => [key.toLowerCase(), title.toLowerCase()]),
  );
  for (const name of names) {
    if (!columnNames.has(name.toLowerCase()))
      throw new Failure('column.missing', {
        name,
        names: nameList(header.columns.map(({ title }) => title)),
      });
  }
  return withColumnsFirst(header, names).columns.filter(({ hidden }) => hidden !== true);
}

/** The table of a result without rows, with the columns that the query is known to have. */
function emptyTable({ scope }: QueryView, { tables: [table] }: ResultColumns): FetchedTable {
  const predictedNames = (table?.columns ?? [])
    .filter(({ lacks }) => lacks === undefined)
    .map(({ name }) => name);
  const columns = (columnsOption(scope) ?? predictedNames).map(name => ({
    key: name,
    title: name,
    type: 'text' as const,
  }));
  return { header: { id: '', title: table?.title ?? 'rows', columns }, rows: 0 };
}

/** The format that the name of the file says, else one to look at or to pass on. */
function usualFormat(to: string | undefined, isInteractive: boolean): ExportFormat | 'table' {
  if (to === undefined) return isInteractive ? 'table' : 'tsv';
  const ending = path.extname(to).slice(1).toLowerCase();
  return exportFormatSchema.options.find(format => exportEndings[format] === ending) ?? 'tsv';
}

const isExportFormat = (format: string): format is ExportFormat =>
  exportFormatSchema.options.some(option => option === format);

/** The beginning of the names of temporary folders, before the id of their process. */
const temporary = 'wikijql-rows-';
/** Milliseconds for which a folder is left alone: its process may run in another container. */
const maxUseMs = 3600 * 1000;

/** Removes the temporary folders of runs that were killed. */
async function removeLeftovers(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [id] = name.startsWith(temporary) ? name.slice(temporary.length).split('-', 1) : [];
    if (id === undefined || isRunning(Number(id))) continue;
    const folder = path.join(tmpdir(), name);
    const stats = await lstat(folder).catch(() => undefined);
    if (stats?.isDirectory() === true && isOwn(stats) && Date.now() - stats.mtimeMs > maxUseMs)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Parts of a text, cut only after line feeds. */
async function* wholeLines(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let open: string[] = [];
  for await (const part of parts) {
    const end = part.lastIndexOf('\n') + 1;
    if (end > 0) {
      yield [...open, part.slice(0, end)].join('');
      open = [];
    }
    open.push(part.slice(end));
  }
  yield open.join('');
}

async function writeTable(
  { terminal, hasColor }: Program,
  args: Arguments<'run'>,
  backend: Backend,
  { tables, about }: { readonly tables: readonly FetchedTable[]; readonly about: RanQuery },
  expected: () => FetchedTable,
): Promise<void> {
  const fetched = tables.every(({ rows }) => rows === 0) ? undefined : chooseTable(args, tables);
  const chosenTable = fetched ?? expected();
  const { header } = chosenTable;
  const columns = fetched === undefined ? header.columns : chooseColumns(args, header);
  const others = tables.filter(table => table !== chosenTable && table.rows > 0);
  if (others.length > 0 && !args.has('table'))
    terminal.error(
      `${say('table.others', { name: header.title, names: nameList(others.map(other => other.header.title)) })}\n`,
    );
  const to = args.value('to');
  const format = args.value('output') ?? usualFormat(to, terminal.isInteractive);
  const source = { run: runId, table: header.id };
  if (!isExportFormat(format)) {
    const painted = hasColor(args.value('color'));
    const stored = { ...source, rows: chosenTable.rows };
    for await (const text of terminalTable(backend, stored, columns, painted))
      await terminal.writeUntrusted(text);
    return;
  }
  if ((format === 'sqlite' || format === 'xlsx') && to === undefined) throw new Failure('arguments.binary');
  const keys = columns.map(({ key }) => key);
  const exported = async (file: string): Promise<void> => {
    if (fetched === undefined) {
      await exportNoRows(file, format, { title: header.title, columns }, about).catch((error: unknown) => {
        throw unwritable(to ?? file, error);
      });
      return;
    }
    const view = { sort: [], search: '', filters: {} };
    const outcome = await backend.export(
      { ...source, view, columns: keys, format, file, about },
      () => undefined,
      terminal.signal,
    );
    if (outcome === undefined) throw new Failure('rows.lost');
    if ('problem' in outcome) throw Failure.worded(outcome.problem);
    if (outcome.remark !== undefined) terminal.error(`warning: ${outcome.remark}\n`);
  };
  if (to !== undefined) {
    await exported(path.resolve(terminal.folder, to));
    return;
  }
  await removeLeftovers();
  const folder = await mkdtemp(path.join(tmpdir(), `${temporary}${process.pid}-`));
  try {
    const file = path.join(folder, 'rows');
    await exported(file);
    for await (const text of wholeLines(createReadStream(file, 'utf8'))) await terminal.writeRows(text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
