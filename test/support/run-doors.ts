/** The four places where queries run, each with a network that only records what it is sent. */
import { PassThrough } from 'node:stream';
import { createConnection } from 'vscode-languageserver/node';
import serverTexts from '../../server/catalogue/messages/server.json' with { type: 'json' };
import runTexts from '../../server/catalogue/messages/runs.json' with { type: 'json' };
import { planAgentRun } from '../../server/src/agents/tools/agent-plan.ts';
import type { AgentDependencies } from '../../server/src/agents/dependencies.ts';
import { Refusal } from '../../server/src/agents/refusal.ts';
import type { Arguments } from '../../server/src/cli/inputs/arguments.ts';
import { Failure } from '../../server/src/cli/failure.ts';
import { planQuery, readyRun } from '../../server/src/cli/verbs/run-plan.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { createLanguages } from '../../server/src/runs/languages/languages.ts';
import type { RunnableLanguage } from '../../server/src/runs/languages/served-language.ts';
import { Runs } from '../../server/src/editor/runs.ts';
import type { Runtime } from '../../server/src/editor/platform.ts';
import { Workspace } from '../../server/src/editor/workspace.ts';
import type { Answers } from '../../server/src/query-file/options/prompt-option.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import { refreshReport } from '../../server/src/runs/reports/refresh-report.ts';
import type { Backend, RunOutcome } from '../../server/src/network/backend.ts';
import type { RunRequest } from '#shared/protocol/request.ts';
import type { RunConditions, RunPurpose, RunQuery } from '../../server/src/runs/run-query.ts';
import { readSettings, type ServerSettings } from '../../server/src/sites/settings/read-settings.ts';
import { contextOf } from '../../server/src/cli/inputs/settings-file.ts';

const languages = createLanguages();
export const now = Date.UTC(2024, 2, 15);

export const settings: ServerSettings = readSettings({
  sites: {
    harbour: { kind: 'wiki', url: 'https://wiki.example.org/w/api.php' },
    quarry: { kind: 'wiki', url: 'https://quarry.example.org/w/api.php' },
    lamps: { kind: 'tracker', url: 'https://lamps.example.org' },
    broken: { kind: 'wiki', url: 'ftp://wiki.example.org/w/api.php' },
  },
  limit: 100,
  agents: { sites: ['harbour', 'quarry', 'lamps'] },
  advanced: { agentRows: 1000 },
});

/** A query to run: the last one of a text. */
export interface Asked {
  readonly languageId: 'wikiquery' | 'jql';
  readonly text: string;
  readonly answers?: Answers;
}

/** The outcome: the requests that were sent, or why none was. */
export interface Outcome {
  readonly sent: readonly RunRequest[];
  readonly refusal?: string;
}

/** An object that has nothing but these members; any other one that is used is an error. */
function only<T extends object>(members: Partial<T>): T {
  const empty: T = Object.create(null);
  return new Proxy(empty, {
    get: (_, name) => {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name) as unknown;
      throw new Error(`${String(name)} is not there`);
    },
  });
}

function recordingBackend(): { readonly backend: Backend; readonly sent: RunRequest[] } {
  const sent: RunRequest[] = [];
  const run = async (request: RunRequest): Promise<RunOutcome> => {
    sent.push(request);
    const empty = { rows: 0, requests: 1, milliseconds: 1, errors: [], warnings: [], notices: [] };
    return { status: 'complete', ...empty };
  };
  const backend = only<Backend>({
    run,
    judge: async () => [],
    window: async () => undefined,
    release: () => undefined,
    snapshotTables: async () => [],
  });
  return { backend, sent };
}

const languageOf = ({ languageId }: Asked): RunnableLanguage => languages.get(languageId)!;

/** The last query of a text. */
export function queryOf(asked: Asked): RunQuery & { readonly language: RunnableLanguage } {
  const language = languageOf(asked);
  const document = new QueryDocument(
    `file:///a.${asked.languageId}`,
    asked.languageId,
    1,
    asked.text,
    language.syntax,
  );
  const placed = document.placed(document.blocks.length - 1);
  const view = { block: placed.block, scope: new Scope(placed.block, document.headerOf(placed.block)) };
  return { document, placed, view, language };
}

