import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const chunkSize = 64 * 1024;

/** A decompressor by its name in `Content-Encoding`; strict: an answer cut short is an error. */
const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize }),
  'x-gzip': () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
};

/** What we ask for. */
export const acceptEncoding = 'gzip, deflate, br';

/** More layers than this are a trick, not an answer. */
const mostLayers = 2;

/**
 * The decompressors of a `Content-Encoding`, in the order in which they are to be applied.
 * `undefined` = an encoding that we did not ask for.
 */
export function decompressorsOf(contentEncoding: string | undefined): Transform[] | undefined {
  const names = (contentEncoding ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '' && name !== 'identity');
  if (names.length > mostLayers) return undefined;
  const makers = names.map(name => (Object.hasOwn(decompressors, name) ? decompressors[name] : undefined));
  const known = makers.filter(make => make !== undefined);
  return known.length === makers.length ? known.toReversed().map(make => make()) : undefined;
}
