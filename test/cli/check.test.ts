import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, it } from 'node:test';
import Ajv from 'ajv-draft-04';
import { parse as parseJunit } from 'junit2json';
import { until } from '../support/until.ts';
import { cleanEnvironment, folderWith, program } from './program.ts';

const clean = 'status = Open AND assignee = currentUser()\n';
const wrong = '### Mine\nstatus = Open\n\n### Late\n# @name late\nproject = ABC ORDER BY created XYZ\n';
const doubtful = '### Cats\naction=query\nlist=categorymembers\ncmtitle=Category:Cats\ncmlimt=50\n';

const unknownCommand = (word: string): string =>
  `Unknown command “${word}”. Commands: check, format, run, explain, rule, code, lock, diagnose, mcp, lsp, completion.`;
const emptyArgument = 'An argument is empty. Name a file or a folder; “.” is this folder.';
const inputAlone = '“-”, standard input, cannot be combined with other paths.';

describe('exit codes', () => {
  it('0 where nothing is found', async () => {
    using folder = folderWith({ 'a.jql': clean });
    const { exit, out, error } = await folder.wikijql('check');
    assert.deepEqual([exit, out, error], [0, '1 query in 1 file: nothing found.\n', '']);
  });

  it('1 for an error and for a warning', async () => {
    using folder = folderWith({ 'a.jql': wrong, 'b.wikiquery': doubtful });
    assert.equal((await folder.wikijql('check', 'a.jql')).exit, 1);
    assert.equal((await folder.wikijql('check', 'b.wikiquery')).exit, 1);
  });

  it('0 for what is only worth knowing, 1 with --strict', async () => {
    using folder = folderWith({ 'a.wikiquery': 'action=query\nmeta=siteinfo\norigin=*\n' });
    assert.equal((await folder.wikijql('check')).exit, 0);
    assert.equal((await folder.wikijql('check', '--strict')).exit, 1);
  });

  it('2 where something could not be read, whatever else was found', async () => {
    using folder = folderWith({ 'a.jql': wrong });
    const { exit, out, error } = await folder.wikijql('check', 'a.jql', 'missing.jql');
    assert.equal(exit, 2);
    assert.match(error, /^missing\.jql: no such file or folder\.$/m);
    assert.match(out, /^a\.jql:6:32: error:/);
  });

  it('2 where there is no query file, 0 with --allow-no-files', async () => {
    using folder = folderWith({ 'notes.txt': 'nothing' });
    const none = await folder.wikijql('check');
    assert.deepEqual([none.exit, none.out], [2, '']);
    assert.match(none.error, /^No queries found\./);
    assert.equal((await folder.wikijql('check', '--allow-no-files')).exit, 0);
  });

  for (const [words, message] of [
    [['chek'], 'Unknown command “chek”. Did you mean “check”?'],
    [['frobnicate'], unknownCommand('frobnicate')],
    [['check', '--outptu', 'json'], 'Unknown option “--outptu”. Did you mean “--output”?'],
    [['check', '--format', 'sarif'], 'Unknown option “--format”. Did you mean “--output”?'],
    [
      ['check', '--stdin-filename', 'a.jql'],
      'Unknown option “--stdin-filename”. Did you mean “--stdin-name”?',
    ],
    [['lsp', '--format=json'], 'Unknown option “--format”. “wikijql lsp --help” lists the options.'],
    [
      ['check', '--output', 'xml'],
      'Invalid value “xml” of “--output”. Expected one of: text, json, sarif, github, gitlab, junit.',
    ],
    [['check', '--output'], 'Option “--output” needs a value.'],
    [['check', '--strict=yes'], 'Option “--strict” takes no value.'],
    [
      ['check', '--site', 'home'],
      'Unknown site “home”. No “wikijql.sites” was found in the settings; name another file with --settings, or an address with --site.',
    ],
    [['check', '--settings', 'none.json'], 'none.json: no such file or folder.'],
    [['check', ''], emptyArgument],
    [['format', 'a.jql', ''], emptyArgument],
    [['check', '--settings', ''], 'Option “--settings” needs a value.'],
    [['check', '--fix', '-'], 'Option “--fix” changes files, not standard input. Name a file.'],
    [['check', '-', 'a.jql'], inputAlone],
    [['format', 'a.jql', '-'], inputAlone],
    [['check', '-d.jql'], 'Unknown option “-d”. If “-d.jql” is a file, write “./-d.jql”.'],
    [['run', 'none.md'], 'none.md: no such file or folder.'],
    [['lsp', '--bogus'], 'Unknown option “--bogus”. “wikijql lsp --help” lists the options.'],
    [['lsp', 'a.jql'], 'Unexpected argument “a.jql”.'],
    [['--version', 'x'], 'Unexpected argument “x”.'],
    [['completion', 'bash', 'x'], 'Unexpected argument “x”.'],
    [['help', 'check', 'x'], 'Unexpected argument “x”.'],
    [['help', 'nope'], unknownCommand('nope')],
  ] as const)
    it(`2 and a sentence for ${words.join(' ')}`, async () => {
      using folder = folderWith({ 'a.jql': clean });
      assert.deepEqual(await folder.wikijql(...words), { exit: 2, out: '', error: `${message}\n` });
    });
});

