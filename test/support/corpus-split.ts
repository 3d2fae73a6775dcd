/** Parts of the owners of addresses: what is counted for a trial never comes from the owner that it is tried on. */
import { createHash } from 'node:crypto';
import { ownerOf } from './corpus.ts';

/** How many parts there are. */
export const parts = 10;

/** The part, from 0, that the owner of an address is in; all that one owner wrote is in the same part. */
export const partOf = (address: string): number =>
  createHash('sha256').update(ownerOf(address)).digest()[0]! % parts;
