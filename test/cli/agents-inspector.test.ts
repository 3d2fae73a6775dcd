/** The server for agents as the protocol's inspector sees it, and what it weighs. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import tools from '../../server/catalogue/agents/tools.json' with { type: 'json' };
import { startAgentClient } from '../support/agent-client.ts';
import { startAgentSandbox } from '../support/agent-sandbox.ts';
import { inRoot } from '../support/paths.ts';
import { cleanEnvironment, folderWith, program } from './program.ts';

const run = promisify(execFile);
const inspector = inRoot('node_modules/@modelcontextprotocol/inspector-cli/build/cli.js');

/** The inspector looks for its own package beside the folder that it is started in, so the server changes its folder itself. */
const inFolder = `process.chdir(import.meta.dirname);\nprocess.argv.push('--settings', '.vscode/settings.json', '--site', 'wiki,work');\nawait import(${JSON.stringify(pathToFileURL(program))});\n`;

async function inspected(folder: string, ...words: string[]): Promise<unknown> {
  const server = path.join(folder, 'server.mjs');
  const command = [inspector, '--cli', process.execPath, server, 'mcp', '--method', ...words];
  const options = { cwd: path.dirname(inspector), env: cleanEnvironment(folder) };
  const { stdout } = await run(process.execPath, command, options);
  return JSON.parse(stdout);
}

/** A call of each tool by its arguments, and what its answer says; each starts a server of its own. */
const calls: Readonly<Record<keyof typeof tools, readonly [given: readonly string[], answer: RegExp]>> = {
  check_query: [['language=wikiquery', 'text=list=allpagez'], /allpagez.*allpages/],
  explain_query: [['language=wikiquery', 'text=list=allpages'], /pageid/],
  complete_query: [['language=jql', 'text=assi', 'line=1', 'column=5'], /assignee/],
  describe: [['kind=field', 'name=assignee'], /"untrusted":\["markdown"\]/],
  run_query: [['language=wikiquery', 'text=list=allpages', 'site=wiki', 'limit=3'], /"returned":3/],
  get_issue: [['issue=LAMP-1', 'site=work'], /LAMP-1/],
  query_results: [['sql=SELECT 1'], /run_query/],
  list_queries: [[], /late\.jql/],
};

it('the inspector lists the tools, and calls each', async () => {
  await using sandbox = await startAgentSandbox({
    files: { 'server.mjs': inFolder, 'late.jql': '### Late\n# @site work\nduedate < now()\n' },
  });
  const folder = sandbox.folder.path;
  const listed = await inspected(folder, 'tools/list');
  assert(typeof listed === 'object' && listed !== null && 'tools' in listed && Array.isArray(listed.tools));
  assert.equal(listed.tools.length, Object.keys(tools).length);
  for (const [name, [given, answer]] of Object.entries(calls)) {
    const words = given.flatMap(each => ['--tool-arg', each]);
    const called = await inspected(folder, 'tools/call', '--tool-name', name, ...words);
    assert.match(JSON.stringify(called), answer, name);
  }
});

it('prints its size, and how long it takes to list its tools', async t => {
  using folder = folderWith({});
  const begin = performance.now();
  await using agent = await startAgentClient({ folder: folder.path });
  await agent.client.listTools();
  const milliseconds = Math.round(performance.now() - begin);
  const sizes = ['mcp.js', 'command-line.js', 'sql.js'].map(
    name => `${name} ${Math.round(statSync(inRoot('dist', name)).size / 1024)} KB`,
  );
  t.diagnostic(`start to the list of tools ${milliseconds} ms; ${sizes.join(', ')}`);
});
