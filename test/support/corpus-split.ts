/** Which queries the usage counts come from, and which ones the completion is measured on: never the same owner's. */
import { createHash } from 'node:crypto';
import { ownerOf } from './corpus.ts';

/** True for about half of the owners of addresses: their queries are counted, those of the others measured. */
export const isCounted = (address: string): boolean =>
  createHash('sha256').update(ownerOf(address)).digest()[0]! % 2 === 0;
