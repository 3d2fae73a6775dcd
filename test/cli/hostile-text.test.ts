/** Text from files and responses cannot control or flood the terminal that shows it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { folderWith } from './program.ts';

const title = '\u001B]0;PWN\u0007';
const steering = /[\p{Cc}\p{Cf}]/u;
/** A text without its line ends, which are the program's own. */
const inOne = (text: string): string => text.replaceAll('\n', ' ');

describe('a file', () => {
  const files = {
    'odd.wikiquery': `action=query&list=all${title}`,
    'limit.jql': '# @limit \u001B[2J\nproject = A\n',
    'c1.jql': 'project = A\u009B31m AND\u202E x ~ \n',
    [`name\u001B[2J.jql`]: 'project == A\n',
    [`gone\u001B[2J.wikiquery`]: '',
  };
  for (const output of ['text', 'github'])
    it(`with escape sequences is reported without them: ${output}`, async () => {
      using folder = folderWith(files);
      const { exit, out, error } = await folder.wikijql('check', '--output', output);
      assert.equal(exit, 1);
      assert.match(out, /\uFFFD/);
      assert.doesNotMatch(inOne(out + error), steering);
    });

  it('with escape sequences in its name is named without them', async () => {
    using folder = folderWith({ ...files, 'bytes\u001B[2J.jql': Uint8Array.of(0xff) });
    for (const words of [
      ['format', '.'],
      ['format', '--check', '.'],
      ['check', 'nowhere\u001B[2J'],
      ['explain', 'name\u001B[2J.jql'],
      ['run', 'name\u001B[2J.jql'],
      ['run', 'limit.jql#\u001B[2J'],
      [`\u001B[2J`],
    ]) {
      const { out, error } = await folder.wikijql(...words);
      assert.notEqual(out + error, '');
      assert.doesNotMatch(inOne(out + error), steering, words.join(' '));
    }
  });

  it('or a site with line ends in its name is named on one line', async () => {
    const name = 'x\n3 rows from t';
    const settings = { 'wikijql.sites': { [name]: { url: `http://127.0.0.1:1/?${name}` } } };
    using folder = folderWith({
      '.vscode/settings.json': JSON.stringify({ ...settings, 'wikijql.defaultSite': name }),
      [`${name}.jql`]: 'project = A AND x  =  1\n',
      'q.jql': 'project = A\n',
    });
    for (const words of [
      ['check'],
      ['check', `nowhere${name}`],
      ['format', '--check', '.'],
      ['explain', name],
      ['run', 'q.jql'],
      ['run', `q.jql#${name}`],
      ['run', 'q.jql', '--site', name],
      ['run', 'q.jql', '--columns', name],
      ['lock', '--site', name],
      ['diagnose', name],
      ['mcp', '--site', name],
      [name],
      ['run', 'q.jql', `--${name}`],
    ]) {
      const { out, error } = await folder.wikijql(...words);
      assert.match(out + error, /x 3 rows from t/, words.join(' '));
      assert.doesNotMatch(out + error, /^3 rows from t/m, words.join(' '));
    }
  });

  it('that is formatted keeps every character, also at standard output', async () => {
    using folder = folderWith({});
    const input = `# a comment ${title}\nproject = A\n`;
    const { out } = await folder.wikijqlWith({ input }, 'format', '-', '--stdin-name', 'a.jql');
    assert.equal(out, input);
  });
});

