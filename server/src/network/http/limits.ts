/** Limits of a response. The library's own limits count only bytes on the wire and single pauses. */
export interface Limits {
  /** Bytes of a body after decompression. */
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** Milliseconds until the connection is established, including TLS. */
  readonly connect: number;
  /** Milliseconds until the headers are received. */
  readonly headers: number;
  /** Milliseconds for the whole response, even if it is received steadily. */
  readonly total: number;
  readonly redirects: number;
  /** Levels of nesting in a JSON body. */
  readonly depth: number;
  /** Values in a JSON body: `{},` needs fifty times its length in memory. */
  readonly values: number;
  /** Distinct names of members in a JSON body: each needs thirty times its length in memory. */
  readonly names: number;
}

export const defaultLimits: Limits = {
  // A wiki limits its responses to 8 MiB ($wgAPIMaxResultSize), which is 24 MiB escaped as ASCII. With buffers that are
  // not collected yet, a response at the limit needs well under 100 MB.
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

/** Maximum bytes of responses that are not query results. Descriptions of Wikimedia's wikis have less than a million. */
export const maximumBytes = { description: 8_000_000, suggestions: 1_000_000 };
