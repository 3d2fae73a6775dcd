/**
 * Splits the owners of addresses into parts, so that counts for a trial never come from the owners that it is tried
 * on.
 */
import { createHash } from 'node:crypto';
import { ownerOf } from './corpus.ts';

/** The number of parts. */
export const parts = 10;

/** The part of an address's owner, from 0; all queries of one owner are in the same part. */
export const partOf = (address: string): number =>
  createHash('sha256').update(ownerOf(address)).digest()[0]! % parts;
