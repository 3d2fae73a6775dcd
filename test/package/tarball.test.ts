/** The packed program, installed where this repository is not. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { installPacked } from '../support/installed.ts';
import { inRoot } from '../support/paths.ts';

const run = promisify(execFile);
const installed = await installPacked();
const { folder, packed } = installed;
const bin = path.join(folder, 'node_modules/.bin/wikijql');
mkdirSync(path.join(folder, 'queries'));
after(() => installed[Symbol.dispose]());

test('it holds the programs and what belongs to them', () =>
  assert.deepEqual(
    packed.filter(file => !file.startsWith('dist/library/')),
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/chart.js',
      'dist/cli.js',
      'dist/command-line.js',
      'dist/mcp.js',
      'dist/package.json',
      'dist/rules.schema.json',
      'dist/server.js',
      'dist/sql.js',
      'dist/third-party-notices.txt',
      'dist/worker.js',
      'docs/agents.md',
      'docs/command-line.md',
      'docs/expectations.md',
      'docs/library.md',
      'docs/other-editors.md',
      'docs/other-files.md',
      'docs/pipelines.md',
      'docs/query-files.md',
      'docs/reports.md',
      'package.json',
      'server/agent-plugin/.claude-plugin/plugin.json',
      'server/agent-plugin/.lsp.json',
      'server/agent-plugin/mcp.json',
      'server/agent-plugin/plugin.json',
      'server/agent-plugin/skills/wikijql-queries/SKILL.md',
    ],
  ));

test('what it installs checks queries, on threads too', async () => {
  for (let number = 0; number < 100; number++)
    writeFileSync(path.join(folder, 'queries', `${number}.jql`), 'status = Open\n');
  const { stdout } = await run(process.execPath, [bin, 'check', 'queries'], { cwd: folder });
  assert.equal(stdout, '100 queries in 100 files: nothing found.\n');
});

test('the documented line for continuous integration reports findings as written', async () => {
  const [, line] =
    /^- run: (npx --no wikijql .+)$/m.exec(readFileSync(inRoot('docs/pipelines.md'), 'utf8')) ?? [];
  assert(line);
  writeFileSync(path.join(folder, 'late.jql'), 'project = ABC ORDER BY created DES\n');
  const ended = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' });
  assert.equal(ended.status, 1, ended.stderr);
  assert.match(ended.stdout, /^::error file=late\.jql,line=1,endLine=1,col=32,endColumn=35,/m);
});

test('what it installs runs a report, with a chart', async () => {
  const report = path.join(folder, 'report.md');
  writeFileSync(report, '```sql\n-- @name wards\n-- @view chart bar x=a y=b\nselect 1 as a, 2 as b\n```\n');
  const { stderr } = await run(process.execPath, [bin, 'run', report], { cwd: folder });
  assert.match(stderr, /1 result, 1 changed\./);
  assert.match(readFileSync(path.join(folder, 'report-wards.svg'), 'utf8'), /^<svg /);
});
