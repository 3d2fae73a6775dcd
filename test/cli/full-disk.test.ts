/** Files and redirected output on a disk that is full: the old file stays, and nothing is called complete. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { exportFormatSchema } from '../../shared/protocol/results.ts';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { cleanEnvironment, program } from './program.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();
const query =
  '# @all\naction=query\ngenerator=allpages\ngaplimit=max\nprop=info|revisions\nrvprop=ids|timestamp|user|comment\n';

/** A page of memory, which a file system in memory gives to files. */
const page = 4096;

/** A folder on a disk of four pages, of which one is free and one has the file `old`; `undefined` = it cannot be mounted here. */
function smallDisk(folder: string): (Disposable & { readonly path: string }) | undefined {
  const disk = path.join(folder, 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${4 * page}`, 'wikijql-test', disk]);
  if (mounted.status !== 0) return undefined;
  writeFileSync(path.join(disk, 'old'), 'yesterday\n');
  writeFileSync(path.join(disk, 'filler'), Buffer.alloc(2 * page));
  return { path: disk, [Symbol.dispose]: () => void spawnSync('umount', ['--lazy', disk]) };
}

/** Starts the program with its standard output in a file. */
async function redirected(
  folder: string,
  file: string,
  ...words: readonly string[]
): Promise<{ readonly exit: unknown; readonly error: string }> {
  const output = openSync(file, 'w');
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: cleanEnvironment(folder),
    stdio: ['ignore', output, 'pipe'],
  });
  closeSync(output);
  const [[exit], error] = await Promise.all([once(child, 'close'), text(child.stderr!)]);
  return { exit, error };
}

const formats = exportFormatSchema.options;

/** Skips a test, except on the machine that has all prerequisites. */
function withoutDisk(t: TestContext): void {
  assert.ok(process.env['CI'] !== 'true' || process.getuid?.() !== 0, 'no file system can be mounted');
  t.skip('no file system can be mounted');
}

describe('on a full disk', () => {
  it('a file that rows are written to stays as it was, in every format, also under two names', async t => {
    using folder = siteFolder(sandbox, { 'a.wikiquery': query });
    using disk = smallDisk(folder.path);
    if (disk === undefined) return withoutDisk(t);
    const before = readdirSync(disk.path);
    for (const isLinked of [false, true]) {
      if (isLinked) linkSync(path.join(disk.path, 'old'), path.join(disk.path, 'second'));
      for (const format of formats) {
        const { exit, error } = await folder.wikijql('run', 'a.wikiquery', '-o', format, '--to', 'disk/old');
        assert.equal(exit, 2, format);
        assert.doesNotMatch(error, /complete/, format);
        assert.equal(readFileSync(path.join(disk.path, 'old'), 'utf8'), 'yesterday\n', format);
      }
    }
    assert.deepEqual(readdirSync(disk.path), [...before, 'second'].toSorted());
  });

  it('redirected rows and findings that do not fit are an error, in every format', async t => {
    const wrong = Array.from({ length: 300 }, (_, index) => `### ${index}\nlist=allpagez\n\n`).join('');
    using folder = siteFolder(sandbox, { 'a.wikiquery': query, 'wrong.wikiquery': wrong });
    using disk = smallDisk(folder.path);
    if (disk === undefined) return withoutDisk(t);
    const commands = [
      ...[...formats.filter(format => format !== 'sqlite' && format !== 'xlsx'), 'table'].map(format => [
        'run',
        'a.wikiquery',
        '-o',
        format,
      ]),
      ...['text', 'json', 'sarif', 'junit', 'github'].map(format => [
        'check',
        'wrong.wikiquery',
        '-o',
        format,
      ]),
      ['explain', 'wrong.wikiquery'],
    ];
    for (const words of commands) {
      const { exit, error } = await redirected(folder.path, path.join(disk.path, 'out'), ...words);
      assert.equal(exit, 2, `${words.join(' ')}: ${error}`);
      assert.match(error, /Standard output cannot be written \(ENOSPC\)/, words.join(' '));
      assert.doesNotMatch(error, /complete/, words.join(' '));
    }
  });

  it('a device that takes nothing ends every command', async t => {
    if (process.platform === 'win32') return t.skip('needs /dev/full');
    using folder = siteFolder(sandbox, { 'a.wikiquery': query });
    for (const words of [
      ['run', 'a.wikiquery'],
      ['check', 'a.wikiquery', '-o', 'json'],
      ['explain', 'a.wikiquery'],
    ]) {
      const { exit, error } = await redirected(folder.path, '/dev/full', ...words);
      assert.equal(exit, 2, words.join(' '));
      assert.match(error, /ENOSPC/);
    }
  });
});

const nothing = '### Nothing\naction=query\ngenerator=allpages\ngapprefix=Qzqz\nprop=info\n';

describe('a result without rows', () => {
  for (const format of formats)
    it(`replaces the file (${format})`, async () => {
      using folder = siteFolder(sandbox, { 'a.wikiquery': nothing, 'rows.out': 'yesterday' });
      const { exit, error } = await folder.wikijql('run', 'a.wikiquery', '-o', format, '--to', 'rows.out');
      assert.equal(exit, 0, error);
      assert.match(error, /^0 rows/m);
      const file = path.join(folder.path, 'rows.out');
      assert.ok(existsSync(file));
      assert.doesNotMatch(readFileSync(file, 'latin1'), /yesterday/);
      if (format === 'csv') assert.match(readFileSync(file, 'utf8'), /^"title"/);
      if (format === 'json') assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), []);
    });

  it('is written to standard output with its columns', async () => {
    using folder = siteFolder(sandbox, { 'a.wikiquery': nothing });
    assert.match((await folder.wikijql('run', 'a.wikiquery')).out, /^title\t/);
    assert.deepEqual(JSON.parse((await folder.wikijql('run', 'a.wikiquery', '-o', 'json')).out), []);
    assert.match((await folder.wikijql('run', 'a.wikiquery', '-o', 'table')).out, /^title /);
  });
});

it('a table for the terminal cannot go to a file', async () => {
  using folder = siteFolder(sandbox, { 'a.wikiquery': nothing });
  const { exit, error } = await folder.wikijql('run', 'a.wikiquery', '-o', 'table', '--to', 'o.txt');
  assert.equal(exit, 2);
  assert.match(error, /table.*--to/);
});
