/** Baselines: known findings do not fail, wherever they move; what is gone is said. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { folderWith } from './program.ts';

const late = '### Late\nproject = ABC ORDER BY created XYZ\n';
const two = '### Two\nstatus = Opn AND AND key = A-1\n';

test('known findings do not fail, also where they moved', async () => {
  using folder = folderWith({ 'a.jql': late, 'b.py': 'jql = "project = A ORDER BY created XYZ"\n' });
  const written = await folder.wikijql('check', '--write-baseline', 'known.json');
  assert.deepEqual([written.exit, written.error], [0, 'Wrote 2 problems to known.json.\n']);
  assert.equal(written.out, '2 queries in 2 files: nothing found. 2 problems of the baseline left out.\n');
  const first = folder.read('known.json');

  folder.write({ 'a.jql': `# a comment\n${two.replace('AND AND', 'AND')}\n\n${late}` });
  const moved = await folder.wikijql('check', '--baseline', 'known.json');
  assert.deepEqual([moved.exit, moved.error], [0, '']);

  folder.write({ 'a.jql': `${two}${late}${late.replace('Late', 'Later')}` });
  const added = await folder.wikijql('check', '-q', '--baseline', 'known.json');
  assert.equal(added.exit, 1);
  assert.match(added.out, /^a\.jql:2:\d+: error:.*\n[^]*^a\.jql:6:\d+: error:/m);
  assert.doesNotMatch(added.out, /^a\.jql:4|b\.py/m);

  folder.write({ 'a.jql': late });
  await folder.wikijql('check', '--write-baseline', 'known.json');
  assert.equal(folder.read('known.json'), first);
});

test('each equal finding counts, and a fix takes one out', async () => {
  using folder = folderWith({ 'a.jql': 'votes > 1 ORDER BY a XYZ, b XYZ\n', 'b.jql': late, 'c.jql': late });
  await folder.wikijql('check', '--write-baseline', 'known.json');
  folder.write({ 'a.jql': 'votes > 1 ORDER BY a DESC, b XYZ\n', 'b.jql': 'key = A-1\n' });
  const part = await folder.wikijql('check', '--baseline', 'known.json', 'b.jql');
  assert.deepEqual(part, {
    exit: 0,
    out: '1 query in 1 file: nothing found.\n',
    error:
      'b.jql: “unexpected” in “Late” is gone.\n' +
      'To take what is gone out of the baseline: wikijql check b.jql --write-baseline known.json\n',
  });
  const refreshed = await folder.wikijql('check', 'b.jql', '--write-baseline', 'known.json');
  assert.equal(refreshed.exit, 0);
  assert.doesNotMatch(folder.read('known.json'), /b\.jql/);
  assert.match(folder.read('known.json'), /a\.jql[^]*c\.jql/);
  const all = await folder.wikijql('check', '--baseline', 'known.json');
  assert.equal(all.exit, 0);
  assert.match(all.error, /^a\.jql: /);
});

test('fixes are made before findings are compared', async () => {
  using folder = folderWith({ 'a.wikiquery': 'list=allpages\naplimt=5\n' });
  await folder.wikijql('check', '--write-baseline', 'known.json');
  const { exit, out, error } = await folder.wikijql('check', '--fix', '--baseline', 'known.json');
  assert.equal(exit, 0, out);
  assert.match(error, /^a\.wikiquery: “.+” is gone\.$/m);
});

test('formats leave known findings out, but for SARIF, which marks them', async () => {
  using folder = folderWith({ 'a.jql': late });
  await folder.wikijql('check', '--write-baseline', 'known.json');
  folder.write({ 'a.jql': `${late}${two}` });
  const output = async (format: string): Promise<string> =>
    (await folder.wikijql('check', '-q', '-o', format, '--baseline', 'known.json')).out;
  const sarif: { runs: { results: { baselineState: string; partialFingerprints: object }[] }[] } = JSON.parse(
    await output('sarif'),
  );
  const [unchanged, ...others] = sarif.runs[0]!.results;
  assert.equal(unchanged!.baselineState, 'unchanged');
  assert(others.length > 0 && others.every(({ baselineState }) => baselineState === 'new'));
  const json: { findings: { line: number; fingerprint: string }[]; known: number } = JSON.parse(
    await output('json'),
  );
  assert.deepEqual([json.known, json.findings.filter(({ line }) => line < 3)], [1, []]);
  for (const format of ['text', 'github', 'junit', 'gitlab'])
    assert.doesNotMatch(await output(format), /XYZ\b/, format);
});

test('GitLab gets an issue for each finding and each file that cannot be read', async () => {
  using folder = folderWith({ 'a.jql': `${late}${late}`, 'b.jql': 'key = A-1' });
  const { exit, out } = await folder.wikijql('check', '-q', '-o', 'gitlab', './a.jql', 'b.jql', 'none.jql');
  const issues: readonly Record<string, unknown>[] = JSON.parse(out);
  assert.equal(exit, 2);
  assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, issues.length);
  assert.deepEqual(
    issues.map(({ check_name: name, severity, location }) => ({ name, severity, location })),
    [
      { name: 'unexpected', severity: 'major', location: { path: 'a.jql', lines: { begin: 2, end: 2 } } },
      { name: 'unexpected', severity: 'major', location: { path: 'a.jql', lines: { begin: 4, end: 4 } } },
      { name: 'unread', severity: 'critical', location: { path: 'none.jql', lines: { begin: 1 } } },
    ],
  );
  assert.equal((await folder.wikijql('check', '-q', '-o', 'gitlab', 'b.jql')).out, '[]\n');
});

const unreadable = (file: string): string =>
  `${file}: not a baseline. Write one with “wikijql check --write-baseline ${file}”.\n`;

test('a baseline that anybody wrote says nothing but its lines', async () => {
  const finding = { file: 'b\n\u001B[31m.jql', query: 'x\ny', code: 'c', fingerprint: 'f' };
  using folder = folderWith({
    'a.jql': 'key = A-1\n',
    'x.json': JSON.stringify({ version: 1, findings: [finding] }),
  });
  const { exit, error } = await folder.wikijql('check', '--baseline', 'x.json');
  assert.equal(exit, 0);
  assert.equal(error.split('\n').length, 3);
  assert(!error.includes('\u001B'));
});

test('what is no baseline is refused', async () => {
  using folder = folderWith({ 'a.jql': late, 'x.json': '{"version":1,"findings":[{}]}', 'y.json': '[' });
  const refused = async (...words: string[]): Promise<string> => {
    const { exit, error } = await folder.wikijql('check', ...words);
    assert.equal(exit, 2);
    return error;
  };
  assert.equal(await refused('--baseline', 'x.json'), unreadable('x.json'));
  assert.equal(await refused('--baseline', 'y.json'), unreadable('y.json'));
  assert.equal(await refused('--write-baseline', 'y.json'), unreadable('y.json'));
  assert.match(await refused('--baseline', 'none.json'), /^none\.json: no such file/);
  assert.match(await refused('--baseline', 'x.json', '--write-baseline', 'x.json'), /cannot be combined/);
});

test('a baseline is of the folder that holds it, wherever the check runs', async () => {
  using folder = folderWith({ 'a.jql': late, 'app/b.jql': late, 'app/deep/c.jql': late });
  await folder.wikijql('check', '--write-baseline', '.wikijql/known.json');
  const written = folder.read('.wikijql/known.json');
  const outcome = async (within: string, ...words: string[]): Promise<string> => {
    const { exit, out, error } = await folder.wikijqlWith({ within }, 'check', ...words);
    return `${exit} ${out}${error}`;
  };
  assert.match(
    await outcome('app', '--baseline', '../.wikijql/known.json'),
    /^0 .*2 problems of the baseline/,
  );
  assert.match(await outcome('app/deep', '-q', '--baseline', '../../.wikijql/known.json', 'c.jql'), /^0 $/);
  // A hook passes single files.
  assert.match(await outcome('.', '-q', '--baseline', '.wikijql/known.json', 'app/deep/c.jql'), /^0 $/);
  await outcome('app', '--write-baseline', '../.wikijql/known.json', 'deep');
  assert.equal(folder.read('.wikijql/known.json'), written);
  folder.write({ 'app/b.jql': 'key = A-1\n' });
  assert.match(await outcome('app', '--baseline', '../.wikijql/known.json'), /^app\/b\.jql: “unexpected”/m);
});

test('a baseline is found through a link, and knows files with other line ends', async () => {
  using folder = folderWith({ 'repo/a.jql': `${late}\n${two}` });
  await folder.wikijqlWith({ within: 'repo' }, 'check', '--write-baseline', 'known.json');
  symlinkSync('repo', path.join(folder.path, 'link'), 'junction');
  const crlf = (name: string): void => folder.write({ [name]: folder.read(name).replaceAll('\n', '\r\n') });
  crlf('repo/a.jql');
  crlf('repo/known.json');
  const { exit, error } = await folder.wikijqlWith(
    { within: 'repo' },
    'check',
    '--baseline',
    '../link/known.json',
  );
  assert.deepEqual([exit, error], [0, '']);
});
