/**
 * The substitutes of Node's `crypto`, `timers/promises` and `perf_hooks`, as far as the rooms that send
 * requests and store results use them. The build puts this module in their place; of Node's other modules, which need files
 * or sockets, nothing is called in a browser.
 */

/** Stands for certificates, which a browser checks itself: none is read here. */
export class X509Certificate {
  readonly isAbsent = true;
}

export const { performance } = globalThis;

export const randomUUID = (): string => crypto.randomUUID();

/** Lets the messages that wait be handled. A timer would wait at least 4 ms once some were nested. */
export function setImmediate(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise(resolve => {
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(undefined);
  });
}

/** Resolves after that time; rejects when the signal fires. */
export function setTimeout(
  milliseconds: number,
  _value?: undefined,
  options: { readonly signal?: AbortSignal } = {},
) {
  const { signal } = options;
  return new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(new DOMException('aborted', 'AbortError'));
    };
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

type Encoding = 'base64' | 'hex';

/** The SHA-256 of a text. A browser's own function is not synchronous. */
export const hash = (_algorithm: 'sha256', text: string, encoding: Encoding): string =>
  encoded(sha256(new TextEncoder().encode(text)), encoding);

export function createHash(_algorithm: 'sha256') {
  const parts: string[] = [];
  const hashing = {
    update: (text: string) => {
      parts.push(text);
      return hashing;
    },
    digest: (encoding: Encoding) => hash('sha256', parts.join(''), encoding),
  };
  return hashing;
}

const encoded = (bytes: Uint8Array, encoding: Encoding): string =>
  encoding === 'hex'
    ? Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
    : btoa(String.fromCharCode(...bytes));

/** The first 32 bits of the fractions of roots of the first primes, as FIPS 180-4 names its constants. */
const fractions = (root: number, count: number): Uint32Array => {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every(prime => candidate % prime !== 0)) primes.push(candidate);
  return Uint32Array.from(primes, prime => (prime ** (1 / root) % 1) * 2 ** 32);
};
const rounds = fractions(3, 64);
const initial = fractions(2, 8);

const blockSize = 64;
const rotated = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / blockSize) * blockSize);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = initial.slice();
  const words = new Uint32Array(blockSize);
  for (let start = 0; start < padded.length; start += blockSize) {
    for (let at = 0; at < 16; at++) words[at] = view.getUint32(start + at * 4);
    for (let at = 16; at < blockSize; at++) words[at] = nextWord(words, at);
    mix(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setUint32(at * 4, word);
  return new Uint8Array(digest.buffer);
}

function nextWord(words: Uint32Array, at: number): number {
  const [early, late] = [words[at - 15]!, words[at - 2]!];
  const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
  const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
  return words[at - 16]! + first + words[at - 7]! + second;
}

/** Mixes the words of a block into the state. */
function mix(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [at, word] of words.entries()) {
    const choice = (e & f) ^ (~e & g);
    const sum = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + rounds[at]! + word;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const other = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    [a, b, c, d, e, f, g, h] = [(sum + other) | 0, a, b, c, (d + sum) | 0, e, f, g];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at]! += word;
}
