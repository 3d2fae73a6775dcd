/** Rows that are lost after a run, as the process that holds them ends, are never taken for a result without rows. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { QueryChecker } from '../../../server/src/cli/inputs/query-checker.ts';
import type { Program } from '../../../server/src/cli/program.ts';
import { runProgram } from '../../../server/src/cli/verbs/run-program.ts';
import { createBackend } from '../../../server/src/network/create-backend.ts';
import type { Backend } from '../../../server/src/network/backend.ts';
import { lazyLanguages } from '../../../server/src/runs/languages/lazy-languages.ts';
import { folderWith } from '../../cli/program.ts';

const language = lazyLanguages();
const unused = (): never => assert.fail('nothing is called');

/** A backend whose run has rows, and which has lost them since. */
const lossy = (columns: readonly string[]): Backend => ({
  ...createBackend(),
  run: async (_request, sink) => {
    const table = {
      id: 'issues',
      title: 'Issues',
      columns: columns.map(key => ({ key, title: key, type: 'text' as const })),
    };
    sink.table({ table, rows: 3, changed: false });
    return {
      status: 'complete',
      rows: 3,
      requests: 1,
      milliseconds: 1,
      errors: [],
      warnings: [],
      notices: [],
    };
  },
  export: async () => undefined,
  window: async () => undefined,
});

async function runIn(files: Readonly<Record<string, string>>, ...words: readonly string[]) {
  using folder = folderWith({
    '.vscode/settings.json': JSON.stringify({
      'wikijql.sites': { t: { url: 'http://127.0.0.1:1/', kind: 'tracker' } },
      'wikijql.defaultSite': 't',
    }),
    'o.csv': 'yesterday\n',
    ...files,
  });
  const written = { out: '', error: '' };
  const write = async (text: string): Promise<void> => void (written.out += text);
  const program: Program = {
    terminal: {
      out: write,
      writeUntrusted: write,
      writeRows: write,
      writeMessage: write,
      error: text => void (written.error += text),
      input: unused,
      isInteractive: false,
      environment: { WIKIJQL_KEYCHAIN: 'off' },
      folder: folder.path,
      deferSignals: () => () => undefined,
      signal: new AbortController().signal,
    },
    version: '1',
    now: Date.now,
    language,
    checker: new QueryChecker(language),
    backend: async () => lossy(['key', 'status']),
    threadFile: '',
    agentFiles: unused,
    askSql: unused,
    charts: unused,
    serveAgents: unused,
    serve: unused,
    hasColor: () => false,
  };
  const exit = await runProgram(program, words);
  return { exit, ...written, old: folder.read('o.csv') };
}

const query = { 'q.jql': 'project = A\n' };
const fences = (...texts: readonly string[]): string =>
  texts.map(text => `\`\`\`jql\n${text}\n\`\`\`\n`).join('\n');

const cases: Readonly<
  Record<string, readonly [files: Readonly<Record<string, string>>, words: readonly string[]]>
> = {
  'a file': [query, ['run', 'q.jql', '-o', 'csv', '--to', 'o.csv']],
  'standard output': [query, ['run', 'q.jql', '-o', 'csv']],
  'a table': [query, ['run', 'q.jql', '-o', 'table']],
  'values of another query': [
    { 'q.jql': '### a\n# @name a\nproject = A\n### b\nkey in ({{a.key}})\n' },
    ['run', 'q.jql#2', '-o', 'csv'],
  ],
  'a report': [{ 'r.md': fences('project = A') }, ['run', 'r.md']],
  'a chart': [{ 'r.md': fences('# @view chart bar x=status\nproject = A') }, ['run', 'r.md']],
};
for (const [outlet, [files, words]] of Object.entries(cases))
  it(`${outlet}: is not written, and the command fails`, async () => {
    const { exit, out, error, old } = await runIn(files, ...words);
    assert.deepEqual([exit, out, old], [2, '', 'yesterday\n'], error);
    assert.match(error, /lost|no longer stored|did not return all/);
    assert.doesNotMatch(error, /complete\.|fault|Internal/);
  });
