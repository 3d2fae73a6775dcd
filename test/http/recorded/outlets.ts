/** Serves a recorded answer from a loopback server, and takes it through every outlet of the product. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AgentTools, type ToolName } from '../../../server/src/agents/agent-tools.ts';
import type { ToolAnswer } from '../../../server/src/agents/tool.ts';
import { wordedProblemLine } from '../../../server/src/cli/inputs/chosen-query.ts';
import { contextOf } from '../../../server/src/cli/inputs/settings-file.ts';
import type { Backend, RunOutcome } from '../../../server/src/network/backend.ts';
import { createBackend } from '../../../server/src/network/create-backend.ts';
import { askSql } from '../../../server/src/results/sql-process.ts';
import { fetchRows, type FetchedTable } from '../../../server/src/runs/fetch-rows.ts';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { planRun } from '../../../server/src/runs/plan-run.ts';
import { refreshReport, type ReportOutcome } from '../../../server/src/runs/reports/refresh-report.ts';
import { readSettings } from '../../../server/src/sites/settings/read-settings.ts';
import { eachOnce } from '#shared/base/text/problem.ts';
import type { IssueResult } from '#shared/protocol/issue.ts';
import { cellAt } from '#shared/base/tables/cell-values.ts';
import type { Json, Row } from '#shared/protocol/json.ts';
import { type JsonObject, arrayOf, isObject, textOf } from '#shared/protocol/json-values.ts';
import { type BadServer, reply, startBadServer } from '../../support/bad-server.ts';
import { readDelimited } from '../../support/read-delimited.ts';
import { now, queryOf } from '../../support/run-doors.ts';
import { sqlProgram } from '../../support/sql-program.ts';
import { wholeView } from '../../support/stored-rows.ts';
import { quickClock } from '../harness.ts';

/** One response: its JSON, or its bytes where they are no JSON. */
interface RecordedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly text?: string;
}

/** Responses in the shape of a real server's, and the query that they answer. */
export interface Recording {
  readonly about: string;
  readonly site: 'wiki' | 'server' | 'cloud';
  readonly query: readonly string[];
  /** In their order; the last one also for all further requests. */
  readonly answers: readonly RecordedAnswer[];
  /** The list of the tracker's fields. */
  readonly fields?: Json;
  /** The members of the resource of one issue, in place of those of the issue in the search. */
  readonly issue?: JsonObject;
  /** The list of its comments with their properties; absent = the tracker refuses it. */
  readonly comments?: Json;
}

/** A table of a result, as the panel, two exports and SQL have it. */
export interface ShownTable extends FetchedTable {
  readonly cells: readonly Row[];
  /** With the line of titles. */
  readonly csv: readonly (readonly string[])[];
  readonly json: readonly Row[];
  readonly sql: number;
  /** The groups by each of the first columns: their values, and how many rows they have together. */
  readonly groups: readonly {
    readonly values: readonly (Json | undefined)[];
    readonly rows: Json | undefined;
  }[];
}

export interface Outlets {
  readonly outcome: RunOutcome;
  /** The main table first. */
  readonly tables: readonly ShownTable[];
  /** The lines of the command line about the errors and warnings of the site. */
  readonly lines: readonly string[];
  readonly markdown: ReportOutcome;
  readonly agent: ToolAnswer;
  /** The answers to the agent about SQL over its result. */
  readonly sqlTexts: readonly string[];
  readonly issues: readonly { readonly panel: IssueResult; readonly agent: ToolAnswer }[];
}

const never = new AbortController().signal;
const ignore = (): void => undefined;
const languages = createLanguages();

