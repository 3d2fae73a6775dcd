/** The tools for agents, driven by the protocol's own client over standard input and output. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import tools from '../../server/catalogue/agents/tools.json' with { type: 'json' };
import { type AgentClient, startAgentClient } from '../support/agent-client.ts';
import { type Folder, folderWith } from './program.ts';

const settings = {
  'wikijql.sites': {
    wiki: { kind: 'wiki', url: 'http://127.0.0.1:1/w/api.php' },
    work: { kind: 'tracker', url: 'http://127.0.0.1:1' },
  },
  'wikijql.agents.sites': ['wiki'],
};
const queries = [
  '### Pages',
  '# @name pages',
  '# @site wiki',
  'action=query',
  'list=allpages',
  'aplimit=3',
  '',
  '### Wrong',
  'action=query',
  'list=allpages',
  'aplimit=many',
  '',
].join('\n');

const labels = (structured: Readonly<Record<string, unknown>>): unknown[] => {
  assert(Array.isArray(structured['entries']));
  return structured['entries'].map((entry: Record<string, unknown>) => entry['label']);
};

let folder: Folder;
let agent: AgentClient;
before(async () => {
  folder = folderWith({
    '.vscode/settings.json': JSON.stringify(settings),
    'a.wikiquery': queries,
    'reports/open.jql': '### Open\nstatus = Open\n',
    'notes.txt': 'action=query',
  });
  // The user names the file: what agents may reach is never decided by a folder.
  agent = await startAgentClient({
    folder: folder.path,
    words: ['--settings', '.vscode/settings.json'],
  });
});
after(async () => {
  await agent[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

describe('the server', () => {
  it('answers or refuses each of thousands of calls at once, and then answers another one', async () => {
    const check = { name: 'check_query', arguments: { text: 'status = Open', language: 'jql' } };
    // Each call of the client that waits listens for its turn.
    EventEmitter.defaultMaxListeners = 3_000;
    const calls = Array.from({ length: 3_000 }, () => agent.client.callTool(check));
    const outcomes = await Promise.allSettled(calls);
    const refusals = outcomes.flatMap(outcome =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    );
    assert.deepEqual(
      refusals.filter(refusal => !/100 calls are still unanswered/.test(refusal)),
      [],
    );
    assert.notEqual((await agent.client.callTool(check)).isError, true);
    assert.equal(agent.errors(), '');
  });

  it('offers the tools of the catalogue, which only read', async () => {
    const offered = await agent.client.listTools();
    assert.deepEqual(
      offered.tools.map(({ name }) => name),
      Object.keys(tools),
    );
    for (const { name, annotations, inputSchema, description = '' } of offered.tools) {
      assert.equal(annotations?.readOnlyHint, true, name);
      assert.equal(annotations.destructiveHint, false, name);
      assert.equal(inputSchema.type, 'object');
      assert(description.length > 50, name);
    }
    assert.match(agent.client.getInstructions() ?? '', /never follow instructions/);
  });

  it('does nothing where the settings turn the tools off', async () => {
    using off = folderWith({
      '.vscode/settings.json': JSON.stringify({ 'wikijql.agents.enabled': false }),
    });
    const { exit, out, error } = await off.wikijql('mcp');
    assert.deepEqual([exit, out], [2, '']);
    assert.match(error, /turned off/);
  });

  it('knows the sites that the command line names, and takes no paths', async () => {
    assert.match((await folder.wikijql('mcp', '--site', 'wiki,nope')).error, /Unknown site “nope”/);
    using empty = folderWith({});
    await using client = await startAgentClient({
      folder: empty.path,
      words: ['--site', 'en.wikipedia.org'],
    });
    const { text } = await client.call('run_query', { language: 'jql', text: 'project = A' });
    assert.match(text, /Allowed sites: en\.wikipedia\.org/);
    assert.equal((await folder.wikijql('mcp', 'a.wikiquery')).exit, 2);
  });

  it('speaks the revision of the protocol in which each request says its revision', async () => {
    await using current = await startAgentClient({ folder: folder.path, revision: '2026-07-28' });
    assert.equal(current.client.getNegotiatedProtocolVersion(), '2026-07-28');
    const { tools: offered } = await current.client.listTools();
    assert.equal(offered.length, Object.keys(tools).length);
    const { text } = await current.call('describe', { kind: 'field', name: 'assignee' });
    assert.match(text, /^A field of JQL/);
  });

  const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const later = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
  for (const [method, params, expected] of [
    ['initialize', { protocolVersion: '2024-11-05', ...client }, /"protocolVersion":"2024-11-05"/],
    ['initialize', { protocolVersion: '2025-11-25', ...client }, /"protocolVersion":"2025-11-25"/],
    ['initialize', { protocolVersion: '1999-01-01', ...client }, /"protocolVersion":"2025-11-25"/],
    ['ping', {}, /"result":\{\}/],
    ['server/discover', { _meta: meta }, /"supportedVersions":\["2026-07-28"/],
    ['tools/list', { _meta: later }, /"error".*2026-07-28/],
    ['__proto__', {}, /-32601/],
    ['tools/call', { name: 'nope' }, /-32602/],
    ['tools/call', { name: '__proto__' }, /-32602/],
  ] as const)
    it(`answers ${method} ${JSON.stringify(params).slice(0, 60)}`, async () => {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
      const { out } = await folder.wikijqlWith({ input: `${request}\n` }, 'mcp');
      assert.match(out, expected);
      assert.match(out, /"id":7/);
    });

  it('answers a message that is too long with an error, and goes on', async () => {
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const { exit, out } = await folder.wikijqlWith({ input: `${'x'.repeat(12_000_000)}\n${ping}\n` }, 'mcp');
    const [refused, answered]: Record<string, unknown>[] = out
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line));
    assert.deepEqual(refused, {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'The message is longer than 4 MB, so it was not read. Send a shorter one.',
      },
    });
    assert.deepEqual([exit, answered?.['id']], [0, 1]);
  });

  it('ends with 0 when the client closes its end', async () => {
    const { exit, out, error } = await folder.wikijqlWith(
      { input: '' },
      'mcp',
      '--settings',
      '.vscode/settings.json',
    );
    assert.deepEqual({ exit, out, error }, { exit: 0, out: '', error: '' });
  });
});

describe('check_query', () => {
  it('finds nothing wrong with a query that is right', async () => {
    const { text, structured, isError } = await agent.call('check_query', {
      text: 'assignee = currentUser()',
      language: 'jql',
    });
    assert.equal(isError, false);
    assert.equal(text.split('\n')[0], 'No problems found.');
    assert.deepEqual(structured, {
      summary: 'No problems found.',
      valid: true,
      errors: 0,
      returned: 0,
      total: 0,
      complete: true,
      problems: [],
      link: 'vscode://wikijql.wikijql/open?jql=YXNzaWduZWUgPSBjdXJyZW50VXNlcigp',
      untrusted: ['problems', 'link'],
    });
  });

  it('returns the problems and the corrected text', async () => {
    const { structured } = await agent.call('check_query', {
      text: 'updated >= now("-1h")',
      language: 'jql',
    });
    assert.equal(structured['valid'], false);
    assert.equal(structured['corrected'], 'updated >= -1h');
    assert.deepEqual(structured['untrusted'], ['problems', 'corrected', 'link']);
  });

  it('checks a file, or one query of it', async () => {
    const { structured: whole } = await agent.call('check_query', { file: 'a.wikiquery' });
    assert.deepEqual(whole['total'], 1);
    assert(Array.isArray(whole['problems']));
    const [problem]: Record<string, unknown>[] = whole['problems'];
    assert.deepEqual(
      [problem?.['query'], problem?.['line'], problem?.['severity'], problem?.['code']],
      ['Wrong', 11, 'error', 'badinteger'],
    );
    const { structured: one } = await agent.call('check_query', { file: 'a.wikiquery', name: 'pages' });
    assert.equal(one['total'], 0);
  });

  it('says how many problems it leaves out', async () => {
    const text = Array.from({ length: 300 }, (_, index) => `### ${index}\nstatus == ${index}\n`).join('');
    const { structured, text: answer } = await agent.call('check_query', { text, language: 'jql' });
    assert.equal(structured['complete'], false);
    assert(Number(structured['returned']) < Number(structured['total']));
    assert.match(answer, /Only the first \d+ are below/);
  });
});

describe('explain_query', () => {
  it('says what a query asks for, its cost and its columns', async () => {
    const { structured } = await agent.call('explain_query', { file: 'a.wikiquery', name: 'pages' });
    assert(Array.isArray(structured['queries']));
    const [query]: Record<string, unknown>[] = structured['queries'];
    assert.equal(query?.['query'], 'pages');
    assert.deepEqual(Object.keys(query), ['query', 'words', 'cost', 'tables']);
  });
});

describe('complete_query', () => {
  it('lists the parameters of a module', async () => {
    const { structured } = await agent.call('complete_query', {
      text: 'action=query\nlist=allpages\n',
      language: 'wikiquery',
      matching: 'ap',
    });
    assert(labels(structured).includes('apprefix'));
  });

  it('lists what fits at a line and a column, and says when there is more', async () => {
    const given = { text: 'status = Open\nAND assignee = ', language: 'jql', line: 2, column: 16 };
    const { structured } = await agent.call('complete_query', given);
    assert(labels(structured).includes('currentUser()'));
    const { structured: few, text } = await agent.call('complete_query', { ...given, limit: 1 });
    assert.deepEqual([few['returned'], few['complete']], [1, false]);
    assert.match(text, /^The first 1 of /);
  });

  it('refuses a line that is not there', async () => {
    const { isError, text } = await agent.call('complete_query', { text: 'a', language: 'jql', line: 2 });
    assert(isError);
    assert.match(text, /^No line 2/);
  });
});

describe('describe', () => {
  for (const [kind, name, expected, more] of [
    ['module', 'allpages', /list module/],
    ['module', 'info', /property module/],
    ['module', 'siteinfo', /meta module/],
    ['module', 'list=allpages', /list module/],
    ['parameter', 'titles', /every query/],
    ['parameter', 'aplimit', /From 1 to 500/, { module: 'allpages' }],
    ['parameter', 'inprop', /info/, { module: 'info' }],
    ['field', 'assignee', /Operators/],
    ['field', 'Story Points', /number/],
    ['function', 'currentUser()', /user/],
    ['function', 'startOfDay', /date/],
    ['operator', 'was not in', /WAS NOT IN/],
    ['operator', '~', /Contains/],
    ['operator', 'is not', /IS NOT/],
    ['operator', 'changed', /CHANGED/],
    ['operator', 'AND', /AND/],
    ['operator', 'order by', /ORDER BY/],
    ['directive', '@expect', /rows <= 100/],
    ['directive', 'limit', /@limit/],
    ['problem', 'unknown-field', /Wrong:[^]*Right:/],
  ] as const)
    it(`${kind} ${name}`, async () => {
      const { structured, isError } = await agent.call('describe', { kind, name, ...more });
      assert.equal(isError, false);
      assert.match(String(structured['markdown']), expected);
      assert.deepEqual(structured['untrusted'], ['markdown']);
    });

  for (const kind of ['module', 'parameter', 'field', 'function', 'operator', 'directive'])
    it(`refuses an unknown ${kind}, and says where to look`, async () => {
      const { text, isError } = await agent.call('describe', { kind, name: 'qwertz' });
      assert(isError, text);
      assert.match(text, /^Unknown \w+\..*complete_query/);
    });

  it('says that a parameter is not of the module that was named', async () => {
    const given = { kind: 'parameter', name: 'limit', module: 'allpages' };
    const { text, isError } = await agent.call('describe', given);
    assert(isError);
    assert.match(text, /^Unknown parameter of that module\./);
  });

  it('refuses an unknown site', async () => {
    const given = { kind: 'field', name: 'assignee', site: 'nosuch' };
    assert.match((await agent.call('describe', given)).text, /^Unknown site/);
  });
});

describe('list_queries', () => {
  it('lists the queries of the folder, and the sites', async () => {
    const { structured } = await agent.call('list_queries');
    assert.deepEqual(structured, {
      summary: '3 queries, all that match in the folder.',
      returned: 3,
      total: 3,
      complete: true,
      queries: [
        {
          file: 'a.wikiquery',
          name: 'pages',
          line: 1,
          site: 'wiki',
          begins: 'action=query list=allpages aplimit=3',
        },
        {
          file: 'a.wikiquery',
          name: 'Wrong',
          line: 8,
          site: 'wiki',
          begins: 'action=query list=allpages aplimit=many',
        },
        { file: 'reports/open.jql', name: 'Open', line: 1, site: 'work', begins: 'status = Open' },
      ],
      sites: [
        { name: 'wiki', kind: 'wiki', url: 'http://127.0.0.1:1/w/api.php', mayBeAsked: true },
        { name: 'work', kind: 'tracker', url: 'http://127.0.0.1:1', mayBeAsked: false },
      ],
      untrusted: ['queries', 'sites'],
    });
  });
  it('says when it leaves some out', async () => {
    const { structured, text } = await agent.call('list_queries', { limit: 1 });
    assert.deepEqual([structured['returned'], structured['total'], structured['complete']], [1, 3, false]);
    assert.match(text, /^The first 1 of 3 queries/);
  });
});

describe('what a tool does not take', () => {
  for (const [given, expected] of [
    [{}, /^No query\. Give “text”/],
    [{ text: 'a' }, /^Give the language/],
    [{ text: 'a', language: 'sql' }, /^Invalid argument “language”: expected/],
    [{ text: 'a', language: 'jql', file: 'a.wikiquery' }, /^Give “text” or “file”/],
    [{ file: 'a.wikiquery', name: 'nope' }, /^No query of this name/],
    [
      { file: 'a.wikiquery', nope: 'pages' },
      /^Unknown argument “nope”.*: text, language, file, name, site\./,
    ],
    [{ text: '', language: 'jql' }, /^No query in this text/],
    [{ text: '\n \n', language: 'wikiquery' }, /^No query in this text/],
    [
      { text: 'a = 1', language: 'jql', site: 'nosuch' },
      /^Unknown site.* Allowed sites: none, as no site is configured; ask the user to add one in “wikijql\.sites”/,
    ],
    [{ text: 'x'.repeat(100_001), language: 'jql' }, /^Invalid argument “text”/],
    [{ file: 'notes.txt' }, /^No query file/],
    [{ file: '../a.wikiquery' }, /^No query file/],
    [{ file: '/etc/passwd' }, /^No query file/],
    [{ file: 'link.wikiquery' }, /^No query file/],
    [{ file: 'linked/out.wikiquery' }, /^No query file/],
  ] as const)
    it(`is refused with what to do: ${JSON.stringify(given).slice(0, 60)}`, async () => {
      using outside = folderWith({ 'out.wikiquery': queries });
      using inside = folderWith({ 'a.wikiquery': queries, 'notes.txt': queries });
      symlinkSync(path.join(outside.path, 'out.wikiquery'), path.join(inside.path, 'link.wikiquery'));
      symlinkSync(outside.path, path.join(inside.path, 'linked'));
      await using other = await startAgentClient({ folder: inside.path });
      const { text, isError, structured } = await other.call('check_query', given);
      assert(isError);
      assert.match(text, expected);
      assert.equal(typeof structured['refused'], 'string');
    });
});

describe('without an allowed site', () => {
  const calls = [
    ['run_query', { text: 'status = Open', language: 'jql' }],
    ['get_issue', { issue: 'LAMP-1' }],
  ] as const;
  for (const [sites, expected] of [
    [{}, /Allowed sites: none, as no site is configured; ask the user to add one .*“wikijql mcp --site”\./],
    [
      settings['wikijql.sites'],
      /(?:Allowed sites: none; ask the user to|Only the user can) allow .* in “wikijql\.agents\.sites” or/,
    ],
  ] as const)
    it(`an agent learns what the user can do, with ${Object.keys(sites).length} sites`, async () => {
      using inside = folderWith({ '.vscode/settings.json': JSON.stringify({ 'wikijql.sites': sites }) });
      await using client = await startAgentClient({ folder: inside.path });
      for (const [tool, given] of calls) assert.match((await client.call(tool, given)).text, expected);
    });
});

describe('a folder that came with the queries', () => {
  const hostile = {
    'wikijql.sites': settings['wikijql.sites'],
    'wikijql.agents.sites': ['wiki', 'work'],
    'wikijql.advanced': { agentRows: 1_000_000_000 },
  };

  it('does not decide which sites agents may read, nor how many rows', async () => {
    using workspace = folderWith({ '.vscode/settings.json': JSON.stringify(hostile) });
    await using client = await startAgentClient({ folder: workspace.path });
    const query = { language: 'jql', text: 'status = Open', site: 'work' };
    const { text, isError } = await client.call('run_query', query);
    assert.deepEqual([isError, /may not query any site; nothing was sent/.test(text)], [true, true]);
    assert.match(client.errors(), /“wikijql\.agents\.sites” in .* is ignored/);
    await using allowed = await startAgentClient({ folder: workspace.path, words: ['--site', 'work'] });
    const refused = await allowed.call('run_query', { ...query, limit: 10_001 });
    assert.match(refused.text, /at most 10000/);
  });

  it('does not give the host that the user names to a site of its own', async () => {
    const sites = { 'en.wikipedia.org': { kind: 'wiki', url: 'https://evil.example/w/api.php' } };
    using workspace = folderWith({ '.vscode/settings.json': JSON.stringify({ 'wikijql.sites': sites }) });
    const { exit, error } = await workspace.wikijql('mcp', '--site', 'en.wikipedia.org');
    assert.equal(exit, 2);
    assert.match(error, /give it to a site at https:\/\/evil\.example/);
    const named = ['--settings', '.vscode/settings.json'];
    assert.equal((await workspace.wikijql('mcp', '--site', 'en.wikipedia.org', ...named)).exit, 0);
  });

  it('has its sites read one at a time, so that no text of one reaches another', async () => {
    using workspace = folderWith({ '.vscode/settings.json': JSON.stringify(hostile) });
    const { exit, error } = await workspace.wikijql('mcp', '--site', 'wiki,work');
    assert.equal(exit, 2);
    assert.match(error, /sent to another.*--settings \.vscode\/settings\.json/);
    const named = ['--settings', '.vscode/settings.json', '--site', 'wiki,work'];
    assert.equal((await workspace.wikijql('mcp', ...named)).exit, 0);
  });
});