describe('files', () => {
  it('are those of folders, patterns and names, each once, in order', async () => {
    using folder = folderWith({
      'b/two.jql': wrong,
      'a/one.JQL': wrong,
      'a/node_modules/x.jql': wrong,
      '.hidden/x.jql': wrong,
      '.git/x.jql': wrong,
      '.github/workflows/triage.yml':
        'jobs:\n  a:\n    env:\n      JQL: project = A AND asignee = currentUser()\n',
      '.gitlab/scripts/x.jql': wrong,
      'a/notes.md': '',
    });
    const filesOf = async (...paths: string[]): Promise<string[]> => {
      const { out } = await folder.wikijql('check', '-q', '-o', 'github', ...paths);
      return Array.from(out.matchAll(/file=([^,]+)/g), match => match[1]!);
    };
    assert.deepEqual(await filesOf(), [
      '.github/workflows/triage.yml',
      '.gitlab/scripts/x.jql',
      'a/one.JQL',
      'b/two.jql',
    ]);
    assert.deepEqual(await filesOf('b', 'a', 'b/two.jql'), ['b/two.jql', 'a/one.JQL']);
    assert.deepEqual(await filesOf('**/*.jql'), ['b/two.jql']);
  });

  it(
    'that are a folder or a pipe are named, and not waited for',
    { skip: process.platform === 'win32' },
    async () => {
      using folder = folderWith({ 'a.jql': clean });
      mkdirSync(path.join(folder.path, 'folder.jql'));
      symlinkSync('folder.jql', path.join(folder.path, 'link.jql'));
      execFileSync('mkfifo', [path.join(folder.path, 'pipe.jql')]);
      const { exit, error } = await folder.wikijql('check', 'link.jql', 'pipe.jql');
      const expected = ['link', 'pipe'].map(name => `${name}.jql: not a regular file.`);
      assert.deepEqual([exit, error.trimEnd().split('\n')], [2, expected]);
    },
  );

  it('are read where a link that is named leads, also to a folder', async () => {
    using folder = folderWith({ 'real/a.jql': clean, 'real/b.md': `\`\`\`jql\n${clean}\`\`\`\n` });
    symlinkSync('real', path.join(folder.path, 'folder'));
    symlinkSync('real/a.jql', path.join(folder.path, 'a.jql'));
    const { exit, out, error } = await folder.wikijql('check', 'folder', 'a.jql');
    assert.deepEqual([exit, out, error], [0, '3 queries in 3 files: nothing found.\n', '']);
  });

  it('that are not text, too large or of another kind are named', async () => {
    using folder = folderWith({
      'binary.jql': new Uint8Array([0xff, 0xfe, 0, 1]),
      'zero.jql': 'status\0= Open',
      'large.jql': new Uint8Array(65 * 1024 * 1024).fill(32),
      'notes.txt': '',
    });
    const { exit, out, error } = await folder.wikijql(
      'check',
      'binary.jql',
      'zero.jql',
      'large.jql',
      'notes.txt',
      '*.wikiquery',
    );
    assert.deepEqual([exit, out], [2, '']);
    assert.deepEqual(error.trimEnd().split('\n'), [
      'binary.jql: not a text in UTF-8.',
      'zero.jql: not a text in UTF-8.',
      'large.jql: too large, 65 MB. Files over 64 MB are not read.',
      'notes.txt: not a query file. Query files end in .wikiquery or .jql.',
      '*.wikiquery: no files match.',
    ]);
  });

  it('of more queries than are read say so, where the rest begins and to who asks for a query of it', async () => {
    using folder = folderWith({ 'a.jql': `${'###\n'.repeat(100_001)}### Late\nstatus = \n` });
    const { exit, out } = await folder.wikijql('check');
    assert.equal(exit, 1);
    assert.match(
      out,
      /^a\.jql:100002:1: warning: A file has at most 100000 queries\. .*\(too-many-queries\)/m,
    );
    for (const name of ['#Late', ''])
      assert.deepEqual(await folder.wikijql('code', '--as', 'url', `a.jql${name}`), {
        exit: 2,
        out: '',
        error:
          'a.jql: the file has more than 100000 queries; those after them are not read. Split the file.\n',
      });
  });

  it('come in their order where there are many', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `${String(index).padStart(3, '0')}.jql`);
    using folder = folderWith(Object.fromEntries(names.map(name => [name, wrong])));
    const { out, error } = await folder.wikijql('check', '-q', '-o', 'json');
    assert.equal(error, '');
    const { files, queries, findings }: { files: number; queries: number; findings: { file: string }[] } =
      JSON.parse(out);
    assert.deepEqual([files, queries], [300, 600]);
    assert.deepEqual(
      findings.map(({ file }) => file),
      names,
    );
  });

  it('can come from standard input', async () => {
    using folder = folderWith({});
    const ended = await folder.wikijqlWith(
      { input: wrong },
      'check',
      '-',
      '--stdin-name',
      'editor/buffer.jql',
      '-q',
    );
    assert.equal(ended.exit, 1);
    assert.match(ended.out, /^editor\/buffer\.jql:6:32: error:/);
  });
});