/** Takes a recording through all outlets, each with requests of its own. */
export async function throughOutlets(recording: Recording): Promise<Outlets> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-recorded-'));
  const served = await serve(recording);
  const backend = createBackend({ clock: quickClock(), random: () => 0 });
  backend.configure({
    userAgent: 'wikijql-test/1.0 (test@example.org)',
    proxy: '',
    certificateAuthorities: [],
    storage: folder,
    session: { process: process.pid, session: 'recorded' },
  });
  try {
    return await outletsOf(recording, { backend, folder, ...served });
  } finally {
    await backend.dispose();
    await served.server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Served {
  readonly server: BadServer;
  /** The first answer is the next one again. */
  readonly rewind: () => void;
}

async function serve({ site, answers, fields = [], issue, comments }: Recording): Promise<Served> {
  let next = 0;
  const issues = answers.flatMap(({ body = null }) => issuesOf(body));
  const server = await startBadServer([
    (socket, request) => {
      const send = ({ status = 200, headers = {}, body = null, text }: RecordedAnswer): void =>
        reply(status, headers, text ?? JSON.stringify(body))(socket, request);
      const { pathname } = new URL(request.target, 'http://x');
      const key = /\/issue\/([^/]+)$/.exec(pathname)?.[1];
      if (pathname.endsWith('/rest/api/2/field')) send({ body: fields });
      else if (key !== undefined)
        send({ body: { ...issues.find(one => textOf(one['key']) === key), ...issue } });
      else if (pathname.endsWith('/comment'))
        send(comments === undefined ? { status: 403, body: {} } : { body: comments });
      else if (site === 'cloud' && !pathname.endsWith('/jql')) send({ status: 410, body: {} });
      else send(answers[Math.min(next++, answers.length - 1)]!);
    },
  ]);
  return {
    server,
    rewind: () => {
      next = 0;
    },
  };
}

/** The issues of a search, each with the description of the fields. */
const issuesOf = (body: Json): JsonObject[] =>
  isObject(body)
    ? (arrayOf(body['issues']) ?? [])
        .filter(isObject)
        .map(found => ({ ...(body['names'] !== undefined && { names: body['names'] }), ...found }))
    : [];

async function outletsOf(
  { site, query: queryLines, answers }: Recording,
  { backend, folder, server, rewind }: Served & { readonly backend: Backend; readonly folder: string },
): Promise<Outlets> {
  const isWiki = site === 'wiki';
  const languageId = isWiki ? 'wikiquery' : 'jql';
  const address = isWiki ? server.url : server.origin;
  const settings = readSettings({
    sites: { recorded: { kind: isWiki ? 'wiki' : 'tracker', url: address } },
    defaultSite: 'recorded',
    agents: { sites: ['recorded'] },
  });
  const context = contextOf(settings, now);
  const text = queryLines.join('\n');

  const query = queryOf({ languageId, text });
  const plan = await planRun(query, { purpose: 'editor', settings, context });
  if (!('request' in plan)) throw new Error(JSON.stringify(plan));
  const { outcome, tables: fetched } = await fetchRows(backend, 'panel', plan, never);
  if (outcome.fault) throw outcome.fault;
  const lines = eachOnce(
    query.language.runner.locateMessages(query.view, context, outcome.errors, outcome.warnings),
  ).map(problem => wordedProblemLine({ ...query, file: 'a' }, problem));

  let runs = 0;
  const dependencies = {
    settings: () => settings,
    language: async (id: string) => languages.get(id)!,
    context: () => context,
    files: { list: async function* () {}, read: async () => undefined },
    mark: () => `word${++runs}`,
    linkScheme: 'vscode',
    backend: async () => backend,
    sql: askSql.bind(undefined, sqlProgram),
    asked: ignore,
    fault: (_: string, error: unknown) => {
      throw error;
    },
  };
  const agents = new AgentTools(dependencies);
  const call = (name: ToolName, input: JsonObject): Promise<ToolAnswer> => {
    rewind();
    return agents.call(name, input, never);
  };
  const agent = await call('run_query', { text, language: languageId });
  const sqlTexts: string[] = [];
  const counts = await countsInSql(agent, async sql => {
    const answer = await call('query_results', { sql });
    sqlTexts.push(answer.text);
    return answer;
  });

  rewind();
  const fence = `\`\`\`${languageId}\n${text}\n\`\`\`\n`;
  const markdown = await refreshReport(
    {
      languages: { wikiquery: languages.get('wikiquery')!, jql: languages.get('jql')! },
      settings,
      context,
      backend,
      askSql: dependencies.sql,
      charts: () => Promise.reject(new Error('no chart')),
      newRun: () => `report${++runs}`,
      asked: ignore,
      mostRequests: 50,
    },
    { uri: 'file:///a.md', text: fence, file: 'a.md' },
    ignore,
    never,
  );

  const tables: ShownTable[] = [];
  for (const table of fetched) tables.push(await shown(backend, table, folder, counts));
  const keys = answers.flatMap(({ body = null }) => issuesOf(body).map(({ key }) => textOf(key)));
  const issues: Outlets['issues'][number][] = [];
  for (const key of isWiki ? [] : keys)
    issues.push({
      panel: await backend.issue({ site: plan.site, reference: key }, never),
      agent: await call('get_issue', { issue: key }),
    });
  return { outcome, tables, lines, markdown, agent, sqlTexts, issues };
}

/** How many rows SQL counts in each table of an agent's result, by the titles of the tables. */
async function countsInSql(
  { structured }: ToolAnswer,
  ask: (sql: string) => Promise<ToolAnswer>,
): Promise<ReadonlyMap<string, number>> {
  const tables = (arrayOf(structured['tables'] ?? null) ?? []).filter(isObject);
  if (tables.length === 0) return new Map();
  const counts = tables.map(({ table }) => `(SELECT count(*) FROM "${textOf(table)}")`);
  const answer = await ask(`SELECT ${counts.join(', ')}`);
  const [row = null] = arrayOf(answer.structured['rows'] ?? null) ?? [];
  const values = arrayOf(row) ?? (isObject(row) ? Object.values(row) : []);
  return new Map(tables.map(({ title }, index) => [textOf(title), Number(values[index])]));
}

/** Columns by which rows are grouped. */
const groupedColumns = 5;

/** The groups of a chart by a column. */
async function groupsBy(
  backend: Backend,
  part: { readonly run: string; readonly table: string },
  column: string,
): Promise<ShownTable['groups'][number]> {
  const group = { by: [{ column }], aggregates: [{ name: 'count' as const }], search: '', filters: {} };
  const window = await backend.window({ ...part, view: { ...wholeView, group }, offset: 0, count: 1000 });
  const [by, count] = window?.groups?.columns ?? [];
  return {
    values: window?.rows.map(({ cells }) => cellAt(cells, by?.key ?? '')) ?? [],
    rows: cellAt(window?.groups?.totals ?? {}, count?.key ?? ''),
  };
}

async function shown(
  backend: Backend,
  table: FetchedTable,
  folder: string,
  counts: ReadonlyMap<string, number>,
): Promise<ShownTable> {
  const { header, rows } = table;
  const part = { run: 'panel', table: header.id, view: wholeView };
  const window = await backend.window({ ...part, offset: 0, count: Math.max(1, rows) });
  const columns = header.columns.map(({ key }) => key);
  const exported = async (format: 'csv' | 'json'): Promise<string> => {
    const file = path.join(folder, `rows.${format}`);
    await backend.export({ ...part, columns, format, file }, ignore, never);
    return readFileSync(file, 'utf8');
  };
  const json: readonly Row[] = JSON.parse(await exported('json'));
  return {
    ...table,
    cells: window?.rows.map(({ cells }) => cells) ?? [],
    csv: readDelimited((await exported('csv')).trimEnd(), ','),
    json,
    groups: await Promise.all(columns.slice(0, groupedColumns).map(key => groupsBy(backend, part, key))),
    sql: counts.get(header.title) ?? -1,
  };
}
