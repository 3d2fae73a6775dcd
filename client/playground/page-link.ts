/** The state of the page in the fragment of its address: compressed, and bounded both when it is written and when it is read. */
import * as v from 'valibot';

/** The maximum length of a text that a link holds. */
export const maxLinkedTextLength = 65_536;
/** The maximum length of a fragment that is read. */
const maxFragmentLength = 200_000;
/** The maximum size of a fragment once it is decompressed, in bytes: every character of the longest text may be escaped. */
const maxBytes = 6 * maxLinkedTextLength + 16_384;

const pageStateSchema = v.strictObject({
  language: v.picklist(['wikiquery', 'jql', 'markdown']),
  text: v.pipe(v.string(), v.maxLength(maxLinkedTextLength)),
  /** The address of the site that the query is for. */
  site: v.pipe(v.string(), v.maxLength(2000)),
});
export type PageState = v.InferOutput<typeof pageStateSchema>;
/** The language of a text; Markdown is a runbook, with queries in its fences. */
export type QueryLanguage = PageState['language'];

/** The fragment that holds a state, with its `#`; `undefined` = the state is too long for a link. */
export async function fragmentOf(state: PageState): Promise<string | undefined> {
  if (!v.is(pageStateSchema, state)) return undefined;
  const compressed = await throughStream(
    new TextEncoder().encode(JSON.stringify(state)),
    new CompressionStream('deflate-raw'),
  );
  if (compressed === undefined) return undefined;
  const fragment = `#${toBase64Url(compressed)}`;
  return fragment.length > maxFragmentLength ? undefined : fragment;
}

/** The state in a fragment; `undefined` = truncated, altered, or not a playground link. */
export async function stateOf(fragment: string): Promise<PageState | undefined> {
  if (fragment.length > maxFragmentLength) return undefined;
  const bytes = fromBase64Url(fragment.replace(/^#/, ''));
  const decompressed = bytes && (await throughStream(bytes, new DecompressionStream('deflate-raw')));
  if (decompressed === undefined) return undefined;
  const state = parseJson(new TextDecoder().decode(decompressed));
  return v.is(pageStateSchema, state) ? state : undefined;
}

/** Transforms bytes by a stream; `undefined` = invalid input, or more than `maxBytes`. */
async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
      size += value.length;
      if (size > maxBytes) {
        await reader.cancel();
        return undefined;
      }
      chunks.push(value);
    }
  } catch {
    return undefined;
  }
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, byte => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text === '' || !/^[\w-]*$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, character => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
