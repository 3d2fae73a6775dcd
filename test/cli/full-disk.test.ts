/** Files that cannot be written to their end are not replaced, and a result without rows is a result. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { sandboxSites } from '../support/sandbox-sites.ts';
import { siteFolder } from './site-folder.ts';

const sandbox = sandboxSites();
const everything = '### Every page\naction=query\ngenerator=allpages\nprop=info\n# @all\n';
const nothing = '### Nothing\naction=query\ngenerator=allpages\ngapprefix=Qzqz\nprop=info\n';
const formats = ['csv', 'tsv', 'json', 'ndjson', 'markdown', 'html', 'wikitext', 'sqlite'];

/** A file system of a few kilobytes; undefined = this system does not let this user mount one. */
const small = ((): string | undefined => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wikijql-small-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
})();
after(() => {
  if (small === undefined) return;
  spawnSync('umount', [small]);
  rmSync(small, { recursive: true });
});

describe('on a full disk', { skip: small === undefined && 'needs the right to mount a file system' }, () => {
  for (const format of formats)
    it(`${format} says that it could not be written, and the old file stays`, async () => {
      using folder = siteFolder(sandbox, { 'a.wikiquery': everything });
      const to = path.join(small!, `rows.${format}`);
      writeFileSync(to, 'old');
      const { exit, error } = await folder.wikijql('run', 'a.wikiquery', '-o', format, '--to', to);
      assert.notEqual(exit, 0, error);
      assert.doesNotMatch(error, /complete/i);
      assert.match(error, /ENOSPC|space|full/i);
      assert.equal(readFileSync(to, 'utf8'), 'old');
      rmSync(to);
    });

  for (const format of ['csv', 'json', 'table'])
    it(`standard output ends the command with the reason (${format})`, async () => {
      using folder = siteFolder(sandbox, { 'a.wikiquery': everything });
      const full = openSync(path.join(small!, 'out'), 'w');
      try {
        const { exit, error } = await folder.wikijqlWith(
          { output: full },
          'run',
          'a.wikiquery',
          '-o',
          format,
        );
        assert.notEqual(exit, 0, error);
        assert.match(error, /ENOSPC|space|full/i);
      } finally {
        closeSync(full);
      }
    });
});

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
