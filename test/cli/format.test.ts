import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { folderWith } from './program.ts';

const loose = 'project=ABC  and status  = Open order by created\n';
const formatted = 'project = ABC AND status = Open ORDER BY created\n';

const readOnly = (file: string): string => `${file}: read-only. It is unchanged.\n`;

describe('format', () => {
  it('writes what changes and names it', async () => {
    using folder = folderWith({ 'a.jql': loose, 'b.jql': formatted });
    assert.deepEqual(await folder.wikijql('format', '.'), { exit: 0, out: 'a.jql: formatted\n', error: '' });
    assert.equal(folder.read('a.jql'), formatted);
    assert.deepEqual(await folder.wikijql('format', '.'), { exit: 0, out: '', error: '' });
  });

  it('only says so with --check', async () => {
    using folder = folderWith({ 'a.jql': loose, 'b.jql': formatted });
    assert.deepEqual(await folder.wikijql('format', '--check', '.'), {
      exit: 1,
      out: 'a.jql: not formatted\n',
      error: '',
    });
    assert.equal(folder.read('a.jql'), loose);
  });

  it('is a filter with “-”', async () => {
    using folder = folderWith({});
    const ended = await folder.wikijqlWith({ input: loose }, 'format', '-', '--stdin-name', 'x.jql');
    assert.deepEqual(ended, { exit: 0, out: formatted, error: '' });
  });

  it('follows the settings', async () => {
    using folder = folderWith({
      'a.jql': loose,
      's.json': '{ "wikijql": { "language": { "keywordCase": "lower" } } }',
    });
    await folder.wikijql('format', 'a.jql', '--settings', 's.json');
    assert.equal(folder.read('a.jql'), 'project = ABC and status = Open order by created\n');
  });

  it('leaves a file that is read-only, as --fix does', async () => {
    const wrong = 'action=query\nlist=categorymembers\ncmtitle=Category:Cats\ncmlimt=50\n';
    using folder = folderWith({ 'a.jql': loose, 'b.wikiquery': wrong });
    for (const name of ['a.jql', 'b.wikiquery']) chmodSync(path.join(folder.path, name), 0o444);
    const bound = { boundByPermissions: true };
    const formatting = await folder.wikijqlWith(bound, 'format', 'a.jql');
    assert.deepEqual(formatting, { exit: 2, out: '', error: readOnly('a.jql') });
    const fixing = await folder.wikijqlWith(bound, 'check', '--fix', 'b.wikiquery');
    assert.deepEqual([fixing.exit, fixing.error], [2, readOnly('b.wikiquery')]);
    assert.deepEqual([folder.read('a.jql'), folder.read('b.wikiquery')], [loose, wrong]);
  });

  it('wants to be told what to format', async () => {
    using folder = folderWith({ 'a.jql': loose });
    const { exit, error } = await folder.wikijql('format');
    assert.deepEqual([exit, error], [2, 'Name the files to format, a folder, or “-” for standard input.\n']);
  });
});