describe('settings', () => {
  const sites = { wiki: { kind: 'wiki', url: 'https://wiki.example/w/api.php' } };
  const query = '# @site wkii\naction=query\nmeta=siteinfo\n';

  it('without any, a site is not called unknown', async () => {
    using folder = folderWith({ 'a.wikiquery': query });
    assert.equal((await folder.wikijql('check', '--strict')).exit, 0);
  });

  it('of the editor in a folder above are found, with comments in them', async () => {
    using folder = folderWith({
      '.vscode/settings.json': `{ // ours\n  "wikijql.sites": ${JSON.stringify(sites)},\n}`,
      'queries/a.wikiquery': query,
    });
    const { exit, out } = await folder.wikijql('check');
    assert.equal(exit, 1);
    assert.match(out, /Unknown site “wkii”\. Did you mean “wiki”\?/);
  });

  it('that are not JSON are refused, with the line', async () => {
    using folder = folderWith({ 'a.wikiquery': query, 's.json': '{\n  "wikijql.sites": nope\n}' });
    const { exit, error } = await folder.wikijql('check', '--settings', 's.json');
    assert.deepEqual([exit, error], [2, 's.json: not valid JSON near line 2.\n']);
  });

  it('that are no object are refused', async () => {
    using folder = folderWith({ 'a.wikiquery': query, 's.json': '[]' });
    const { exit, error } = await folder.wikijql('check', '--settings', 's.json');
    assert.equal(exit, 2);
    assert.match(error, /^s\.json: not a settings file\. Expected an object/);
  });
});

