import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { userAgentOf } from '../http/user-agent.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryView } from '../language/service.ts';
import { applyColumns, withColumnsFirst } from '../lsp/columns-directive.ts';
import { siteNamed } from '../lsp/query-site.ts';
import type { ServerSettings } from '../lsp/settings.ts';
import { type ExportFormat, exportFormatSchema } from '../protocol/results.ts';
import type { TableHeader } from '../protocol/run.ts';
import type { Site } from '../protocol/sites.ts';
import { limitOption, siteNameOf } from '../queryfile/run-options.ts';
import type { Remote, RunReport, RunRequest } from '../remote/remote.ts';
import { userStateFolder } from '../session/state-folder.ts';
import type { Arguments } from './arguments.ts';
import { type ChosenQuery, chooseQuery } from './chosen-query.ts';
import { counted, Failure, reasonOf, say } from './failure.ts';
import type { Program } from './program.ts';
import { contextOf } from './query-context.ts';
import { findSettings, mustKnow } from './settings-file.ts';
import { type Exit, exits } from './terminal.ts';
import { terminalTable } from './terminal-table.ts';

/** A table of the result and how many rows of it there are. */
interface ResultTable {
  readonly header: TableHeader;
  readonly rows: number;
}

/** Runs one query and writes the rows of one of its tables. */
export async function run(program: Program, given: Arguments): Promise<Exit> {
  const { terminal, now } = program;
  const { settings } = await findSettings(given.value('settings'), terminal.folder);
  const query = await chooseQuery(program, given);
  const { view, language } = query;
  const site = siteFor(query, settings, given, now());
  const context = contextOf(settings, now(), given.value('site'));
  const request = language.runner.prepare(view, context);
  if ('code' in request) throw Failure.worded(sentence(query, request));

  const remote = await program.remote();
  try {
    remote.configure({
      userAgent: userAgentOf(program.version, settings.contact),
      proxy: settings.http.proxy,
      certificateAuthorities: await authorities(settings, terminal.folder),
      storage: userStateFolder(terminal.environment),
      session: { process: process.pid, session: randomUUID() },
      maximumResults: settings.results.maximumSize,
    });
    const limit = limitOf(given) ?? limitOption(view.scope);
    const ownLimits = limit === undefined ? language.runner.ownLimits?.(view, context) : undefined;
    const wanted = { site, request, limit: limit ?? settings.limit, ...(ownLimits && { ownLimits }) };
    const { report, tables } = await fetched(remote, wanted, view, terminal.signal);
    const problems = language.runner.place(view, context, report.errors, report.warnings);
    for (const problem of problems) terminal.error(`${sentence(query, problem)}\n`);
    for (const { severity, message } of report.notices) terminal.error(`${severity}: ${message}\n`);
    if (report.fault !== undefined) throw report.fault;
    if (terminal.signal.aborted) return exits.interrupted;
    if (report.status === 'failed') return exits.failure;
    await writeTable(program, given, remote, tables);
    if (!given.has('quiet')) terminal.error(`${summary(report, site)}\n`);
    const isLimited = limit !== undefined || ownLimits?.some(({ rows }) => rows !== undefined) === true;
    const isWhole = report.status === 'complete' || (report.status === 'more' && isLimited);
    return isWhole ? exits.fine : exits.incomplete;
  } finally {
    await remote.dispose();
  }
}

const summary = ({ status, rows, total, requests, milliseconds }: RunReport, { name }: Site): string =>
  say(`run.${status}`, {
    rows: counted('row', rows),
    total: total ?? '?',
    site: name,
    requests: counted('request', requests),
    seconds: (milliseconds / 1000).toFixed(1),
  });

function siteFor(
  { view, language }: ChosenQuery,
  settings: ServerSettings,
  given: Arguments,
  now: number,
): Site {
  const named = given.value('site');
  const name = named ?? siteNameOf(view, contextOf(settings, now));
  if (name === '') throw new Failure('site.none');
  mustKnow(name, settings);
  const site = siteNamed(settings, name)!;
  if (site.kind !== language.runner.kind)
    throw new Failure(`site.other-kind.${language.runner.kind}`, { name });
  return site;
}

/** `undefined` = the option is not given. @throws Failure where it is no number of rows */
function limitOf(given: Arguments): number | undefined {
  const value = given.value('limit');
  if (value === undefined) return undefined;
  if (value === 'all') return Infinity;
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new Failure('arguments.bad-limit', { value });
  return Number(value);
}

