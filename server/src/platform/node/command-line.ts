/** The entry of the command line, and of the threads that it starts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';
import { agentFiles } from './agent-files.ts';
import { type CheckThreadData, serveChecks } from '../../cli/verbs/check-pool.ts';
import type { Credentials } from '../../cli/inputs/credentials.ts';
import { processTerminal } from '../../cli/process-terminal.ts';
import type { Program, SessionStorage } from '../../cli/program.ts';
import { QueryChecker } from '../../cli/inputs/query-checker.ts';
import { runProgram } from '../../cli/verbs/run-program.ts';
import { diskFiles } from './disk-files.ts';
import { lazyLanguages } from '../../runs/languages/lazy-languages.ts';
import type { OfferedTools } from '../../agents/agent-tools.ts';
import type { serveTools } from './mcp-server.ts';
import { loadCharts } from '../../runs/reports/report-dependencies.ts';
import type { Backend } from '../../network/backend.ts';

const folder = import.meta.dirname;
const language = lazyLanguages();
const checker = new QueryChecker(language);

async function main(): Promise<void> {
  const { version }: { version: string } = JSON.parse(
    readFileSync(path.join(folder, '../package.json'), 'utf8'),
  );
  const { terminal, hasColor, finish } = processTerminal();
  const program: Program = {
    terminal,
    version,
    now: Date.now,
    language,
    checker,
    backend: startNetwork,
    threadFile: import.meta.filename,
    agentFiles: top => agentFiles(diskFiles(), [top]),
    askSql: async (question, signal) =>
      (await import('../../results/sql-process.ts')).askSql(path.join(folder, 'sql.js'), question, signal),
    charts: () => loadCharts(path.join(folder, 'chart.js')),
    serveAgents,
    serve: serveEditors,
    hasColor,
  };
  const exit = await runProgram(program, process.argv.slice(2));
  if (exit !== undefined) finish(exit);
}

async function startNetwork(
  credentials: Credentials,
  { usesKeychain, began }: SessionStorage,
): Promise<Backend> {
  const { createThreadBackend } = await import('../../network/thread/thread-backend.ts');
  const { EnvironmentVault } = await import('../../network/session/environment-vault.ts');
  const { KeychainVault } = await import('../../network/session/keychain-vault.ts');
  const { systemKeychain } = await import('../../network/session/keychain-vault.ts');
  const keychain = usesKeychain ? await systemKeychain() : undefined;
  const vault = new KeychainVault(keychain, new EnvironmentVault(credentials), began);
  return createThreadBackend(path.join(folder, 'worker.js'), { vault });
}

/** Serves agents. The protocol's package is in another bundle, so that the other verbs do not wait for it. */
async function serveAgents(offered: OfferedTools, signal: AbortSignal): Promise<void> {
  const bundle: { readonly serveTools: typeof serveTools } = await import(path.join(folder, 'mcp.js'));
  await bundle.serveTools(offered, signal);
}

/** Serves an editor. The language server reads from the arguments of the process how the editor talks to it. */
async function serveEditors(isConnectionGiven: boolean): Promise<void> {
  if (!isConnectionGiven) process.argv.push('--stdio');
  await import(path.join(folder, 'server.js'));
}

if (isMainThread) void main();
else {
  const { job }: CheckThreadData = workerData;
  serveChecks(checker, job);
}
