/** Severities that a workspace sets in `.wikijql/rules.json`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderWith } from './program.ts';

const mixed = 'status = Open OR key = A-1 AND votes > 3\n';

test('rules decide what fails, in query files and in others', async () => {
  using folder = folderWith({
    'a/a.jql': mixed,
    'a/b.py': `jql = "${mixed.trim()}"\n`,
    '.wikijql/rules.json': '{}',
  });
  const outcome = async (rules: object): Promise<string> => {
    folder.write({ '.wikijql/rules.json': JSON.stringify(rules) });
    const { exit, out } = await folder.wikijql('check', '-q', '-o', 'github');
    return [exit, ...Array.from(out.matchAll(/^::(\w+)/gm), match => match[1])].join(' ');
  };
  assert.equal(await outcome({}), '0 notice notice');
  assert.equal(await outcome({ 'mixed-and-or': 'error' }), '1 error error');
  assert.equal(await outcome({ 'mixed-and-or': 'warning' }), '1 warning warning');
  assert.equal(await outcome({ 'mixed-and-or': 'off' }), '0');
});

test('a code or a severity that does not exist is a finding of the file of rules, once', async () => {
  using folder = folderWith({
    'a.jql': 'key = A-1\n',
    'b.jql': 'key = A-1\n',
    '.wikijql/rules.json': '{\n  "mixed-andor": "off",\n  "phrase": "no"\n}\n',
  });
  const { exit, out } = await folder.wikijql('check', '-q', '-o', 'json');
  const { findings, files }: { findings: { file: string; line: number; message: string }[]; files: number } =
    JSON.parse(out);
  assert.equal(exit, 1);
  assert.equal(files, 2);
  assert.deepEqual(
    findings.map(({ file, line, message }) => `${file}:${line} ${message}`),
    [
      '.wikijql/rules.json:2 Unknown code “mixed-andor”; it sets nothing. Did you mean “mixed-and-or”?',
      '.wikijql/rules.json:3 Invalid severity of “phrase”; it sets nothing. Expected one of: error, warning, information, hint, off.',
    ],
  );
});

test('rules that cannot be read are an error, and none applies', async () => {
  using folder = folderWith({ 'a.jql': mixed, '.wikijql/rules.json': '{"mixed-and-or": "off"' });
  const { exit, out } = await folder.wikijql('check', '-q');
  assert.equal(exit, 1);
  assert.match(out, /^\.wikijql\/rules\.json:1:23: error: The rules cannot be read.*\n[^]*a\.jql:1:15: hint/);
  folder.write({ '.wikijql/rules.json': ' '.repeat(300_000) + '{"mixed-and-or": "off"}' });
  assert.match((await folder.wikijql('check', '-q')).out, /\(too-large\)/);
});

test('the nearest file of rules applies alone, wherever the check runs', async () => {
  using folder = folderWith({
    '.wikijql/rules.json': '{\r\n  "mixed-and-or": "warning"\r\n}\r\n',
    'a.jql': mixed,
    'app/.wikijql/work.lock.json': '{}',
    'app/b.jql': mixed,
    'other/.wikijql/rules.json': '{ "phrase": "off" }',
    'other/c.jql': mixed,
  });
  const outcome = async (within: string, ...files: string[]): Promise<string> => {
    const words = ['check', '-q', '-o', 'github', ...files];
    const { exit, out } = await folder.wikijqlWith({ within }, ...words);
    return [
      exit,
      ...Array.from(out.matchAll(/^::(\w+) file=([^,]+)/gm), ([, kind, file]) => `${kind} ${file}`),
    ].join('; ');
  };
  // A folder of locks alone does not hide the rules above it.
  assert.equal(await outcome('.'), '2; warning a.jql; warning app/b.jql; notice other/c.jql');
  assert.equal(await outcome('other'), '0; notice c.jql');
  assert.equal(await outcome('.', 'a.jql'), '1; warning a.jql');
  assert.equal(await outcome('other', '../a.jql', 'c.jql'), '1; warning ../a.jql; notice c.jql');
  const input = { input: mixed, within: 'other' };
  const { out } = await folder.wikijqlWith(
    input,
    'check',
    '-q',
    '-o',
    'github',
    '-',
    '--stdin-name',
    '../a.jql',
  );
  assert.match(out, /^::warning file=\.\.\/a\.jql/);
});