/** The user who answers. */
const askFor =
  ({ answers = {} }: Asked): RunConditions['ask'] =>
  async () =>
    answers;

async function throughEditor(asked: Asked): Promise<Outcome> {
  const { backend, sent } = recordingBackend();
  const runtime = only<Runtime>({
    languages,
    backend,
    wording: wordingOf({ ...serverTexts, ...runTexts }),
    sendsContact: true,
    now: () => now,
    locks: only<Runtime['locks']>({ of: () => undefined, rulesOf: () => undefined }),
    yieldTurn: async () => undefined,
  });
  const workspace = new Workspace(runtime, settings, true, (_, error) => {
    throw error;
  });
  const runs = new Runs(createConnection(new PassThrough(), new PassThrough()), workspace);
  const place = { ...queryOf(asked), offset: 0 };
  const result = await runs.run('run', place, never, { ask: askFor(asked) });
  const notice = result.notices.find(({ severity }) => severity === 'error');
  return { sent, ...(notice && { refusal: notice.message }) };
}

const never = new AbortController().signal;
const args: Arguments<'run'> = {
  verb: 'run',
  paths: [],
  value: () => undefined,
  values: () => [],
  has: () => false,
};

async function throughCommandLine(asked: Asked): Promise<Outcome> {
  const { backend, sent } = recordingBackend();
  const context = contextOf(settings, now);
  const terminal = only<Parameters<typeof planQuery>[1]['terminal']>({
    signal: never,
    error: () => undefined,
  });
  const query = { ...queryOf(asked), file: 'a', label: '' };
  const surroundings = { settings, context, args, terminal };
  try {
    const plan = await planQuery(query, surroundings, 'command', askFor(asked));
    const { ready } = await readyRun(backend, query, plan, surroundings, 'run');
    await backend.run(
      { run: 'run', site: ready.site, ...ready.request },
      { table: ignore, progress: ignore },
      never,
    );
    return { sent };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const placed = /^a:\d+:\d+: error: (.*) \([\w-]+\)$/.exec(error.message);
    return { sent, refusal: placed?.[1] ?? error.message };
  }
}

const ignore = (): void => undefined;

async function throughReport(asked: Asked): Promise<Outcome> {
  const { backend, sent } = recordingBackend();
  const [wikiquery, jql] = [languages.get('wikiquery')!, languages.get('jql')!];
  const context = contextOf(settings, now);
  let count = 0;
  const dependencies: Parameters<typeof refreshReport>[0] = {
    languages: { wikiquery, jql },
    settings,
    context,
    backend,
    askSql: () => Promise.reject(new Error('no SQL')),
    charts: () => Promise.reject(new Error('no chart')),
    newRun: () => `run${++count}`,
    asked: ignore,
    ask: askFor(asked),
    mostRequests: 50,
  };
  const text = `\`\`\`${asked.languageId}\n${asked.text}\n\`\`\`\n`;
  const outcome = await refreshReport(
    dependencies,
    { uri: 'file:///a.md', text, file: 'a.md' },
    ignore,
    never,
  );
  if (outcome === 'declined') return { sent };
  const refusal = 'failures' in outcome ? outcome.failures[0]?.message : undefined;
  return { sent, ...(refusal !== undefined && { refusal }) };
}

async function throughAgent({ languageId, text }: Asked): Promise<Outcome> {
  const { backend, sent } = recordingBackend();
  const dependencies = only<AgentDependencies>({
    settings: () => settings,
    language: async id => languages.get(id)!,
    context: () => contextOf(settings, now),
    files: only<AgentDependencies['files']>({}),
    backend: async () => backend,
  });
  const queries = text.split('###').length - 1;
  const name = queries > 1 ? { name: String(queries) } : {};
  try {
    const { plan } = await planAgentRun(dependencies, { text, language: languageId, ...name });
    await backend.run(
      { run: 'run', site: plan.site, ...plan.request },
      { table: ignore, progress: ignore },
      never,
    );
    return { sent };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { sent, refusal: error.message };
  }
}

export const doors: readonly (readonly [RunPurpose, (asked: Asked) => Promise<Outcome>])[] = [
  ['editor', throughEditor],
  ['command', throughCommandLine],
  ['report', throughReport],
  ['agent', throughAgent],
];