const authorities = (settings: ServerSettings, folder: string): Promise<string[]> =>
  Promise.all(
    settings.http.certificateAuthorities.map(async file => {
      try {
        return await readFile(path.resolve(folder, file), 'utf8');
      } catch (error) {
        throw new Failure('file.unreadable', { file, reason: reasonOf(error) });
      }
    }),
  );

/** The name of the run in its store: there is one. */
const runId = 'run';

async function fetched(
  remote: Remote,
  wanted: Omit<RunRequest, 'run'>,
  view: QueryView,
  signal: AbortSignal,
): Promise<{ readonly report: RunReport; readonly tables: readonly ResultTable[] }> {
  const tables = new Map<string, ResultTable>();
  const sink = {
    table: ({ table: header, rows }: { readonly table: TableHeader; readonly rows: number }) =>
      void tables.set(header.id, { header: applyColumns(header, view), rows }),
    progress: () => undefined,
  };
  const report = await remote.run({ run: runId, ...wanted }, sink, signal);
  return { report, tables: [...tables.values()] };
}

function chooseTable(given: Arguments, tables: readonly ResultTable[]): ResultTable | undefined {
  const name = given.value('table');
  if (name === undefined) return tables.toSorted((a, b) => b.rows - a.rows)[0];
  const found = tables.find(({ header }) => header.id === name || header.title === name);
  if (found) return found;
  throw new Failure('table.missing', { name, names: tables.map(({ header }) => header.title).join(', ') });
}

/** The columns to write: those of the option, else those of the query, else all that are shown at first. */
function chooseColumns(given: Arguments, header: TableHeader): TableHeader['columns'] {
  const names = given
    .value('columns')
    ?.split(',')
    .map(name => name.trim());
  if (names === undefined) return header.columns.filter(({ hidden }) => hidden !== true);
  const known = new Set(header.columns.flatMap(({ key, title }) => [key.toLowerCase(), title.toLowerCase()]));
  for (const name of names) {
    if (!known.has(name.toLowerCase()))
      throw new Failure('column.missing', {
        name,
        names: header.columns.map(({ title }) => title).join(', '),
      });
  }
  return withColumnsFirst(header, names).columns.filter(({ hidden }) => hidden !== true);
}

const isExportFormat = (format: string): format is ExportFormat =>
  exportFormatSchema.options.some(option => option === format);

async function writeTable(
  { terminal, hasColor }: Program,
  given: Arguments,
  remote: Remote,
  tables: readonly ResultTable[],
): Promise<void> {
  const chosen = chooseTable(given, tables);
  if (chosen === undefined) return;
  const { header } = chosen;
  const columns = chooseColumns(given, header);
  const others = tables.filter(table => table !== chosen && table.rows > 0);
  if (others.length > 0 && !given.has('table'))
    terminal.error(
      `${say('table.others', { name: header.title, names: others.map(each => each.header.title).join(', ') })}\n`,
    );
  const to = given.value('to');
  const format = given.value('output') ?? (terminal.isInteractive && to === undefined ? 'table' : 'tsv');
  const source = { run: runId, table: header.id };
  if (!isExportFormat(format)) {
    const painted = hasColor(given.value('color'));
    for await (const text of terminalTable(remote, source, columns, painted)) await terminal.out(text);
    return;
  }
  if (format === 'sqlite' && to === undefined) throw new Failure('arguments.sqlite');
  const keys = columns.map(({ key }) => key);
  const exported = async (file: string): Promise<void> => {
    const view = { sort: [], search: '', filters: {} };
    const written = await remote.export(
      { ...source, view, columns: keys, format, file },
      () => undefined,
      terminal.signal,
    );
    if (written !== undefined && 'problem' in written) throw Failure.worded(written.problem);
  };
  if (to !== undefined) {
    await exported(path.resolve(terminal.folder, to));
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'wikijql-'));
  try {
    const file = path.join(folder, 'rows');
    await exported(file);
    for await (const text of createReadStream(file, 'utf8')) await terminal.out(text);
    if (format !== 'ndjson' && format !== 'html') await terminal.out('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A problem with its place in the file. */
function sentence({ file, document, placed, language }: ChosenQuery, problem: Problem): string {
  const { start } = document.rangeIn(placed, problem.span);
  const message = language.wording(problem.message ?? problem.code, problem.arguments);
  return `${file}:${start.line + 1}:${start.character + 1}: ${problem.severity}: ${message} (${problem.code})`;
}
