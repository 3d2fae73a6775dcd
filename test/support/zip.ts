import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** The files of a zip archive by name, as its directory lists them. */
export function readZip(archive: Buffer): ReadonlyMap<string, Buffer> {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== endSignature) end--;
  assert(end >= 0, 'not a zip archive');
  const count = archive.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    assert.equal(archive.readUInt32LE(at), entrySignature);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, contentOf(archive, at));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** The content of a file whose entry in the directory is at an offset. */
function contentOf(archive: Buffer, entry: number): Buffer {
  const isDeflated = archive.readUInt16LE(entry + 10) === 8;
  const size = archive.readUInt32LE(entry + 20);
  const local = archive.readUInt32LE(entry + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const content = archive.subarray(start, start + size);
  return isDeflated ? inflateRawSync(content) : content;
}
