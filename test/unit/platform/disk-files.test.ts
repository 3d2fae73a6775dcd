/** Query files are read from disk within bounds. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { diskBounds, diskFiles } from '../../../server/src/platform/node/disk-files.ts';
import { newFolder } from '../../login/window.ts';

const folder = newFolder();
const write = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
write('one.jql', 'project = A');
write('below/two.wikiquery', 'list=allpages');
write('below/other.txt', 'project = B');
write('.hidden/three.jql', 'project = C');
write('node_modules/four.jql', 'project = D');
write('.git/five.jql', 'project = E');
write('.github/scripts/six.jql', 'project = F');
write('big.jql', ' '.repeat(diskBounds.bytes + 1));
symlinkSync(folder, path.join(folder, 'below/round'));

const read = async (folders: readonly string[], bounds = diskBounds): Promise<string[]> => {
  const found: string[] = [];
  for await (const { uri, languageId } of diskFiles(bounds).below(folders))
    found.push(`${path.basename(uri)} ${languageId}`);
  return found;
};
const top = pathToFileURL(folder).href;

test('query files are read, those of pipelines too, not links, hidden folders, modules, big files and others', async () =>
  assert.deepEqual(await read([top]), ['one.jql jql', 'two.wikiquery wikiquery', 'six.jql jql']));

test('no more files, entries and folders are looked at than the bounds allow', async () => {
  assert.deepEqual(await read([top], { ...diskBounds, files: 1 }), ['one.jql jql']);
  assert.deepEqual(await read([top], { ...diskBounds, depth: 0 }), ['one.jql jql']);
  assert.deepEqual(await read([top], { ...diskBounds, entries: 0 }), []);
});

test('a folder that is not there, or not on disk, has no files', async () =>
  assert.deepEqual(await read([`${top}/nowhere`, 'vscode-vfs://github/a/b']), []));

test('a link to a query file is read', async () => {
  symlinkSync(path.join(folder, 'one.jql'), path.join(folder, 'below/linked.jql'));
  const files = diskFiles();
  assert.equal((await files.read(`${top}/below/linked.jql`))?.text, 'project = A');
});

test('one file is read again; of one that is gone there is nothing', async () => {
  const files = diskFiles();
  assert.equal((await files.read(`${top}/one.jql`))?.text, 'project = A');
  assert.equal(await files.read(`${top}/gone.jql`), undefined);
  assert.equal(await files.read('untitled:one.jql'), undefined);
});

test(
  'a pipe and a folder with the name of a query file are not read',
  { skip: process.platform === 'win32', timeout: 10_000 },
  async () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe.jql')]);
    mkdirSync(path.join(folder, 'folder.jql'));
    for (const name of ['pipe.jql', 'folder.jql'])
      assert.equal(await diskFiles().read(`${top}/${name}`), undefined);
  },
);
