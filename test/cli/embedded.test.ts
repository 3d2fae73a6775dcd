/** Queries in files of other languages, on the command line. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { folderWith } from './program.ts';

const bot = `import requests\nparams = {\n    'action': 'query',\n    "prop": 'deletedrevisions',\n    "drprop": 'ids',\n}\n`;
const page = "searchJira('priorty = High', { limit: 5 });\n";
const clean = "jira.search_issues('project = A')\n";

describe('queries in files of other languages', () => {
  it('are checked where they are, with the others', async () => {
    using folder = folderWith({
      'bot.py': bot,
      'a.jql': 'status = Open\n',
      'src/page.ts': page,
      'plain.py': 'x = 1\n',
    });
    const { exit, out, error } = await folder.wikijql('check');
    assert.equal(error, '');
    assert.equal(exit, 1);
    assert.equal(
      out,
      [
        'bot.py:5:6: warning: Unrecognized parameter “drprop”; the wiki ignores it. Did you mean “drvprop”? (unrecognizedparams)',
        `    "drprop": 'ids',`,
        '     ~~~~~~',
        'src/page.ts:1:13: warning: Unknown field “priorty”. Did you mean “priority”? (unknown-field)',
        "searchJira('priorty = High', { limit: 5 });",
        '            ~~~~~~~',
        '3 queries in 3 files: 2 warnings.',
        '',
      ]
        .map(line => (/^(?: {4}"|searchJira| +~)/.test(line) ? `    ${line}` : line))
        .join('\n'),
    );
  });

  it('are checked in notebooks, strings and environment files', async () => {
    const cell = JSON.stringify({
      cells: [{ cell_type: 'code', source: ['x = 1\n', 'jql = "priorty = High"'] }],
    });
    const [java, env] = ['String jql = "priorty = High";\n', 'JQL=priorty = High\n'];
    using folder = folderWith({ 'a.ipynb': cell, 'B.java': java, '.env': env });
    const { out } = await folder.wikijql('check');
    assert(out.includes('B.java:1:15: warning') && out.includes('.env:1:5: warning'), out);
    assert(out.includes(`a.ipynb:1:${cell.indexOf('priorty') + 1}: warning`), out);
  });

  it('are fixed in the quoting of the file', async () => {
    using folder = folderWith({ 'bot.py': bot });
    const { exit, out } = await folder.wikijql('check', '--fix');
    assert.deepEqual([exit, out], [0, '1 fix made in 1 file. 1 query in 1 file: nothing found.\n']);
    assert.equal(folder.read('bot.py'), bot.replace('drprop', 'drvprop'));
  });

  it('are reported in every format', async () => {
    using folder = folderWith({ 'bot.py': bot });
    for (const [format, expected] of [
      ['json', '"file":"bot.py","query":"1","line":5,"column":6,"endLine":5,"endColumn":12'],
      ['sarif', '"startLine":5,"startColumn":6'],
      ['github', 'file=bot.py,line=5'],
      ['junit', 'classname="bot.py"'],
    ] as const) {
      const { out } = await folder.wikijql('check', '--output', format, 'bot.py');
      assert(out.replaceAll(/\s+"/g, '"').replaceAll(': ', ':').includes(expected), `${format}: ${out}`);
    }
  });

  it('are left out with --embedded never, and by the setting', async () => {
    using folder = folderWith({ 'bot.py': bot, 'a.jql': 'status = Open\n' });
    const { exit, out } = await folder.wikijql('check', '--embedded', 'never');
    assert.deepEqual([exit, out], [0, '1 query in 1 file: nothing found.\n']);
    assert.match((await folder.wikijql('check', 'bot.py', '--embedded', 'never')).error, /not a query file/);
    folder.write({ '.vscode/settings.json': '{ "wikijql.language": { "embeddedQueries": "never" } }' });
    assert.equal((await folder.wikijql('check')).exit, 0);
    assert.equal((await folder.wikijql('check', '--embedded', 'always')).exit, 1);
    folder.write({ '.vscode/settings.json': '{ "wikijql.advanced": { "agentRows": 1 } }' });
    assert.match((await folder.wikijql('check')).error, /“wikijql\.advanced” in .* is ignored/);
  });

  it('are read from standard input under the name of a file', async () => {
    using folder = folderWith({});
    const { out } = await folder.wikijqlWith({ input: bot }, 'check', '-', '--stdin-name', 'x.py');
    assert.match(out, /^x\.py:5:6: warning/);
  });

  it('are not looked for in what nobody writes by hand', async () => {
    using folder = folderWith({
      'clean.py': clean,
      'a.min.js': page,
      'node_modules/a/index.js': page,
      '.git/hook.py': bot,
      'binary.py': Uint8Array.from([0xff, 0xfe, 0, 1]),
      'huge.js': `${'x();'.repeat(1_300_000)}${page}`,
    });
    const { exit, out, error } = await folder.wikijql('check');
    assert.deepEqual([exit, out, error], [0, '1 query in 1 file: nothing found.\n', '']);
  });

  it('are not there in a folder of other files', async () => {
    using folder = folderWith({ 'plain.py': 'x = 1\n' });
    const { exit, error } = await folder.wikijql('check');
    assert.equal(exit, 2);
    assert.match(error, /^No queries found\./);
  });
});
