/** Reads and decompresses the body of a response. */
import type { Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { TooLarge } from './classify-error.ts';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const blockSize = 256 * 1024;

/** Bytes in blocks of one size. A chunk is a view of a whole socket buffer: a million chunks of one byte keep a million buffers. */
class Blocks {
  readonly #full: Uint8Array[] = [];
  #block = new Uint8Array(blockSize);
  #used = 0;

  get size(): number {
    return this.#full.length * blockSize + this.#used;
  }

  add(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.byteLength;) {
      const part = chunk.subarray(from, from + blockSize - this.#used);
      this.#block.set(part, this.#used);
      this.#used += part.byteLength;
      from += part.byteLength;
      if (this.#used === blockSize) {
        this.#full.push(this.#block);
        this.#block = new Uint8Array(blockSize);
        this.#used = 0;
      }
    }
  }

  all(): Uint8Array[] {
    return [...this.#full, this.#block.slice(0, this.#used)];
  }
}

/**
 * Reads and decompresses a body. Rejects with `TooLarge` for more than `maximum` bytes, with the stream's or zlib's
 * error if it is truncated or corrupt; the socket is closed then.
 */
export async function readBody(
  body: Readable,
  headers: Readonly<Record<string, string>>,
  maximum: number,
): Promise<Uint8Array[]> {
  const decompressors = decompressorsOf(headers['content-encoding']);
  if (!decompressors || (decompressors.length === 0 && Number(headers['content-length'] ?? 0) > maximum)) {
    body.on('error', () => undefined).destroy();
    // zlib's code: an unreadable encoding counts as a corrupt body.
    throw decompressors ? new TooLarge() : Object.assign(new Error('encoding'), { code: 'Z_DATA_ERROR' });
  }
  const blocks = new Blocks();
  const [first, second] = decompressors;
  const last: Readable = second ?? first ?? body;
  // By event, not by iteration: each chunk is copied when it is received, and none is queued.
  last.on('data', (chunk: Uint8Array) => {
    if (blocks.size + chunk.byteLength > maximum) last.destroy(new TooLarge());
    else blocks.add(chunk);
  });
  const ended = finished(last, { writable: false });
  if (first && second) await Promise.all([pipeline(body, first, second), ended]);
  else if (first) await Promise.all([pipeline(body, first), ended]);
  else await ended;
  return blocks.all();
}

const chunkSize = 64 * 1024;

/** Decompressors by their names in `Content-Encoding`; a truncated response is an error. */
const decompressorMakers: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize }),
  'x-gzip': () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
};

/** The encodings that requests accept. */
export const acceptEncoding = 'gzip, deflate, br';

/** No honest server uses more layers. */
const maximumLayers = 2;

/**
 * The decompressors for a `Content-Encoding`, in the order of their use. `undefined` = an encoding that was not accepted, or
 * more than `maximumLayers`.
 */
function decompressorsOf(contentEncoding: string | undefined): Transform[] | undefined {
  const names = (contentEncoding ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '' && name !== 'identity');
  if (names.length > maximumLayers) return undefined;
  const makers = names.map(name =>
    Object.hasOwn(decompressorMakers, name) ? decompressorMakers[name] : undefined,
  );
  const supported = makers.filter(make => make !== undefined);
  return supported.length === makers.length ? supported.toReversed().map(make => make()) : undefined;
}
