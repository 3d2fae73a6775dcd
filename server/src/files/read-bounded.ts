/** Reads files that a user, a setting or a shared folder names: whatever the name leads to takes little time and memory. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Why a file is not read: it is a pipe, a device or a folder; or longer than the bound. */
export type BoundedRefusal = 'noFile' | 'tooLarge';

export class NotReadable extends Error {
  readonly refusal: BoundedRefusal;
  /** Bytes of the file, or those that were read before the bound. */
  readonly size: number;

  constructor(refusal: BoundedRefusal, size = 0) {
    super(refusal);
    this.refusal = refusal;
    this.size = size;
  }
}

const partSize = 64 * 1024;

/**
 * Reads a regular file, to which a link may lead. Synchronously: with many small files, asynchronous steps take several
 * times as long.
 *
 * @param most maximum bytes, also where the file is longer than the system says
 * @throws NotReadable, or the error of the system
 */
export function readBounded(file: string, most: number): Buffer {
  // Opening a pipe without a writer would wait for one. Windows has no such flag.
  const opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(opened);
    if (!stats.isFile()) throw new NotReadable('noFile');
    if (stats.size > most) throw new NotReadable('tooLarge', stats.size);
    const parts: Buffer[] = [];
    for (let total = 0; ;) {
      // One byte more than there should be, so that the end is found by the second reading.
      const part = Buffer.allocUnsafe(Math.max(stats.size + 1 - total, partSize));
      const count = readSync(opened, part);
      if (count === 0) return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      total += count;
      if (total > most) throw new NotReadable('tooLarge', total);
      parts.push(part.subarray(0, count));
    }
  } finally {
    closeSync(opened);
  }
}
