import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import {
  resolveLinks,
  isSameFile,
  NotReplaceable,
  replaceFile,
} from '../../../server/src/files/replace-file.ts';

const top = mkdtempSync(path.join(tmpdir(), 'wikijql-replace-'));
after(() => rmSync(top, { recursive: true }));

const isWindows = process.platform === 'win32';
const posix = { skip: isWindows && 'needs modes, links and pipes' };

/** A file with a text, alone in a new folder. */
function newFile(text = 'before'): string {
  const file = path.join(mkdtempSync(path.join(top, 'f-')), 'file');
  writeFileSync(file, text);
  return file;
}
const read = (file: string): string => readFileSync(file, 'utf8');
const beside = (file: string, name: string): string => path.join(path.dirname(file), name);
const replaced = async (file: string): Promise<void> =>
  replaceFile(await resolveLinks(file), draft => writeFile(draft, 'after'));
const isRefused = (refusal: string) => (error: unknown) =>
  error instanceof NotReplaceable && error.refusal === refusal;

describe('a file that is replaced', () => {
  it('has the new text, and nothing is left beside it', async () => {
    const file = newFile();
    await replaced(file);
    assert.deepEqual([read(file), readdirSync(path.dirname(file))], ['after', ['file']]);
  });
  it('is as it was if the writing fails, and the error names it, not the draft', async () => {
    const file = newFile();
    const failing = replaceFile(file, draft => writeFile(`${draft}/x`, ''));
    await assert.rejects(failing, ({ message }: Error) => message.endsWith(`'${file}/x'`));
    assert.deepEqual([read(file), readdirSync(path.dirname(file))], ['before', ['file']]);
  });
  for (const mode of [0o600, 0o664, 0o666, 0o755])
    it(`keeps its mode ${mode.toString(8)}, whatever the umask is`, posix, async () => {
      const file = newFile();
      chmodSync(file, mode);
      await replaced(file);
      assert.equal(statSync(file).mode & 0o7777, mode);
    });
  it('is new with the mode that the umask leaves', posix, async () => {
    const file = beside(newFile(), 'new');
    await replaced(file);
    assert.equal(statSync(file).mode & 0o777, 0o666 & ~process.umask());
  });
  it('keeps its other names, which have the new text', posix, async () => {
    const file = newFile();
    linkSync(file, beside(file, 'other'));
    await replaced(file);
    assert.deepEqual([read(file), read(beside(file, 'other'))], ['after', 'after']);
  });
  it('keeps its owner', { skip: process.getuid?.() !== 0 && 'needs root' }, async () => {
    const file = newFile();
    chownSync(file, 12_345, 12_346);
    await replaced(file);
    const { uid, gid } = statSync(file);
    assert.deepEqual([uid, gid, read(file)], [12_345, 12_346, 'after']);
  });
});

describe('a link', posix, () => {
  it('stays one, and what it leads to has the new text', async () => {
    const file = newFile();
    symlinkSync('file', beside(file, 'link'));
    await replaced(beside(file, 'link'));
    assert.deepEqual([lstatSync(beside(file, 'link')).isSymbolicLink(), read(file)], [true, 'after']);
  });
  it('to a file that does not exist yet creates that file', async () => {
    const file = newFile();
    symlinkSync('new', beside(file, 'link'));
    await replaced(beside(file, 'link'));
    assert.deepEqual(
      [lstatSync(beside(file, 'link')).isSymbolicLink(), read(beside(file, 'new'))],
      [true, 'after'],
    );
  });
  it('that leads to itself is an error', async () => {
    const file = newFile();
    symlinkSync('link', beside(file, 'link'));
    await assert.rejects(replaced(beside(file, 'link')), { code: 'ELOOP' });
  });
  it('is refused where links are not followed', async () => {
    const file = newFile();
    symlinkSync('file', beside(file, 'link'));
    const failing = replaceFile(beside(file, 'link'), draft => writeFile(draft, 'after'));
    await assert.rejects(failing, isRefused('noFile'));
    assert.equal(read(file), 'before');
  });
});

describe('what cannot be replaced is refused', () => {
  it('a folder', () => assert.rejects(replaced(path.dirname(newFile())), isRefused('noFile')));
  it('a pipe, which stays one', posix, async () => {
    const pipe = beside(newFile(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(replaced(pipe), isRefused('noFile'));
    assert(lstatSync(pipe).isFIFO());
  });
  it('a file in a folder that does not exist', () =>
    assert.rejects(replaced(path.join(top, 'none', 'file')), isRefused('noFolder')));
});

describe('two paths are the same file', () => {
  it('through a link and by another name', posix, async () => {
    const file = newFile();
    symlinkSync('file', beside(file, 'link'));
    linkSync(file, beside(file, 'other'));
    for (const name of ['file', 'link', 'other']) assert(await isSameFile(file, beside(file, name)), name);
  });
  it('but not if one does not exist, or is another', async () => {
    const file = newFile();
    assert.equal(await isSameFile(file, beside(file, 'none')), false);
    assert.equal(await isSameFile(beside(file, 'none'), beside(file, 'none')), false);
    assert.equal(await isSameFile(file, newFile()), false);
  });
});
