import { UnsafeFolder } from '../../files/private-folder.ts';

/**
 * The reason why something cannot be stored or written: the disk or the memory is full, it is not writable, or another reason of
 * the system.
 */
export interface StoreProblem {
  readonly code: 'diskFull' | 'memoryFull' | 'notWritable' | 'notStored';
  readonly reason: string;
}

/** SQLite's error codes, without their extended part. */
const full = 13;
const noMemory = 7;
const readOnly: ReadonlySet<number> = new Set([3, 8, 14, 23]);

const codes: Readonly<Record<string, StoreProblem['code']>> = {
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  EACCES: 'notWritable',
  EPERM: 'notWritable',
  EROFS: 'notWritable',
};

/** SQLite's codes for a damaged database, and for a file that is not a database. */
const damaged: ReadonlySet<number> = new Set([11, 26]);

/** Whether an error says that a file cannot be read as a database. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  damaged.has(error.errcode & 0xff);

/** Classifies an error of the file system or of SQLite. */
export function storeProblemOf(error: unknown): StoreProblem {
  if (!(error instanceof Error)) return { code: 'notStored', reason: '' };
  const reason = error.message;
  if (error instanceof UnsafeFolder) return { code: 'notWritable', reason };
  if ('errcode' in error && typeof error.errcode === 'number') {
    const number = error.errcode & 0xff;
    if (number === full) return { code: 'diskFull', reason };
    if (number === noMemory) return { code: 'memoryFull', reason };
    return { code: readOnly.has(number) ? 'notWritable' : 'notStored', reason };
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code: codes[code] ?? 'notStored', reason };
}
