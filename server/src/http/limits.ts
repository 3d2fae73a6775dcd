/** What an answer may cost; the library's own limits count wire bytes and single pauses only. */
export interface Limits {
  /** Bytes of a body after decompression. */
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** Milliseconds until a connection stands, TLS included. */
  readonly connect: number;
  /** Milliseconds until the headers are there. */
  readonly headers: number;
  /** Milliseconds for the whole answer, however steadily it drips. */
  readonly total: number;
  readonly redirects: number;
  /** Levels of brackets in a JSON body. */
  readonly depth: number;
  /** Values in a JSON body: parsed, `{},` takes fifty times its three characters. */
  readonly values: number;
  /** Different names of members in a JSON body: parsed, each takes thirty times its characters. */
  readonly names: number;
}

export const defaultLimits: Limits = {
  // A wiki stops at 8 MiB of its own accord ($wgAPIMaxResultSize), which is 24 MiB escaped as ASCII. With
  // the used buffers that wait to be collected, an answer at the limit stays well under 100 MB.
  bodyBytes: 32 * 1024 * 1024,
  headerBytes: 16 * 1024,
  connect: 10_000,
  headers: 30_000,
  total: 120_000,
  redirects: 5,
  depth: 100,
  values: 2_000_000,
  // A batch of a wiki has 5,000 pages at most, and a tracker some thousand fields.
  names: 100_000,
};

/** Bytes of answers that are no results: Wikimedia's wikis describe themselves in less than a million. */
export const mostBytes = { description: 8_000_000, suggestions: 1_000_000 };
