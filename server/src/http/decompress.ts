import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const chunkSize = 64 * 1024;

/** Decompressors by their names in `Content-Encoding`; a truncated response is an error. */
const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize }),
  'x-gzip': () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
};

/** The encodings that requests accept. */
export const acceptEncoding = 'gzip, deflate, br';

/** No honest server uses more layers. */
const maximumLayers = 2;

/** The decompressors for a `Content-Encoding`, in the order of their use. `undefined` = an encoding that was not accepted. */
export function decompressorsOf(contentEncoding: string | undefined): Transform[] | undefined {
  const names = (contentEncoding ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '' && name !== 'identity');
  if (names.length > maximumLayers) return undefined;
  const makers = names.map(name => (Object.hasOwn(decompressors, name) ? decompressors[name] : undefined));
  const supported = makers.filter(make => make !== undefined);
  return supported.length === makers.length ? supported.toReversed().map(make => make()) : undefined;
}