describe('a response', () => {
  const long = 'x'.repeat(150);
  const row = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`${title}${index}${long}`, index]),
  );
  const lists = Array.from({ length: 100 }, (_, index) => [`${title}list${index}${long}`, [{ pageid: 1 }]]);
  // The table with the most rows is the one that is written.
  const largest = [row, row];
  const query = { pages: [{ pageid: 1, title: 'A', largest, ...Object.fromEntries(lists) }] };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ batchcomplete: true, query }));
  });
  let url = '';
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/w/api.php`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  const chained = '### a\n# @name a\ntitles=A\n### b\ntitles={{a.nothing}}\n';
  const cases: Readonly<Record<string, readonly [string, ...string[]]>> = {
    'other tables': ['titles=A'],
    'the columns, for one that is missing': ['titles=A', '--columns', 'nothing'],
    'the tables, for one that is missing': ['titles=A', '--table', 'nothing'],
    'the columns, for an expectation': ['# @expect every nothing = 1\ntitles=A'],
    'the columns of another query': [chained],
  };
  for (const [what, [text, ...words]] of Object.entries(cases))
    it(`cannot steer the terminal by its names, or fill it: ${what}`, async () => {
      const settings = { 'wikijql.sites': { wiki: { url } }, 'wikijql.defaultSite': 'wiki' };
      using folder = folderWith({ '.vscode/settings.json': JSON.stringify(settings), 'q.wikiquery': text });
      const path = text === chained ? 'q.wikiquery#2' : 'q.wikiquery';
      const { error } = await folder.wikijql('run', path, ...words);
      assert.match(error, /\uFFFD\]0;PWN.* and \d+ more/, error.slice(0, 2000));
      assert.doesNotMatch(inOne(error), steering);
      assert(error.length < 8000, String(error.length));
    });
});

describe('a workflow', () => {
  const lines = [
    '::add-mask::x',
    ' \t::stop-commands::y',
    '##[group]z',
    '##vso[task.setvariable variable=a]b',
  ];
  const command = /^\s*::|##(?:vso|teamcity)?\[/m;
  const rows = [
    { pageid: 1, title: `A\n${lines.join('\n')}\r${lines.join('\r\n')}`, note: lines.join('\n') },
  ];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    const warnings = { main: { warnings: lines.join('\n') } };
    response.end(JSON.stringify({ batchcomplete: true, warnings, query: { pages: rows } }));
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const files = (): Readonly<Record<string, string>> => {
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/w/api.php`;
    return {
      '.vscode/settings.json': JSON.stringify({
        'wikijql.sites': { wiki: { url } },
        'wikijql.defaultSite': 'wiki',
      }),
      'q.wikiquery': 'titles=A\n',
      'odd.wikiquery': `list=allpagez\n${lines.join('\n')}\n### ${lines[2]}\nlist=${lines[3]}\n`,
      '##[error]x.wikiquery': 'list=allpagez\n',
    };
  };
  const environment = { GITHUB_ACTIONS: 'true' };

  for (const format of ['table', 'tsv', 'csv', 'json', 'ndjson', 'markdown', 'html', 'wikitext'])
    it(`finds no commands in rows: ${format}`, async () => {
      using folder = folderWith(files());
      const words = ['run', 'q.wikiquery', '-o', format];
      const { out, error } = await folder.wikijqlWith({ environment }, ...words);
      assert.match(out, /add-mask/);
      assert.doesNotMatch(out + error, command);
      // Programs on a machine of the user’s own get the rows as they are.
      if (format === 'tsv') assert.match((await folder.wikijql(...words)).out, /^::add-mask::x/m);
    });

  for (const output of ['text', 'json', 'sarif', 'junit'])
    it(`finds no commands in findings: ${output}`, async () => {
      using folder = folderWith(files());
      const { out, error } = await folder.wikijqlWith({ environment }, 'check', '-o', output);
      assert.doesNotMatch(out + error, command);
    });

  it('finds only our own in the findings for GitHub', async () => {
    using folder = folderWith(files());
    const { out } = await folder.wikijqlWith({ environment }, 'check', '-o', 'github');
    for (const line of out.trimEnd().split('\n')) assert.match(line, /^::(?:error|warning|notice) file=/);
  });

  it('finds none in what is explained', async () => {
    using folder = folderWith(files());
    const { out, error } = await folder.wikijqlWith({ environment }, 'explain', 'odd.wikiquery');
    assert.doesNotMatch(out + error, command);
  });
});

describe('names of members that all objects have', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const member = (value: string): string => names.map(name => `${JSON.stringify(name)}:"${value}"`).join(',');
  const body = `{"batchcomplete":true,"query":{"pages":[{"pageid":1,"title":"__proto__",${member('own')}},{"pageid":2,"title":"constructor"}]}}`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  // A prototype that is read or set by a name of a site ends the process.
  const environment = { NODE_OPTIONS: '--disable-proto=throw' };
  const folder = () => {
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/w/api.php`;
    const report = ['bar', 'pie', 'line', 'stacked'].map(kind =>
      ['```wikiquery', `# @view chart ${kind} x=title`, 'titles=A', '```', ''].join('\n'),
    );
    return folderWith({
      '.vscode/settings.json': JSON.stringify({
        'wikijql.sites': { wiki: { url } },
        'wikijql.defaultSite': 'wiki',
      }),
      'q.wikiquery': 'titles=A\n',
      'grouped.wikiquery':
        '# @group constructor: count(), max(pageid)\n# @expect every constructor = own\ntitles=A\n',
      'report.md': report.join('\n'),
    });
  };

  for (const format of ['csv', 'tsv', 'json', 'ndjson', 'markdown', 'html', 'wikitext', 'table'])
    it(`are columns like others: ${format}`, async () => {
      using workspace = folder();
      const { exit, out, error } = await workspace.wikijqlWith(
        { environment },
        'run',
        'q.wikiquery',
        '-o',
        format,
      );
      assert.equal(exit, 0, error);
      for (const name of names) assert(out.includes(name.replaceAll('_', '')), name);
      assert.equal(out.match(/own/g)?.length, names.length, out);
      assert.doesNotMatch(out, /native code|\[object/);
    });

  it('are grouped, expected, kept and drawn like others', async () => {
    using workspace = folder();
    const judged = await workspace.wikijqlWith(
      { environment },
      'run',
      'grouped.wikiquery',
      '--keep',
      '__proto__',
    );
    assert.equal(judged.exit, 1, judged.error);
    assert.match(judged.error, /constructor/);
    const report = await workspace.wikijqlWith({ environment }, 'run', 'report.md');
    assert.equal(report.exit, 0, report.error);
    assert.match(workspace.read('report.md'), /\.svg/);
  });
});