describe('--fix', () => {
  it('makes the preferred fixes, and keeps everything else byte for byte', async () => {
    const text =
      '\uFEFF### Cats\r\naction=query\r\nlist=categorymembers\r\ncmtitle=Category:Cats  \r\ncmlimt=50';
    using folder = folderWith({ 'a.wikiquery': text });
    const { exit, out } = await folder.wikijql('check', '--fix');
    assert.deepEqual([exit, out], [0, '1 fix made in 1 file. 1 query in 1 file: nothing found.\n']);
    assert.equal(folder.read('a.wikiquery'), text.replace('cmlimt', 'cmlimit'));
  });

  it('keeps the mode of a file, and a link a link', async () => {
    using folder = folderWith({ 'real.wikiquery': doubtful });
    chmodSync(path.join(folder.path, 'real.wikiquery'), 0o640);
    symlinkSync('real.wikiquery', path.join(folder.path, 'link.wikiquery'));
    await folder.wikijql('check', '--fix', 'link.wikiquery');
    assert.match(folder.read('real.wikiquery'), /cmlimit=50/);
    assert.equal(statSync(path.join(folder.path, 'real.wikiquery')).mode & 0o777, 0o640);
  });
});

describe('output', () => {
  const files = { 'a b.jql': wrong, 'c.wikiquery': doubtful };

  it('json has every finding with its query, its place and its fixes', async () => {
    using folder = folderWith(files);
    const { out } = await folder.wikijql('check', '--output', 'json');
    assert.deepEqual(JSON.parse(out), {
      files: 2,
      queries: 3,
      findings: [
        {
          file: 'a b.jql',
          query: 'late',
          line: 6,
          column: 32,
          endLine: 6,
          endColumn: 35,
          severity: 'error',
          code: 'unexpected',
          message: 'Unexpected “XYZ”: expected ASC or DESC or “,”.',
          fixes: [{ title: 'Insert a comma', preferred: false }],
          fingerprint: '17643dcbfd9682fa20fd43c9a78e51c6',
        },
        {
          file: 'c.wikiquery',
          query: 'Cats',
          line: 5,
          column: 1,
          endLine: 5,
          endColumn: 7,
          severity: 'warning',
          code: 'unrecognizedparams',
          message: 'Unrecognized parameter “cmlimt”; the wiki ignores it. Did you mean “cmlimit”?',
          fixes: [
            { title: 'Change “cmlimt” to “cmlimit”', preferred: true },
            { title: 'Remove “cmlimt”', preferred: false },
          ],
          fingerprint: '6990615cf2fd7e2ae0f8ae669fe54706',
        },
      ],
    });
  });

  it('sarif is valid, found or not, read or not', async () => {
    const schema = createRequire(import.meta.url).resolve(
      '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
    );
    const validate = new Ajv.default({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
      JSON.parse(readFileSync(schema, 'utf8')),
    );
    for (const contents of [files, { 'a.jql': clean }, { 'a.jql': new Uint8Array([0xff]) }]) {
      using folder = folderWith(contents);
      const { out } = await folder.wikijql('check', '--output', 'sarif');
      const log: unknown = JSON.parse(out);
      assert(validate(log), JSON.stringify(validate.errors));
    }
    assert(!validate({ version: '2.1.0', runs: [{ results: [] }] }));
  });

  it('sarif has the page about each code', async () => {
    using folder = folderWith({ 'a.jql': wrong, 'b.wikiquery': doubtful });
    const { out } = await folder.wikijql('check', '--output', 'sarif');
    const { runs } = JSON.parse(out);
    const { rules } = runs[0].tool.driver;
    assert.deepEqual(
      rules.map(({ id }: { id: string }) => id),
      ['unexpected', 'unrecognizedparams'],
    );
    assert.match(rules[1].help.text, /^unrecognizedparams\n[^]*Wrong:\n[^]*# @ignore unrecognizedparams: /);
    assert.match(rules[1].help.markdown, /^# unrecognizedparams\n/);
    assert.ok(rules[1].fullDescription.text.startsWith(`${rules[1].shortDescription.text} `));
    assert.deepEqual(rules[1].defaultConfiguration, { level: 'warning' });
  });

  it('junit is read by a reader of it: a test for each query, failing where it has errors or warnings', async () => {
    using folder = folderWith({ ...files, 'odd\u0001.jql': '### <b>&"\u0002\nstatus = = "\u0003]]>"' });
    const { out } = await folder.wikijql('check', '--output', 'junit');
    const read = await parseJunit(out);
    assert(read && 'testsuite' in read);
    const tests = (read.testsuite ?? []).flatMap(({ testcase = [] }) =>
      testcase.map(({ name, failure }) => [name, failure?.length ?? 0]),
    );
    assert.deepEqual(tests, [
      ['Mine', 0],
      ['late', 1],
      ['Cats', 1],
      ['<b>&"�', 1],
    ]);
  });

  it('github is one annotation a line, whatever the names are', async () => {
    using folder = folderWith({ 'a,b:%.jql': wrong });
    const { out } = await folder.wikijql('check', '--output', 'github', '-q');
    assert.equal(
      out,
      '::error file=a%2Cb%3A%25.jql,line=6,endLine=6,col=32,endColumn=35,title=unexpected::Unexpected “XYZ”: expected ASC or DESC or “,”.\n',
    );
  });

  it('has colors where they are asked for, and none with NO_COLOR or into a file', async () => {
    using folder = folderWith(files);
    const coloured = await folder.wikijql('check', '--color', 'always');
    assert.match(coloured.out, /\u001B\[31merror/);
    const plain = await folder.wikijqlWith({ environment: { NO_COLOR: '1' } }, 'check');
    assert(!plain.out.includes('\u001B'));
  });
});

it('ends where nobody reads any more', async () => {
  const names = Array.from({ length: 400 }, (_, index) => `${index}.jql`);
  using folder = folderWith(Object.fromEntries(names.map(name => [name, wrong.repeat(20)])));
  const child = spawn('sh', ['-c', `"${process.execPath}" "${program}" check; echo "exit $?" >&2`], {
    cwd: folder.path,
    env: cleanEnvironment(folder.path),
  });
  child.stdout.destroy();
  let error = '';
  for await (const part of child.stderr) error += String(part);
  assert.equal(error, 'exit 141\n');
});

it('ends on an interrupt, with the code for it', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `${index}.jql`);
  using folder = folderWith(Object.fromEntries(names.map(name => [name, wrong.repeat(20)])));
  const child = spawn(process.execPath, [program, 'check'], {
    cwd: folder.path,
    env: cleanEnvironment(folder.path),
  });
  child.stderr.resume();
  child.stdout.once('data', () => child.kill('SIGINT')).resume();
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGINT']);
});

for (const verb of ['check', 'format', 'explain'])
  it(`${verb} ends on a signal while it computes`, { skip: process.platform !== 'linux' }, async () => {
    const longFile = 'asignee = x AND (\n\n###\n\n'.repeat(1_000_000);
    using folder = folderWith({ 'a.jql': longFile });
    const child = spawn(process.execPath, [program, verb, 'a.jql'], {
      cwd: folder.path,
      env: cleanEnvironment(folder.path),
      stdio: 'ignore',
    });
    // It computes once it has read the file.
    await until('the file to be read', async () => {
      const [, read] = /rchar: (\d+)/.exec(readFileSync(`/proc/${child.pid}/io`, 'utf8')) ?? [];
      return Number(read) > longFile.length;
    });
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM']);
    assert.deepEqual(readdirSync(folder.path), ['a.jql']);
  });
